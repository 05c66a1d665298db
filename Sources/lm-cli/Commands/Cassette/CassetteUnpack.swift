import LMReplay

/// `lm-cli cassette unpack`.
enum CassetteUnpack {
    static let spec = CommandSpec(
        name: "unpack", summary: "Write a cassette as a folder of plain files, to edit with any tool.",
        arguments: [CassetteCommand.one],
        groups: [
            OptionGroup(
                title: "OPTIONS",
                options: [
                    OptionSpec(
                        .output, short: "o", .value("folder", .folder), "The folder, which is made.",
                        default: "the cassette's name")
                ])
        ],
        examples: ["lm-cli cassette unpack hello -o hello/"], exits: [.success, .data, .noInput, .cannotCreate],
        action: .immediate { try run($0) })

    private static func run(_ invocation: Invocation) throws -> ExitStatus {
        let target = CassetteTarget.one(invocation)
        let cassette = try target.load()
        let name = PathInput.fileName(target.path)
        let folder =
            invocation.arguments.value(.output)
            ?? (name.hasSuffix(CassetteName.suffix) ? String(name.dropLast(CassetteName.suffix.count)) : name + ".d")
        try CassetteFailure.rethrowing { () throws(CassetteError) in try FolderFormat.unpack(cassette, to: folder) }
        if invocation.arguments.isOn(.json) {
            try invocation.console.write(json: [
                "path": .string(folder), "exchanges": .count(cassette.interactions.count),
            ])
        } else {
            invocation.console.hint("\(CassetteSummary.count(cassette.interactions.count, "exchange")) → \(folder)")
        }
        return .success
    }
}
