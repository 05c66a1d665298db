import LMReplay
import Synchronization

/// `lm-cli proxy`: a recording proxy for whatever is run beside it.
enum ProxyCommand {
    static let spec: CommandSpec = CommandSpec(
        name: "proxy",
        summary: "Pass any program's requests on to a server, and record them until Ctrl-C.",
        discussion: [
            "The base URL is the only line on standard output. Only programs of this machine can connect. What a program "
                + "sends to authenticate itself is passed on and never recorded; a request without it gets the key that "
                + "lm-cli has for the server."
        ],
        usage: ["-o <cassette> [OPTIONS]"],
        groups: [
            OptionGroup(
                title: "OPTIONS",
                options: [
                    OptionSpec(
                        .output, short: "o", .value("cassette", .cassette),
                        "Where it goes. In a folder, the file is named after the time."),
                    OptionSpec(.upstream, .value("url", .url), "The server's base URL.", default: Provider.xai.baseURL),
                    ListenOptions.port, ListenOptions.host, ListenOptions.readyFD, ListenOptions.urlFile,
                    RecordingOptions.mode, RecordingOptions.force, RecordingOptions.keepPartial,
                    RecordingOptions.redact,
                ]),
            AskOptions.server,
        ],
        examples: ["lm-cli proxy -o Cassettes/ --upstream https://api.x.ai/v1"],
        exits: [.success, .negative, .usage, .cannotCreate, .cutOff, .interrupt],
        action: .task(run))

    @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
        let arguments = invocation.arguments
        guard let name = arguments.value(.output) else {
            throw CLIError.usage(
                "proxy needs to know where the cassette goes.", hint: "Such as: lm-cli proxy -o session.cassette.jsonl")
        }
        let path = try path(for: name)
        let mode = RecordingOptions.mode(arguments)
        try RecordingOptions.check(path, mode)
        let log = ServerLog(console: invocation.console)
        let count = Mutex(0)
        let recording = try ProxyRecording(
            invocation, path: path, mode: mode == .missing ? .recordMissing : .rerecord,
            upstream: arguments.value(.upstream),
            observer: { exchange in
                count.withLock { $0 += 1 }
                log.write(exchange)
            })
        do {
            try ListenOptions.announce(recording.proxy.baseURL, invocation)
        } catch {
            recording.discard()
            throw error
        }
        invocation.console.hint("recording proxy \(recording.proxy.baseURL) → \(recording.upstream)")
        await invocation.interruption.gracefully { await recording.proxy.run() }
        let isWritten = try await recording.finish(wasUsed: count.withLock { $0 } > 0)
        if !isWritten { invocation.console.hint("nothing was recorded") }
        return invocation.interruption.received.map { .signal($0) } ?? .success
    }

    /// The path of the cassette: in a folder, a new file.
    private static func path(for name: String) throws(CLIError) -> String {
        let isFolder = name.hasSuffix("/") || FileDescriptor.exists(name) && !FileDescriptor.isRegularFile(name)
        guard isFolder else { return CassetteName.newPath(name) }
        let path = (name.hasSuffix("/") ? name : name + "/") + TimeOfDay.fileName() + CassetteName.suffix
        do throws(SystemError) {
            try PrivateFile.makeFolder(above: path)
        } catch {
            throw CLIError(.cannotCreate, "cannot make \(name): \(error).")
        }
        return path
    }
}
