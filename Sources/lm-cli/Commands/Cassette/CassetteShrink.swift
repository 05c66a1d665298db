import LMReplay

/// `lm-cli cassette shrink`.
enum CassetteShrink {
    static let spec = CommandSpec(
        name: "shrink",
        summary: "Find the smallest stream with which a command still fails.",
        discussion: [
            "The command is run again and again, each time with fewer events of one exchange: it gets a base URL that serves "
                + "what is left, and {} among its words is replaced by the path of a cassette with it. It fails when it ends "
                + "with another code than 0."
        ],
        usage: ["<cassette> -o <cassette> [OPTIONS] -- CMD [ARG ...]"],
        arguments: [CassetteCommand.one, ArgumentSpec("cmd", .command, .text, "The command that fails.")],
        groups: [
            OptionGroup(
                title: "OPTIONS",
                options: [
                    CassetteDestination.new, CassetteDestination.force,
                    OptionSpec(.only, .value("n", .count(1...(.max))), "Which exchange is made smaller.", default: "1"),
                    ProgramVariables.option,
                ])
        ],
        examples: ["lm-cli cassette shrink bug -o small.cassette.jsonl -- lm-cli replay {}"],
        exits: [.success, .negative, .usage, .data, .noInput], action: .task { try await run($0) })

    private static func run(_ invocation: Invocation) async throws -> ExitStatus {
        let target = CassetteTarget.one(invocation)
        let cassette = try target.load()
        let destination = try CassetteDestination.required(invocation)
        guard !invocation.arguments.command.isEmpty else {
            throw CLIError.usage("shrink needs the command that fails, behind --.")
        }
        let number = invocation.arguments.int(.only) ?? 1
        let candidate = "\(destination).\(Platform.processIdentifier).candidate\(CassetteName.suffix)"
        defer { _ = FileDescriptor.remove(candidate) }
        let wait = WaitIndicator("trying…", console: invocation.console, time: invocation.time)
        defer { wait.stop() }
        let smallest = try await invocation.interruption.gracefully {
            try await CassetteShrinker(cassette, interaction: number).shrink { cassette in
                try Task.checkCancellation()
                return try await fails(with: cassette, at: candidate, invocation)
            }
        }
        wait.stop()
        guard let smallest else {
            throw CLIError(
                .negative,
                "the command does not fail with the whole of exchange \(number), so that there is nothing to look for.")
        }
        try CassetteDestination.write(smallest, to: destination, invocation)
        return .success
    }

    private static func fails(with cassette: Cassette, at path: String, _ invocation: Invocation) async throws -> Bool {
        let server = try CassetteFailure.rethrowing { () throws(CassetteError) in
            try cassette.write(to: path)
            return try ReplayServer(cassettes: ["candidate": cassette])
        }
        async let _: Void = server.run()
        let words = invocation.arguments.command.map { $0 == "{}" ? path : $0 }
        let variables = Platform.environmentValues.merging(ProgramVariables.of(server.baseURL, invocation)) { $1 }
        do throws(ChildProcess.Failure) {
            return try await ChildProcess.finish(
                words[0], Array(words.dropFirst()), environment: variables, timeout: .seconds(60)
            ).status != 0
        } catch {
            guard case .cannotStart = error else { return true }
            throw CLIError(.noInput, "cannot run \(words[0]): \(error).")
        }
    }
}
