import Synchronization

/// A backend that plays a script: for tests of what stands above a model, yours too.
///
/// Each request takes the next script; the requests are kept, to be asserted on.
///
/// ```swift
/// let backend = ScriptedBackend([.text("Hello."), .text("Bye.")])
/// let session = LanguageModelSession(model: backend)
/// ```
public final class ScriptedBackend: LanguageModelBackend {
    /// What happens at one request.
    public struct Script: Sendable {
        /// One step of a script.
        public enum Step: Sendable {
            /// Events that arrive together.
            case events([GenerationEvent])
            /// Time that passes on the backend's clock before the next step.
            case wait(Duration)
            /// Runs when the consumer gets here, such as to tell a test or to wait for it.
            case perform(@Sendable () async throws -> Void)
            /// The stream breaks.
            case fail(any Error)
        }
        /// Thrown in place of a stream: the request failed before its first event.
        public var refusal: (any Error)?
        /// The steps, in order.
        public var steps: [Step]

        /// Makes a script of steps.
        public init(_ steps: [Step]) { self.steps = steps }

        /// A request that fails before its first event.
        public static func failing(_ error: any Error) -> Script {
            var script = Script([])
            script.refusal = error
            return script
        }

        /// An answer in pieces, each of which arrives on its own.
        public static func text(
            _ pieces: String..., finish: FinishReason = FinishReason(.stop), usage: Usage? = nil
        ) -> Script {
            let id = PartID(item: 0)
            var steps: [Step] = [.events([.started(ResponseInfo()), .textStart(id)])]
            steps += pieces.map { .events([.textDelta(id, $0)]) }
            var end: [GenerationEvent] = [.textEnd(id, text: pieces.joined())]
            if let usage { end.append(.usage(usage)) }
            steps.append(.events(end + [.finished(finish)]))
            return Script(steps)
        }

        /// Calls of tools, each with its identifier, its name and its arguments as JSON.
        public static func toolCalls(_ calls: (id: String, name: String, arguments: String)...) -> Script {
            var events: [GenerationEvent] = [.started(ResponseInfo())]
            for (item, call) in calls.enumerated() {
                let id = PartID(item: item)
                events.append(.toolCallStart(id, callID: call.id, name: call.name))
                events.append(.toolCallDelta(id, call.arguments))
                events.append(.toolCallEnd(id, arguments: call.arguments, isComplete: true))
            }
            return Script([.events(events), .events([.finished(FinishReason(.toolCalls))])])
        }
    }

    /// A request came for which there is no script.
    public struct ScriptExhausted: LanguageModelFailure {
        /// How many scripts there were.
        public var count: Int
        /// What kind of failure it is.
        public var category: FailureCategory { .configuration }
        /// Whether and when another try makes sense.
        public var retryAdvice: RetryAdvice { .never }
        /// What the server said, capped and without secrets.
        public var evidence: FailureEvidence? { nil }
        /// What had been received when it failed.
        public var partial: PartialOutput? { nil }
        /// What happened and what to do about it, in a sentence or two for a person.
        public var errorDescription: String? {
            "Request \(count + 1) has no script: the backend was given \(count)."
        }
    }

    /// What the model is and accepts.
    public let card: ModelCard
    private let clock: any Clock<Duration>
    private let state: Mutex<State>

    private struct State {
        var scripts: [Script]
        var requests: [GenerationRequest] = []
        var prewarmed: [Transcript] = []
        var streamsEndedEarly = 0
    }

    /// Makes a backend.
    ///
    /// - Parameter scripts: What happens at each request, in order.
    /// - Parameter card: What the model is said to be; by default one that can do everything.
    /// - Parameter clock: The clock of ``Script/Step/wait(_:)``.
    public init(
        _ scripts: [Script],
        card: ModelCard = ModelCard(
            name: "scripted",
            capabilities: LanguageModelCapabilities([.vision, .guidedGeneration, .reasoning, .toolCalling]),
            reasoning: ReasoningMap(supportedEfforts: ["low", "medium", "high"])),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.card = card
        self.clock = clock
        state = Mutex(State(scripts: scripts))
    }

    /// The requests so far, in order.
    public var requests: [GenerationRequest] { state.withLock { $0.requests } }
    /// The transcripts that were prewarmed.
    public var prewarmed: [Transcript] { state.withLock { $0.prewarmed } }
    /// How many streams were let go of before their end: requests that were stopped on the wire.
    public var streamsEndedEarly: Int { state.withLock { $0.streamsEndedEarly } }

    /// Adds a script behind the others.
    public func append(_ script: Script) { state.withLock { $0.scripts.append(script) } }

    /// Prepares for a request that starts with this transcript.
    public func prewarm(for transcript: Transcript) async { state.withLock { $0.prewarmed.append(transcript) } }

    /// Starts one generation. Throws before the first event where nothing was produced; the stream throws afterwards.
    public nonisolated(nonsending) func respond(to request: GenerationRequest) async throws -> GenerationStream {
        try Task.checkCancellation()
        let script = try state.withLock { state in
            let index = state.requests.count
            state.requests.append(request)
            guard state.scripts.indices.contains(index) else { throw ScriptExhausted(count: state.scripts.count) }
            return state.scripts[index]
        }
        if let refusal = script.refusal { throw refusal }
        let player = Player(script.steps, clock: clock) { [weak self] in
            self?.state.withLock { $0.streamsEndedEarly += 1 }
        }
        return GenerationStream { try await player.next() }
    }

    /// Plays one script; knows whether it was played to its end.
    private final class Player: Sendable {
        private let rest: Mutex<ArraySlice<Script.Step>>
        private let clock: any Clock<Duration>
        private let onEarlyEnd: @Sendable () -> Void

        init(_ steps: [Script.Step], clock: any Clock<Duration>, onEarlyEnd: @escaping @Sendable () -> Void) {
            rest = Mutex(steps[...])
            self.clock = clock
            self.onEarlyEnd = onEarlyEnd
        }

        deinit {
            if rest.withLock({ !$0.isEmpty }) { onEarlyEnd() }
        }

        nonisolated(nonsending) func next() async throws -> [GenerationEvent]? {
            while true {
                try Task.checkCancellation()
                guard let step = rest.withLock({ $0.popFirst() }) else { return nil }
                switch step {
                case .events(let events): if !events.isEmpty { return events }
                case .wait(let duration): try await clock.sleep(for: duration)
                case .perform(let action): try await action()
                case .fail(let error):
                    rest.withLock { $0 = [] }
                    throw error
                }
            }
        }
    }
}
