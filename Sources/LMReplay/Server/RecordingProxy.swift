import LMTransport
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Forwards any program's HTTP requests from loopback to a server, and records the exchanges.
///
/// ```swift
/// let recorder = try CassetteRecorder(path: "session.cassette.jsonl")
/// let proxy = try RecordingProxy(upstream: "https://api.x.ai/v1", recorder: recorder, over: CurlTransport())
/// // run the program with `proxy.environment`, while `await proxy.run()` serves it
/// try await recorder.finish()
/// ```
///
/// Chunks go on to the client as they come. What a client sends to authenticate itself is forwarded, never recorded, and
/// looked for in the recording before that becomes a cassette. Where a client hangs up, the rest of the answer is still
/// recorded; where the server fails, the client gets an error that says so, and the recording has the failure.
public final class RecordingProxy: Sendable {
    /// How to serve.
    public struct Options: Sendable {
        /// The port; 0 takes a free one. Only programs of this machine can connect.
        public var port: UInt16
        /// The names besides those of the loopback by which clients may call the proxy.
        public var hosts: Set<String> = []
        /// What is taken from clients.
        public var limits: HTTPServerLimits
        /// How long to wait for the server.
        public var timeouts: Timeouts
        /// Is told what became of each request, once it is answered; for a log.
        public var observer: (@Sendable (ServedExchange) -> Void)?

        /// Makes options.
        public init(
            port: UInt16 = 0, limits: HTTPServerLimits = .init(), timeouts: Timeouts = Timeouts(),
            observer: (@Sendable (ServedExchange) -> Void)? = nil
        ) {
            self.port = port
            self.limits = limits
            self.timeouts = timeouts
            self.observer = observer
        }
    }

    /// The environment variables from which programs take their base URL.
    public static let variables = ["XAI_BASE_URL", "OPENAI_BASE_URL", "LM_BASE_URL", "GROK_MODELS_BASE_URL"]

    private let server: HTTPServer
    private let upstream: Upstream
    private let transport: any HTTPTransport
    private let remember: @Sendable (Credential) -> Void
    private let options: Options
    private let clock: any Clock<Duration>
    /// How many requests are being answered.
    private let open = Mutex(0)
    /// Says that the last of them was answered.
    private let idle = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// Makes a proxy that records all that goes through.
    ///
    /// - Parameters:
    ///   - upstream: the base URL of the server, such as `https://api.x.ai/v1`.
    ///   - recorder: what records; finishing it is the caller's.
    ///   - transport: the network.
    /// - Throws: ``CassetteError`` where the address is none, or the port is taken.
    public convenience init(
        upstream: String, recorder: CassetteRecorder, over transport: some HTTPTransport,
        options: Options = Options(), clock: any Clock<Duration> = ContinuousClock()
    ) throws(CassetteError) {
        try self.init(
            upstream: upstream, transport: recorder.transport(over: transport), options: options, clock: clock
        ) { recorder.remember($0) }
    }

    /// Makes a proxy that answers as a cassette's mode says: from the cassette, from the server, or from both.
    ///
    /// - Throws: ``CassetteError`` where the address is none, or the port is taken.
    public convenience init(
        upstream: String, cassette: CassetteTransport, options: Options = Options(),
        clock: any Clock<Duration> = ContinuousClock()
    ) throws(CassetteError) {
        try self.init(upstream: upstream, transport: cassette, options: options, clock: clock) {
            cassette.remember($0)
        }
    }

    /// Makes a proxy that answers over a transport and records nothing, unless the transport does.
    ///
    /// - Throws: ``CassetteError`` where the address is none, or the port is taken.
    public convenience init(
        upstream: String, over transport: any HTTPTransport, options: Options = Options(),
        clock: any Clock<Duration> = ContinuousClock()
    ) throws(CassetteError) {
        try self.init(upstream: upstream, transport: transport, options: options, clock: clock) { _ in }
    }

    private init(
        upstream: String, transport: any HTTPTransport, options: Options, clock: any Clock<Duration>,
        remember: @escaping @Sendable (Credential) -> Void
    ) throws(CassetteError) {
        guard let upstream = Upstream(upstream) else {
            throw CassetteError(
                .badName, "The upstream has to be an http or https address without user info.",
                remedy: "Such as https://api.x.ai/v1.")
        }
        self.upstream = upstream
        do throws(SocketError) {
            server = try HTTPServer(
                address: 0x7F00_0001, port: options.port, limits: options.limits,
                policy: RequestGuard(hosts: options.hosts, upstream: upstream.origin.host), clock: clock)
        } catch {
            throw CassetteError(
                .busy, "Port \(options.port) cannot be listened on (\(error)).",
                remedy: "Choose another, or 0 for a free one.")
        }
        self.transport = transport
        self.remember = remember
        self.options = options
        self.clock = clock
    }

