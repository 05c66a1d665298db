import LMTransport
import Synchronization

/// Answers requests from a cassette, and from nothing else: it opens no socket and writes no file.
///
/// ```swift
/// let transport = try ReplayTransport(Cassette(contentsOf: "hello.cassette.jsonl"))
/// // … use the transport …
/// try transport.verifyUsed()
/// ```
///
/// Each recorded interaction answers one request; interactions whose requests are the same answer in the order in which they
/// were recorded. There is no other order, so requests may be sent in parallel.
public final class ReplayTransport: HTTPTransport {
    /// How to replay.
    public struct Options: Sendable {
        /// When a request is a recorded one.
        public var matcher: RequestMatcher
        /// Into what chunks bodies are cut.
        public var segmentation: Segmentation
        /// How fast they come.
        public var speed: ReplaySpeed
        /// What goes wrong on purpose.
        public var faults: [Fault]
        /// What is redacted before requests are compared or shown.
        public var redaction: Redaction
        /// Whether a consumer that let go of an answer while it was recorded, and asks for more of it now, is kept waiting
        /// until it lets go again, ten seconds at most; otherwise the answer breaks there.
        public var awaitsCancellation: Bool
        /// The cassette's name, for reports.
        public var name: String?
        /// The command that records what is missing, for reports.
        public var recordCommand: String?

        /// Makes options.
        public init(
            matcher: RequestMatcher = .standard, segmentation: Segmentation = .recorded,
            speed: ReplaySpeed = .instant, faults: [Fault] = [], redaction: Redaction = .standard,
            awaitsCancellation: Bool = false, name: String? = nil, recordCommand: String? = nil
        ) {
            self.matcher = matcher
            self.segmentation = segmentation
            self.speed = speed
            self.faults = faults
            self.redaction = redaction
            self.awaitsCancellation = awaitsCancellation
            self.name = name
            self.recordCommand = recordCommand
        }
    }

    private struct State {
        var store: InteractionStore
        var comparing: Redactor
        var showing: Redactor
        var requests = 0
        var attempts: [RequestKey: Int] = [:]
        var report = ReplayReport()
    }

    /// What a request meets.
    enum Answer {
        case status(Int, retryAfter: Duration?)
        case interaction(Interaction, faults: [Fault.Effect])
    }

    private let options: Options
    private let clock: any Clock<Duration>
    private let use: CassetteUse
    /// The interactions as they are before any was used.
    private let unused: InteractionStore
    private let state: Mutex<State>

    /// Makes a transport of a cassette.
    ///
    /// - Parameters:
    ///   - cassette: the recording. The redaction policy is applied to it too.
    ///   - options: how to replay.
    ///   - clock: what the gaps are waited on.
    public convenience init(
        _ cassette: Cassette, options: Options = Options(), clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(Self.store(of: cassette.interactions, options: options), options: options, clock: clock)
    }

    /// Makes a transport of a cassette that others use too.
    convenience init(_ cassette: Cassette, options: Options, use: CassetteUse?, clock: any Clock<Duration>) {
        self.init(Self.store(of: cassette.interactions, options: options), options: options, use: use, clock: clock)
    }

    /// Makes a transport of interactions that were indexed already.
    init(_ store: InteractionStore, options: Options, use: CassetteUse? = nil, clock: any Clock<Duration>) {
        self.options = options
        self.use = use ?? CassetteUse()
        unused = store
        self.clock = clock
        state = Mutex(
            State(
                store: store, comparing: Redactor(options.redaction, comparing: true),
                showing: Redactor(options.redaction)))
    }

    /// A transport that answers from the whole cassette, whatever was used of it, and fails as a plan says. What it uses
    /// counts as used here, and it has a report of its own.
    public func failing(_ plan: FaultPlan) -> ReplayTransport {
        var options = options
        options.faults.append(plan.fault)
        return ReplayTransport(unused, options: options, use: use, clock: clock)
    }

    /// Redacts and indexes interactions.
    static func store(of interactions: [Interaction], options: Options) -> InteractionStore {
        var redactor = Redactor(options.redaction)
        return InteractionStore(
            interactions.map { redactor.redact($0) }, matcher: options.matcher, redaction: options.redaction)
    }

