import LMReplay

/// `lm-cli cassette pack`.
enum CassettePack {
    static let spec = CommandSpec(
        name: "pack", summary: "Make a cassette of a folder of plain files, as unpack writes one.",
        arguments: [ArgumentSpec("folder", .one, .folder, "The folder.")],
        groups: [OptionGroup(title: "OPTIONS", options: [CassetteDestination.new, CassetteDestination.force])],
        examples: ["lm-cli cassette pack hello/ -o hello.cassette.jsonl"],
        exits: [.success, .negative, .data, .noInput, .cannotCreate], action: .immediate { try run($0) })

    private static func run(_ invocation: Invocation) throws -> ExitStatus {
        let destination = try CassetteDestination.required(invocation)
        let cassette = try CassetteFailure.rethrowing { () throws(CassetteError) in
            try FolderFormat.pack(invocation.arguments.words[0])
        }
        try CassetteDestination.write(cassette, to: destination, invocation)
        return .success
    }
}
