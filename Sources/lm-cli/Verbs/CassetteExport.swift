import LMReplay

/// `lm-cli cassette export`.
enum CassetteExport {
    /// What a cassette is written as.
    enum Form: String, CaseIterable, Sendable {
        case html, har, curl, sse
    }

    static let spec = CommandSpec(
        name: "export",
        summary: "Write a cassette as a page to look at, an HTTP archive, a script of curl commands, or a bare stream.",
        arguments: [CassetteCommand.one],
        groups: [
            OptionGroup(
                title: "OPTIONS",
                options: [
                    OptionSpec(
                        .view, .value("form", .choice(Form.allCases.map(\.rawValue))),
                        "html (one file, no scripts), har, curl or sse (the body of one exchange).",
                        default: "the ending of -o, else html"),
                    OptionSpec(.output, short: "o", .value("file", .file), "Write there.", default: "standard output"),
                    OptionSpec(.only, .value("n", .count(1...(.max))), "With sse: which exchange.", default: "1"),
                ])
        ],
        examples: ["lm-cli cassette export conversation -o conversation.html"],
        exits: [.success, .usage, .data, .noInput, .cannotCreate], action: .immediate { try run($0) })

    private static func run(_ invocation: Invocation) throws -> ExitStatus {
        let arguments = invocation.arguments
        let target = CassetteTarget.one(invocation)
        let cassette = try target.load()
        let bytes = try bytes(of: cassette, as: form(arguments), named: PathInput.fileName(target.name), arguments)
        guard let path = arguments.value(.output), path != "-" else {
            try invocation.console.write(bytes)
            return .success
        }
        try FileOutput.write(bytes, to: path)
        if arguments.isOn(.json) {
            try invocation.console.write(json: ["path": .string(path), "bytes": .count(bytes.count)])
        } else {
            invocation.console.hint("\(ByteCount.readable(bytes.count)) → \(path)")
        }
        return .success
    }

    private static func form(_ arguments: ParsedArguments) -> Form {
        if let form = arguments.value(.view).flatMap(Form.init) { return form }
        let path = arguments.value(.output) ?? ""
        if path.hasSuffix(".har") { return .har }
        if path.hasSuffix(".sh") { return .curl }
        return path.hasSuffix(".sse") ? .sse : .html
    }

    private static func bytes(
        of cassette: Cassette, as form: Form, named name: String, _ arguments: ParsedArguments
    ) throws(CLIError) -> [UInt8] {
        switch form {
        case .html: return HTMLReport.export(cassette, name: name)
        case .har: return HARFormat.export(cassette)
        case .curl:
            return Array(URLText.withoutUserInfo(String(decoding: CurlScript.export(cassette), as: UTF8.self)).utf8)
        case .sse:
            let number = arguments.int(.only) ?? 1
            guard let body = cassette.interactions.first(where: { $0.number == number })?.response?.body else {
                throw CLIError(.noInput, "\(name) has no exchange \(number) with an answer.")
            }
            return body
        }
    }
}