    /// Answers a request.
    ///
    /// Throws ``ReplayMiss`` where no recorded interaction answers it, and `TransportError` where the interaction broke before
    /// its head, or a time of the request runs out on the replay's clock.
    public nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        let host = request.url.host()
        let timing = ReplayTiming(clock: clock, timeouts: request.timeouts, host: host)
        switch try answer(to: RecordedRequest(unclean: request), faults: options.faults) {
        case .status(let code, let retryAfter): return Self.statusResponse(code, retryAfter: retryAfter)
        case .interaction(let interaction, let faults):
            guard let response = interaction.response else {
                // It was let go of before an answer came, and waits for that again.
                if options.awaitsCancellation, interaction.ending?.how == .cancelled {
                    try await timing.waitForHead(until: ReplayTiming.patience)
                }
                throw ReplayTiming.error(
                    interaction.ending?.failure ?? .closedBeforeResponse, host: host, received: 0)
            }
            let plan = BodyPlan(
                interaction, segmentation: options.segmentation, speed: options.speed, faults: faults)
            if let offset = plan.headOffset { try await timing.waitForHead(until: offset) }
            return HTTPResponse(
                status: response.status, headers: response.headers.fields,
                body: HTTPBody(
                    ReplayBody(plan, timing: timing, host: host, awaitsCancellation: options.awaitsCancellation)))
        }
    }

    /// What the replay came to so far.
    public var report: ReplayReport {
        var report = state.withLock { $0.report }
        report.unused = unusedInteractions.map(\.number)
        return report
    }

    /// The recorded interactions that no request was answered with, redacted.
    public var unusedInteractions: [Interaction] {
        let used = use.numbers
        return unused.interactions.filter { !used.contains($0.number) }
    }

    /// Checks that every recorded interaction was asked for.
    ///
    /// - Throws: ``UnusedInteractions`` where one was not.
    public func verifyUsed() throws(UnusedInteractions) {
        let unused = unusedInteractions
        guard !unused.isEmpty else { return }
        throw UnusedInteractions(unused, cassette: options.name)
    }

    /// Finds the answer to a request, and notes that it was given.
    func answer(to request: RecordedRequest, faults: [Fault]) throws(ReplayMiss) -> Answer {
        try state.withLock { (state) throws(ReplayMiss) in
            state.requests += 1
            let number = state.requests
            let compared = state.store.isExact(request) ? request : state.comparing.redact(request)
            var attempt = 1
            if !faults.isEmpty {
                let key = RequestKey(compared)
                attempt = state.attempts[key, default: 0] + 1
                state.attempts[key] = attempt
            }
            var effects: [Fault.Effect] = []
            let outcome = state.store.take(compared, number: number, use: use) { interaction in
                effects = faults.filter { $0.strikes(attempt: attempt, at: interaction.number) }.map(\.effect)
                return !effects.isEmpty
            }
            switch outcome {
            case .found(let index):
                let interaction = state.store.interactions[index]
                // The default matcher lets nothing pass that the check would find.
                let drift = options.matcher.isStandard ? [] : state.store.differences(of: compared, from: index)
                state.report.served.append(.init(request: number, interaction: interaction.number, drift: drift))
                for case .status(let code, let retryAfter) in effects {
                    return .status(code, retryAfter: retryAfter)
                }
                return .interaction(interaction.failing(by: effects), faults: effects)
            case .missed(let lastUsed):
                let miss = self.miss(request, compared, number, lastUsed: lastUsed, in: &state)
                state.report.missed.append(miss)
                throw miss
            }
        }
    }

    private func miss(
        _ request: RecordedRequest, _ compared: RecordedRequest, _ number: Int, lastUsed: Int?, in state: inout State
    ) -> ReplayMiss {
        var miss = ReplayMiss(
            request: state.showing.redact(request), requestNumber: number, command: options.recordCommand,
            cassette: options.name)
        let nearest = lastUsed == nil ? state.store.nearest(to: compared) : nil
        if let index = lastUsed ?? nearest?.index {
            miss.nearest = state.store.interactions[index].number
            miss.differences = nearest?.difference.lines ?? []
            miss.proposal = nearest?.difference.proposal
            miss.usedBy = state.store.usedBy[index]
        }
        return miss
    }

    static func statusResponse(_ code: Int, retryAfter: Duration?) -> HTTPResponse {
        var headers: HTTPFields = [.contentType: "application/json"]
        if let retryAfter {
            // The field counts whole seconds; less than asked for would make the client come too early.
            let (seconds, attoseconds) = retryAfter.components
            headers[.retryAfter] = String(seconds + (attoseconds > 0 ? 1 : 0))
        }
        let body = #"{"code":"\#(code)","error":"Status \#(code), replayed on purpose."}"#
        return HTTPResponse(status: code, headers: headers, body: HTTPBody(chunks: [Array(body.utf8)]))
    }
}
