import LMJSON
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

extension Interaction {
    /// The path of the address, for people.
    var path: String {
        guard let scheme = request.url.firstRange(of: "://") else { return request.url }
        let rest = request.url[scheme.upperBound...]
        return rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? "/"
    }

    /// The host of the address.
    var host: String {
        guard let scheme = request.url.firstRange(of: "://") else { return "" }
        return String(request.url[scheme.upperBound...].prefix { $0 != "/" && $0 != ":" })
    }

    /// The body of the request as JSON; `nil` where it is none.
    var requestBody: JSONValue? { try? JSONValue(parsing: request.body) }

    /// The model that was asked, or that answered where the request does not say.
    var model: String? { requestBody?["model"]?.stringValue ?? modelInResponse }

    /// The first model that the response names. Looked for in its bytes, because the response may be cut or broken.
    private var modelInResponse: String? {
        guard let body = response?.body else { return nil }
        let key = Array("\"model\":".utf8)
        var index = body.startIndex
        while index + key.count < body.count {
            if body[index] == key[0], body[index..<index + key.count].elementsEqual(key) {
                let rest = body[(index + key.count)...].drop { $0 == 0x20 }
                guard rest.first == UInt8(ascii: "\"") else { return nil }
                let name = rest.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
                return name.count < 200 ? String(validating: name, as: UTF8.self) : nil
            }
            index += 1
        }
        return nil
    }

    /// How long the response took as it was recorded.
    var recordedDuration: Duration {
        .milliseconds((response?.cuts ?? []).reduce(0) { $0 + $1.milliseconds })
    }

    /// The same exchange with no pause longer than a limit.
    func shorteningGaps(to limit: Duration) -> Interaction {
        var interaction = self
        let most = Int(limit.wholeMilliseconds)
        for index in interaction.response?.cuts.indices ?? 0..<0 {
            let gap = interaction.response?.cuts[index].milliseconds ?? 0
            interaction.response?.cuts[index].milliseconds = min(gap, most)
        }
        return interaction
    }
}