    /// The port it listens on.
    public var port: UInt16 { server.port }

    /// The base URL for clients, with the path that the upstream's has.
    public var baseURL: String { "http://127.0.0.1:\(port)\(upstream.basePath)" }

    /// The environment variables that lead a program here.
    public var environment: [String: String] {
        Dictionary(uniqueKeysWithValues: Self.variables.map { ($0, baseURL) })
    }

    /// Serves until the task is cancelled.
    public func run() async {
        await server.run { [self] request, responder in try await forward(request, responder) }
    }

    /// Waits until no request is being answered, or a time is over.
    ///
    /// A client is done at the last event, which is before the end of the body: whoever ends the proxy with its client
    /// waits here first, so that the recording has its end.
    public func waitUntilIdle(atMost limit: Duration) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                guard open.withLock({ $0 > 0 }) else { return }
                for await _ in idle.stream where open.withLock({ $0 == 0 }) { return }
            }
            group.addTask { [clock] in try? await clock.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
    }

    private func forward(_ request: ServerRequest, _ responder: ServerResponder) async throws {
        var exchange = ServedExchange(request, target: request.target)
        let stopwatch = Stopwatch(clock)
        open.withLock { $0 += 1 }
        defer {
            let isLast = open.withLock { count in
                count -= 1
                return count == 0
            }
            if isLast { idle.continuation.yield() }
            exchange.duration = stopwatch.elapsed
            options.observer?(exchange)
        }
        let upstream: HTTPRequest?
        do throws(TransportError) { upstream = try upstreamRequest(request) } catch {
            exchange.outcome = .refused(error.message)
            exchange.status = 502
            return try await refuse(502, error.message, request, responder)
        }
        guard let upstream else {
            exchange.outcome = .refused("The path is no part of an address.")
            exchange.status = 400
            return try await responder.refuse(400, "The path is no part of an address.")
        }
        let response: HTTPResponse
        do {
            response = try await transport.send(upstream)
        } catch {
            guard let (status, message) = Self.refusal(for: error) else { throw error }
            exchange.outcome = (error as? ReplayMiss).map { .missed($0) } ?? .refused(message)
            exchange.status = status
            return try await refuse(status, message, request, responder)
        }
        exchange.outcome = .forwarded
        exchange.status = response.status
        try await relay(response, to: responder)
    }

    /// The status and the words with which a client is told that there is no answer; `nil` where nobody is there to be
    /// told.
    private static func refusal(for error: any Error) -> (Int, String)? {
        switch error {
        case let error as TransportError:
            if case .timeout = error.kind { (504, error.message) } else { (502, error.message) }
        case let miss as ReplayMiss: (409, miss.description)
        case let error as CassetteError: (500, error.description)
        default: nil
        }
    }

    private func relay(_ response: HTTPResponse, to responder: ServerResponder) async throws {
        var clientError: (any Error)?
        do {
            try await responder.begin(status: response.status, headers: ProxyHeaders.forClient(response.headers))
        } catch { clientError = error }
        do {
            for try await chunk in response.body {
                // A client that is gone does not end the recording.
                guard clientError == nil else { continue }
                do {
                    try await responder.write(chunk)
                } catch { clientError = error }
            }
        } catch let error as TransportError {
            return error.kind == .connectionReset ? await responder.reset() : responder.abort()
        }
        if let clientError { throw clientError }
        try await responder.end()
    }

    private func refuse(
        _ status: Int, _ message: String, _ request: ServerRequest, _ responder: ServerResponder
    ) async throws {
        try await responder.send(
            json: ProviderError.body(message, code: "recording_proxy", path: request.target, host: upstream.address),
            status: status)
    }

    private func upstreamRequest(_ request: ServerRequest) throws(TransportError) -> HTTPRequest? {
        guard let url = upstream.url(target: request.target) else { return nil }
        let (headers, credentials) = ProxyHeaders.forServer(request.headers)
        for credential in credentials { remember(credential) }
        var forwarded = HTTPRequest(
            method: request.method, url: url, headers: headers, body: request.body, timeouts: options.timeouts)
        if let credential = credentials.first { try forwarded.attach(credential, for: upstream.origin) }
        // A request has room for one credential; the others go as what they are.
        for credential in credentials.dropFirst() {
            forwarded.headers.append(credential.field.name, credential.field.value)
        }
        return forwarded
    }
}
