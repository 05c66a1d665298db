import LMReplay
import LMTransport

/// `lm-cli replay CASSETTE -- CMD`: a program whose requests are answered from a cassette.
struct ReplayedProgram: Sendable {
    /// What is done with a request that is not on the cassette.
    enum OnMiss: String, CaseIterable, Sendable {
        case fail, forward, record
    }

    /// What came of the requests.
    private struct Totals {
        var used: Int
        var exchanges: Int
        var misses: [ReplayMiss]
        /// How many requests went to the network.
        var forwarded = 0
    }

    private let invocation: Invocation
    private let path: String
    private let options: ReplayTransport.Options

    init(_ invocation: Invocation, name: String) throws(CLIError) {
        self.invocation = invocation
        path = CassetteName.path(name)
        let command = ShellQuoting.quoted(invocation.arguments.command)
        options = try PlaybackOptions.replay(
            invocation.arguments, speed: .instant, name: path, matcher: MatchFields.matcher(invocation.arguments),
            recordCommand: "lm-cli record -o \(ShellQuoting.quoted(path)) --mode missing -- \(command)")
    }

    /// Runs the program to its end. Its exit code is the tool's, unless a request was not on the cassette.
    nonisolated(nonsending) func run() async throws(CLIError) -> ExitStatus {
        let (status, totals) =
            switch invocation.arguments.value(.onMiss).flatMap(OnMiss.init) ?? .fail {
            case .fail: try await replay()
            case .forward: try await forward()
            case .record: try await record()
            }
        invocation.console.hint(
            "served \(totals.used)/\(CassetteSummary.count(totals.exchanges, "exchange")), "
                + "\(totals.misses.count) miss\(totals.misses.count == 1 ? "" : "es"), "
                + CassetteSummary.count(totals.forwarded, "network connection"))
        guard totals.forwarded == 0, let last = totals.misses.last else { return status }
        for miss in totals.misses.dropLast() { invocation.console.report(report(miss)) }
        throw report(last)
    }

    private func report(_ miss: ReplayMiss) -> CLIError {
        var miss = miss
        miss.cassette = path
        miss.nearestCassette = nil
        return CassetteFailure.report(miss)
    }

    private nonisolated(nonsending) func replay() async throws(CLIError) -> (ExitStatus, Totals) {
        let server = try CassetteFailure.rethrowing { () throws(CassetteError) in
            try ReplayServer(path: path, options: .init(replay: options))
        }
        async let _: Void = server.run()
        let status = try await program(at: server.baseURL)
        let totals = server.totals
        return (status, Totals(used: totals.used, exchanges: totals.exchanges, misses: totals.misses))
    }

    private nonisolated(nonsending) func forward() async throws(CLIError) -> (ExitStatus, Totals) {
        let cassette = try load()
        let replay = ReplayTransport(cassette, options: options)
        let upstream = try upstream(of: cassette)
        let proxy = try CassetteFailure.rethrowing { () throws(CassetteError) in
            try RecordingProxy(upstream: upstream, over: FallbackTransport(replay: replay, network: NetworkTransport()))
        }
        async let _: Void = proxy.run()
        let status = try await program(at: proxy.baseURL)
        return (status, totals(of: replay.report))
    }

    private nonisolated(nonsending) func record() async throws(CLIError) -> (ExitStatus, Totals) {
        let recording = try ProxyRecording(
            invocation, path: path, mode: .recordMissing, upstream: upstream(of: load()), replay: options)
        let status = try await recording.serving { () throws(CLIError) in
            try await program(at: recording.proxy.baseURL)
        }
        let report = recording.report
        _ = try await recording.finish(wasUsed: true)
        return (status, totals(of: report))
    }

    private nonisolated(nonsending) func program(at baseURL: String) async throws(CLIError) -> ExitStatus {
        try await ForegroundProgram.run(
            invocation.arguments.command, variables: ProgramVariables.of(baseURL, invocation),
            interruption: invocation.interruption)
    }

    private func load() throws(CLIError) -> Cassette {
        try CassetteFailure.rethrowing { () throws(CassetteError) in try Cassette(contentsOf: path) }
    }

    /// The base URL that was recorded.
    private func upstream(of cassette: Cassette) throws(CLIError) -> String {
        guard let interaction = cassette.interactions.first else {
            throw CLIError(.data, "\(path) has no exchanges, so that no server is known to ask for more.")
        }
        return interaction.baseURL
    }

    private func totals(of report: ReplayReport?) -> Totals {
        guard let report else { return Totals(used: 0, exchanges: 0, misses: []) }
        let used = Set(report.served.map(\.interaction)).count
        return Totals(
            used: used, exchanges: used + report.unused.count, misses: report.missed, forwarded: report.missed.count)
    }
}

/// Answers from a cassette, and from the network what is not on it.
private struct FallbackTransport: HTTPTransport {
    let replay: ReplayTransport
    let network: NetworkTransport

    nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        do {
            return try await replay.send(request)
        } catch is ReplayMiss {
            return try await network.send(request)
        }
    }
}
