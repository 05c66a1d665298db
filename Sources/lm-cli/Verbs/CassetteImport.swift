import LMReplay

/// `lm-cli cassette import`.
enum CassetteImport {
    /// What a file is read as.
    enum Form: String, CaseIterable, Sendable {
        case har, vcr, sse
    }

    static let spec = CommandSpec(
        name: "import",
        summary:
            "Make a cassette of an HTTP archive, a cassette of vcrpy, or a saved event stream.",
        arguments: [ArgumentSpec("file", .one, .file, "The file.")],
        groups: [
            OptionGroup(
                title: "OPTIONS",
                options: [
                    CassetteDestination.new, CassetteDestination.force,
                    OptionSpec(
                        .view, .value("form", .choice(Form.allCases.map(\.rawValue))), "har, vcr or sse.",
                        default: "what the file looks like"),
                    RecordingOptions.redact,
                ])
        ],
        examples: ["lm-cli cassette import session.har -o session.cassette.jsonl"],
        exits: [.success, .negative, .usage, .data, .noInput, .cannotCreate], action: .immediate { try run($0) })

    private static func run(_ invocation: Invocation) throws -> ExitStatus {
        let name = invocation.arguments.words[0]
        let redaction = try RecordingOptions.redaction(invocation)
        let destination = try CassetteDestination.required(invocation)
        let bytes = try FileInput.read(
            PathInput.path(name, environment: invocation.environment), limit: 1 << 30, verb: "imported")
        let cassette: Cassette
        do throws(ImportError) {
            switch invocation.arguments.value(.view).flatMap(Form.init) ?? form(of: bytes, named: name) {
            case .har: cassette = try HARFormat.cassette(from: bytes, redaction: redaction)
            case .vcr: cassette = try VCRFormat.cassette(from: bytes, redaction: redaction)
            case .sse: cassette = Cassette(sse: bytes)
            }
        } catch {
            throw CLIError(.data, "\(name): \(error)", hint: "Say what it is with --as har, vcr or sse.")
        }
        try CassetteDestination.write(cassette.redacted(by: redaction), to: destination, invocation)
        return .success
    }

    /// What a file looks like, by its beginning.
    private static func form(of bytes: [UInt8], named name: String) -> Form {
        if name.hasSuffix(".sse") { return .sse }
        if name.hasSuffix(".har") { return .har }
        let start = String(decoding: bytes.prefix(4096), as: UTF8.self)
        if start.contains("\"log\"") { return .har }
        return start.contains("interactions") ? .vcr : .sse
    }
}
