import LMJSON
import LMTransport
import Synchronization

/// Answers any program's HTTP requests from cassettes, on loopback.
///
/// ```swift
/// let server = try ReplayServer(path: "Fixtures")
/// print("\(server.address)/v1")   // the base URL to set
/// await server.run()              // until the task is cancelled
/// ```
///
/// A client sets its base URL and needs to know nothing else. It may choose with header fields:
///
/// | field | meaning |
/// |---|---|
/// | `x-lm-cassette` | the only cassette that answers, by its name |
/// | `x-lm-run` | a run of its own: every recording is there again, for instance for one test |
/// | `x-lm-speed` | `instant`, `recorded`, `4x` |
/// | `x-lm-cuts` | `recorded`, `event`, `whole`, `byte`, `seed:7` |
/// | `x-lm-fault` | `drop:3`, `reset:4097`, `stall:2:60s`, `corrupt:5`, `status:429:2s`, each also `…*k` for the first k attempts |
///
/// Clients that cannot set header fields put `/_lm/cassette/NAME` and `/_lm/run/ID` before the path. `/_lm/health` says
/// that the server is there, `/_lm/report` what was served, missed and not used, as JSON. A request that is on no
/// cassette is answered with 409 and the report of the miss, in the shape of the provider's errors.
public final class ReplayServer: Sendable {
    /// Who may connect.
    public enum Access: Sendable, Hashable {
        /// Programs of this machine.
        case loopback
        /// Everybody who sends the token, as `x-lm-token` or as a bearer token.
        case everyone(token: String)
    }

    /// How to serve.
    public struct Options: Sendable {
        /// The port; 0 takes a free one.
        public var port: UInt16
        /// Who may connect.
        public var access: Access
        /// The names besides those of the loopback by which clients may call the server.
        public var hosts: Set<String> = []
        /// What `/_lm/report` asks for, as `x-lm-token`; `nil` if it is not given to clients at all: it names files of this
        /// machine.
        public var reportToken: String?
        /// How to replay where a request does not say.
        public var replay: ReplayTransport.Options
        /// What is taken from clients.
        public var limits: HTTPServerLimits
        /// How long a connection is held whose recording ended in silence.
        public var silence: Duration
        /// How many runs are kept apart at most.
        public var runs: Int
        /// Is told what became of each request, once it is answered; for a log.
        public var observer: (@Sendable (ServedExchange) -> Void)?

        /// Makes options.
        public init(
            port: UInt16 = 0, access: Access = .loopback, replay: ReplayTransport.Options = .init(),
            limits: HTTPServerLimits = .init(), silence: Duration = .seconds(60), runs: Int = 10_000,
            observer: (@Sendable (ServedExchange) -> Void)? = nil
        ) {
            self.port = port
            self.access = access
            self.replay = replay
            self.limits = limits
            self.silence = silence
            self.runs = runs
            self.observer = observer
        }
    }

    private let server: HTTPServer
    private let library: ReplayLibrary
    private let options: Options
    private let clock: any Clock<Duration>

    /// Serves a cassette, or all cassettes of a folder and the folders in it.
    ///
    /// - Throws: ``CassetteError`` where one of them cannot be read, there is none, or the port is taken.
    public convenience init(
        path: String, options: Options = Options(), clock: any Clock<Duration> = ContinuousClock()
    ) throws(CassetteError) {
        try self.init(cassettes: CassetteFolder.cassettes(at: path), options: options, clock: clock)
    }

    /// Serves cassettes by their names.
    ///
    /// - Throws: ``CassetteError`` where the port is taken.
    public init(
        cassettes: [String: Cassette], options: Options = Options(), clock: any Clock<Duration> = ContinuousClock()
    ) throws(CassetteError) {
        let address: UInt32 =
            switch options.access {
            case .loopback: 0x7F00_0001
            case .everyone: 0
            }
        var policy = RequestGuard(hosts: options.hosts)
        // Whoever may come from elsewhere has a token, and calls the machine by whatever name it has there.
        if case .everyone = options.access { policy.hosts = nil }
        do throws(SocketError) {
            server = try HTTPServer(
                address: address, port: options.port, limits: options.limits, policy: policy, clock: clock)
        } catch {
            throw CassetteError(
                .busy, "Port \(options.port) cannot be listened on (\(error)).",
                remedy: "Choose another, or 0 for a free one.")
        }
        library = ReplayLibrary(cassettes, options: options.replay, runLimit: options.runs, clock: clock)
        self.options = options
        self.clock = clock
    }

    /// The port it listens on.
    public var port: UInt16 { server.port }

    /// The address to which clients add their paths, such as `http://127.0.0.1:40211`.
    public var address: String { "http://127.0.0.1:\(port)" }

    /// The base URL for clients: the address, with the path that the recorded endpoints have in common.
    public var baseURL: String { address + library.basePath }

    /// How many connections are open.
    var connectionCount: Int { server.connectionCount }

    /// Serves until the task is cancelled.
    public func run() async {
        await server.run { [self] request, responder in try await serve(request, responder) }
    }

