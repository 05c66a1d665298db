import LMReplay

/// What `replay` plays: the exchanges of a cassette, or the one body of a file that `curl` saved.
struct Recording: Sendable {
    let interactions: [Interaction]
    /// The host of an exchange of which only the body is known; the name is reserved for that (RFC 2606).
    static let unknownHost = "recorded.invalid"
    /// The name, for reports.
    let name: String
    /// When it was recorded, as the cassette says.
    let recorded: String?
    let warnings: [String]

    /// Reads a recording. `-` reads an event stream from standard input.
    static func load(_ name: String, standardInput: StandardInput) throws(CLIError) -> Recording {
        if name == "-" {
            let bytes = try standardInput.readAll {}
            return try Recording(bytes: bytes, name: "standard input")
        }
        if let cassette = try BuiltInCassette.named(name) { return Recording(cassette, name: name) }
        let path = CassetteName.path(name)
        guard name.hasSuffix(".sse") || name.hasSuffix(".json") else {
            return try Recording(
                CassetteFailure.rethrowing { () throws(CassetteError) in try Cassette(contentsOf: path) }, name: path)
        }
        return try Recording(bytes: FileInput.read(path, limit: 1 << 30, verb: "replayed"), name: path)
    }

    private init(_ cassette: Cassette, name: String) {
        interactions = cassette.interactions
        self.name = name
        recorded = cassette.header.recorded
        warnings = cassette.warnings.map(\.description)
    }

    /// Takes bytes for a cassette where they start like one, else for the body of a response.
    private init(bytes: [UInt8], name: String) throws(CLIError) {
        if bytes.starts(with: Array("{\"cassette\"".utf8)) {
            self.init(
                try CassetteFailure.rethrowing { () throws(CassetteError) in try Cassette(text: bytes) }, name: name)
        } else {
            self.init(bodyBytes: bytes, name: name)
        }
    }

    /// A recording of one exchange of which only the body is known.
    private init(bodyBytes bytes: [UInt8], name: String) {
        let isDocument = bytes.first { $0 > 0x20 } == UInt8(ascii: "{")
        var headers = RecordedResponseHeaders()
        headers[.contentType] = isDocument ? "application/json" : "text/event-stream"
        interactions = [
            Interaction(
                number: 1,
                request: RecordedRequest(method: "POST", url: "http://\(Self.unknownHost)/v1/responses"),
                response: RecordedResponse(status: 200, headers: headers, body: bytes))
        ]
        self.name = name
        recorded = nil
        warnings = []
    }
}
