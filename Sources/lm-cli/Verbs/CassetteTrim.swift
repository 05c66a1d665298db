import LMReplay

/// `lm-cli cassette trim`.
enum CassetteTrim {
    static let spec = CommandSpec(
        name: "trim",
        summary: "Keep the whole exchanges of a cassette that is damaged, or of the part of a recording.",
        arguments: [CassetteCommand.one],
        groups: [OptionGroup(title: "OPTIONS", options: [CassetteDestination.inPlace, CassetteDestination.force])],
        examples: ["lm-cli cassette trim hi.cassette.jsonl.part -o hi.cassette.jsonl"],
        exits: [.success, .data, .noInput], action: .immediate { try run($0) })

    private static func run(_ invocation: Invocation) throws -> ExitStatus {
        let target = CassetteTarget.one(invocation)
        let (cassette, damage) = try CassetteFailure.rethrowing { () throws(CassetteError) in
            try Cassette.salvage(contentsOf: target.path)
        }
        let destination = try CassetteDestination.path(invocation)
        if damage == nil, destination == nil, try cassette.text == target.text() {
            invocation.console.hint("\(target.name) is whole already")
            return .success
        }
        if let damage { invocation.console.warn(CassetteFailure.report(damage).message) }
        guard destination != nil || !target.path.hasSuffix(".part") else {
            throw CLIError.usage(
                "the part of a recording needs a name of its own.", hint: "Such as: -o new.cassette.jsonl")
        }
        try CassetteDestination.write(cassette, to: destination ?? target.path, invocation)
        return .success
    }
}