    /// What one run came to, as `/_lm/report` gives it; the run without a name by default.
    public func report(run: String = "") -> JSONValue { library.report(run: run, cassette: nil) }

    /// What all runs together came to.
    public var totals: ReplayTotals { library.totals }

    /// Whether everything that was asked for was there.
    public func hasMisses(run: String = "") -> Bool { library.hasMisses(run: run) }

    // MARK: - Requests

    private func serve(_ request: ServerRequest, _ responder: ServerResponder) async throws {
        guard isAllowed(request) else {
            return try await responder.refuse(401, "This server asks for its token, as x-lm-token.")
        }
        let route = ReplayRoute(request)
        switch route.path.split(separator: "?", maxSplits: 1)[0] {
        case "/_lm/health":
            try await responder.send(json: ["status": "ok", "cassettes": .number(JSONNumber(library.count))])
        case "/_lm/report" where options.access == .loopback && !holds(options.reportToken, request):
            try await responder.refuse(403, "The report asks for the token that it was given, as x-lm-token.")
        case "/_lm/report":
            try await responder.send(json: library.report(run: route.run, cassette: route.cassette))
        case let path where path.hasPrefix("/_lm/"):
            try await responder.refuse(404, "There is no \(path) here: /_lm/health and /_lm/report are.")
        default: try await replay(request, route, responder)
        }
    }

    private func replay(_ request: ServerRequest, _ route: ReplayRoute, _ responder: ServerResponder) async throws {
        var exchange = ServedExchange(request, target: route.path)
        let stopwatch = Stopwatch(clock)
        defer {
            exchange.duration = stopwatch.elapsed
            options.observer?(exchange)
        }
        if let mistake = route.mistake {
            exchange.status = 400
            exchange.outcome = .refused(mistake)
            return try await responder.refuse(400, mistake)
        }
        let recorded = RecordedRequest(
            method: request.method, url: "http://127.0.0.1\(route.path)",
            headers: RecordedRequestHeaders(keeping: request.headers), body: request.body)
        let answer: ReplayTransport.Answer
        do throws(ReplayLibrary.Refusal) {
            answer = try library.answer(to: recorded, route: route)
        } catch {
            exchange.status = error.status
            exchange.outcome = error.miss.map { .missed($0) } ?? .refused(error.message)
            return try await responder.send(
                json: ProviderError.body(error.message, code: error.code, path: route.path, host: library.host),
                status: error.status)
        }
        switch answer {
        case .status(let code, let retryAfter):
            exchange.status = code
            exchange.outcome = .fault
            let response = ReplayTransport.statusResponse(code, retryAfter: retryAfter)
            let message = "Status \(code), replayed on purpose."
            let body = ProviderError.body(message, code: String(code), path: route.path, host: library.host)
            try await responder.send(status: code, headers: response.headers, body: body.bytes())
        case .interaction(let interaction, let faults):
            exchange.status = interaction.response?.status
            if let place = library.place(of: interaction, route: route) {
                exchange.outcome = .replayed(cassette: place.cassette, interaction: place.number)
            }
            let plan = BodyPlan(
                interaction, segmentation: route.segmentation ?? options.replay.segmentation,
                speed: route.speed ?? options.replay.speed, faults: faults)
            try await send(interaction, plan, to: responder)
        }
    }

    private func send(_ interaction: Interaction, _ plan: BodyPlan, to responder: ServerResponder) async throws {
        let never = Timeouts(connect: nil, firstByte: nil, idle: nil, total: nil)
        let timing = ReplayTiming(clock: clock, timeouts: never, host: nil)
        do {
            guard let response = interaction.response else {
                throw ReplayTiming.error(
                    interaction.ending?.failure ?? .closedBeforeResponse, host: nil, received: 0)
            }
            if let offset = plan.headOffset { try await timing.waitForHead(until: offset) }
            try await responder.begin(status: response.status, headers: response.headers.fields)
            let body = ReplayBody(plan, timing: timing, host: nil)
            while let chunk = try await body.next() { try await responder.write(chunk) }
            try await responder.end()
        } catch let error as TransportError {
            switch error.kind {
            case .connectionReset, .connectionRefused: await responder.reset()
            case .timeout:
                await responder.connection.waitForEnd(atMost: options.silence)
                responder.abort()
            default: responder.abort()
            }
        }
    }

    private func isAllowed(_ request: ServerRequest) -> Bool {
        guard case .everyone(let token) = options.access else { return true }
        return holds(token, request)
    }

    private func holds(_ token: String?, _ request: ServerRequest) -> Bool {
        guard let token else { return false }
        let bearer = request.headers[.authorization].flatMap { field in
            field.prefix(7).lowercased() == "bearer " ? String(field.dropFirst(7)) : nil
        }
        let sent = [request.headers["x-lm-token"], bearer]
        return !token.isEmpty && sent.contains { $0.map { Self.isEqual($0, token) } ?? false }
    }

    /// Compares in a time that does not tell how much of the token was right.
    private static func isEqual(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0) { $0 | $1.0 ^ $1.1 } == 0
    }
}
