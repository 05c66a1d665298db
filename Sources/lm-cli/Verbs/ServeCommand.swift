import LMReplay

/// `lm-cli serve`: cassettes behind an address, for programs in any language.
enum ServeCommand {
    static let spec: CommandSpec = CommandSpec(
        name: "serve",
        summary: "Answer any program's requests from cassettes, on this machine. The network is not used.",
        discussion: [
            "The base URL is the only line on standard output. A program takes it as its base URL and needs to know nothing "
                + "else; with header fields it chooses for each request: x-lm-cassette, x-lm-run, x-lm-speed, x-lm-cuts, "
                + "x-lm-fault. What was served, missed and not used is said at the end, and at /_lm/report to who sends "
                + "the --report-token as x-lm-token. Web pages of other origins are refused, and so is every host but "
                + "this machine's."
        ],
        arguments: [
            ArgumentSpec("cassette", .one, .cassette, "A cassette, its bare name, or a folder of them.")
        ],
        groups: [
            OptionGroup(
                title: "OPTIONS",
                options: [
                    ListenOptions.port, ListenOptions.host, ListenOptions.readyFD, ListenOptions.urlFile,
                    PlaybackOptions.speed(default: "instant; realtime on a terminal"),
                    OptionSpec(
                        .match, .value("fields", .text),
                        "What must agree: \(ValueKind.list(MatchFields.names, last: "and")).",
                        default: "all but what differs from run to run"),
                    OptionSpec(.allowRemote, .on, "Let other machines connect. Needs --token."),
                    OptionSpec(.token, .value("text", .text), "What clients must send then. @file reads a file."),
                    OptionSpec(
                        .reportToken, .value("text", .text), "What /_lm/report asks for. @file reads a file.",
                        default: "no report over HTTP"),
                ]),
            PlaybackOptions.faults,
        ],
        examples: [
            "lm-cli serve Fixtures --port 8080",
            "OPENAI_BASE_URL=http://127.0.0.1:8080/v1 python3 app.py",
            "lm-cli serve hello --status 429:2s*1 --shake 7",
        ],
        exits: [.success, .replayMiss, .usage, .data, .noInput, .cannotCreate, .interrupt],
        action: .task(run))

    @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
        let arguments = invocation.arguments
        let console = invocation.console
        let path = CassetteName.path(arguments.words[0])
        let replay = try PlaybackOptions.replay(
            arguments, speed: console.output.isTerminal ? .recorded : .instant, matcher: MatchFields.matcher(arguments),
            recordCommand: FileDescriptor.isRegularFile(path)
                ? "lm-cli record -o \(ShellQuoting.quoted(path)) --mode missing -- CMD" : nil)
        let log = ServerLog(console: console, speed: word(for: replay.speed))
        var options = ReplayServer.Options(
            port: UInt16(arguments.int(.port) ?? 0), access: try access(invocation), replay: replay,
            observer: { log.write($0) })
        options.hosts = ListenOptions.hosts(arguments)
        options.reportToken = try arguments.value(.reportToken).map { token throws(CLIError) in
            try Self.token(token, invocation)
        }
        let server = try CassetteFailure.rethrowing { () throws(CassetteError) in
            try ReplayServer(path: path, options: options)
        }
        try ListenOptions.announce(server.baseURL, invocation)
        await invocation.interruption.gracefully { await server.run() }
        let totals = server.totals
        console.hint("served \(totals.served), missed \(totals.misses.count), unused \(totals.unused)")
        guard totals.misses.isEmpty else { return .code(.replayMiss) }
        return invocation.interruption.received.map { .signal($0) } ?? .success
    }

    private static func access(_ invocation: Invocation) throws(CLIError) -> ReplayServer.Access {
        guard let token = invocation.arguments.value(.token) else {
            guard !invocation.arguments.isOn(.allowRemote) else {
                throw .usage(
                    "--allow-remote needs a token, or everybody could read the cassettes.", hint: "Add: --token @FILE")
            }
            return .loopback
        }
        guard invocation.arguments.isOn(.allowRemote) else {
            throw .usage("--token goes with --allow-remote.", hint: "Only this machine can connect without it.")
        }
        return .everyone(token: try Self.token(token, invocation))
    }

    /// A token as it is written, or the one in the file that is named behind an @.
    private static func token(_ text: String, _ invocation: Invocation) throws(CLIError) -> String {
        guard text.hasPrefix("@") else { return text }
        return try KeyChoice.key(ofFile: String(text.dropFirst()), environment: invocation.environment)
    }

    private static func word(for speed: ReplaySpeed) -> String {
        switch speed {
        case .instant: "instant"
        case .recorded: "realtime"
        case .scaled(let factor): "\(factor)x"
        }
    }
}
