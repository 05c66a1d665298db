import LMReplay
import LMTransport

/// A recording proxy on this machine and the cassette that it fills, from their start to their end.
struct ProxyRecording: Sendable {
    /// How long the end of an answer is waited for when its client is gone.
    private static let grace = Duration.seconds(2)

    let path: String
    let proxy: RecordingProxy
    /// The address that the proxy stands for.
    let upstream: String
    private let cassette: CassetteTransport
    private let console: Console

    /// Starts a recording.
    ///
    /// - Parameter observer: Is told of each request.
    init(
        _ invocation: Invocation, path: String, mode: CassetteMode, upstream address: String?,
        replay: ReplayTransport.Options = .init(), observer: (@Sendable (ServedExchange) -> Void)? = nil
    ) throws(CLIError) {
        let arguments = invocation.arguments
        try Self.check(mode, invocation.environment)
        let server = try Self.server(invocation, address: address)
        let credential = server.credential
        let recording = try RecordingOptions.recorder(invocation)
        let upstream = server.baseURL.url.absoluteString
        self.path = path
        self.upstream = upstream
        console = invocation.console
        (cassette, proxy) = try CassetteFailure.rethrowing { () throws(CassetteError) in
            let cassette = try CassetteTransport(
                path: path, mode: mode,
                upstream: KeyedTransport(
                    base: NetworkTransport(), credential: credential, origin: Origin(server.baseURL.url)),
                replay: replay, recording: recording)
            do throws(CassetteError) {
                var options = RecordingProxy.Options(
                    port: UInt16(arguments.int(.port) ?? 0), timeouts: server.timeouts, observer: observer)
                options.hosts = ListenOptions.hosts(arguments)
                return (cassette, try RecordingProxy(upstream: upstream, cassette: cassette, options: options))
            } catch {
                cassette.discard()
                throw error
            }
        }
        if let credential { cassette.remember(credential) }
    }

    /// Throws where a run of continuous integration would change a cassette that is there.
    private static func check(_ mode: CassetteMode, _ environment: Environment) throws(CLIError) {
        guard mode == .recordMissing else { return }
        var variables: [String: String] = [:]
        for name in ["CI", CassetteMode.allowVariable] { variables[name] = environment[name] }
        do throws(CassetteModeError) {
            try mode.checkAllowed(in: variables)
        } catch {
            throw .usage("\(error)")
        }
    }

    /// The server behind the proxy. Its address says whose key it may get, not the model, which the client chooses.
    private static func server(_ invocation: Invocation, address: String?) throws(CLIError) -> ServerChoice {
        try ServerChoice(
            ServerOptions(invocation.arguments), invocation.providers, wanted: .init(address: address), isSent: true)
    }

    /// Serves while work is done, and then waits for the answers that are still coming.
    nonisolated(nonsending) func serving<Value: Sendable>(
        _ work: () async throws(CLIError) -> Value
    ) async throws(CLIError) -> Value {
        async let _: Void = proxy.run()
        let value = try await work()
        await proxy.waitUntilIdle(atMost: Self.grace)
        return value
    }

    /// What was replayed; `nil` where the mode does not replay.
    var report: ReplayReport? { cassette.report }

    /// Ends the recording, and says what it came to. Gives whether there is a cassette.
    nonisolated(nonsending) func finish(wasUsed: Bool) async throws(CLIError) -> Bool {
        guard wasUsed || cassette.mode == .recordMissing else {
            cassette.discard()
            return false
        }
        let receipt: CassetteRecorder.Receipt?
        do {
            receipt = try await cassette.finish(allowUnused: true)
        } catch let error as CassetteError {
            throw CassetteFailure.report(error)
        } catch {
            throw FailureReport.error(for: error)
        }
        if let report {
            console.hint("\(report.served.count) answered from the cassette, \(report.missed.count) recorded")
        }
        if receipt != nil { console.hint(RecordingEnd.summary(of: path)) }
        return receipt != nil || report?.served.isEmpty == false
    }

    /// Ends the recording without a cassette.
    func discard() { cassette.discard() }
}
