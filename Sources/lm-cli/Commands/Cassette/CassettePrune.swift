import LMReplay

/// `lm-cli cassette prune`.
enum CassettePrune {
    static let spec = CommandSpec(
        name: "prune",
        summary: "Leave out exchanges: those that a command does not ask for, or some by their numbers.",
        usage: ["<cassette> -- CMD [ARG ...]", "<cassette> --drop <n>"],
        arguments: [
            CassetteCommand.one,
            ArgumentSpec("cmd", .command, .text, "A command that uses the cassette, such as tests."),
        ],
        groups: [
            OptionGroup(
                title: "OPTIONS",
                options: [
                    OptionSpec(.drop, .values("n", .count(1...(.max))), "Leave out this exchange."),
                    OptionSpec(.list, .on, "Change nothing; say which would be left out."),
                    CassetteDestination.inPlace, CassetteDestination.force, ProgramVariables.option,
                ])
        ],
        examples: ["lm-cli cassette prune weather -- swift test"], exits: [.success, .negative, .data, .noInput],
        action: .task { try await run($0) })

    private static func run(_ invocation: Invocation) async throws -> ExitStatus {
        let arguments = invocation.arguments
        let target = CassetteTarget.one(invocation)
        let cassette = try target.load()
        var dropped = Set(arguments.all(.drop).compactMap { Int($0) })
        guard arguments.command.isEmpty != dropped.isEmpty else {
            throw CLIError.usage(
                "prune takes a command or --drop.", hint: "Such as: lm-cli cassette prune x -- swift test")
        }
        if !arguments.command.isEmpty { dropped = try await unused(of: cassette, invocation) }
        let unknown = dropped.subtracting(cassette.interactions.map(\.number))
        guard unknown.isEmpty else {
            throw CLIError(
                .noInput, "\(target.name) has no exchange \(unknown.sorted().map(String.init).joined(separator: ", "))."
            )
        }
        if arguments.isOn(.list) {
            for number in dropped.sorted() {
                let interaction = cassette.interactions.first { $0.number == number }
                try invocation.console.write("\(interaction?.description ?? "\(number)")\n")
            }
            return .success
        }
        guard dropped.count < cassette.interactions.count else {
            throw CLIError(.negative, "nothing would be left of \(target.name). It stays as it is.")
        }
        let destination = try CassetteDestination.path(invocation)
        if dropped.isEmpty, destination == nil {
            invocation.console.hint("every exchange of \(target.name) is used")
            return .success
        }
        try CassetteDestination.write(cassette.pruned(of: dropped), to: destination ?? target.path, invocation)
        return .success
    }

    /// The exchanges that a command does not ask for. A command that fails may have stopped early, so that nothing is known
    /// then.
    private static func unused(of cassette: Cassette, _ invocation: Invocation) async throws -> Set<Int> {
        let server = try CassetteFailure.rethrowing { () throws(CassetteError) in
            try ReplayServer(cassettes: ["cassette": cassette])
        }
        async let _: Void = server.run()
        let status = try await ForegroundProgram.run(
            invocation.arguments.command, variables: ProgramVariables.of(server.baseURL, invocation),
            interruption: invocation.interruption)
        guard status == .command(0), server.totals.misses.isEmpty else {
            throw CLIError(
                .negative,
                "the command failed with \(status.rawValue), so that it is not known what it uses. Nothing was changed."
            )
        }
        let unused = server.report()["unused"]?.arrayValue ?? []
        return Set(unused.compactMap { $0["interaction"]?.intValue })
    }
}
