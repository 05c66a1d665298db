import Observation
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A conversation with a model, whoever serves it.
///
/// The session keeps the transcript, sends it whole with each request, runs the tools that the model calls, and takes
/// one request at a time. It can be used from any task; ``transcript``, ``isResponding`` and ``usage`` are observable.
public final class LanguageModelSession: Sendable {
    struct State: Sendable {
        var transcript: Transcript
        var usage = Usage()
        var active: ActiveTurn?
        var policy: TranscriptErrorHandlingPolicy?
        var toolCallingPolicy = ToolCallingPolicy()
        var outputPolicy = OutputValidationPolicy.fail
        /// The profile that was active last, for the hooks that tell of a change.
        var activation = ProfileActivation()
        var prewarming: Task<Void, Never>?
    }

    /// The turn that is under way.
    struct ActiveTurn: Sendable {
        let turn: ObjectIdentifier
        /// The transcript before the turn, to go back to.
        let before: Transcript
        /// Where the entries of the turn start that answer the prompt.
        var start: Int
        /// The shape of the answer; `nil` for text.
        var output: OutputFormat?
        /// Whether the hooks for the prompt have run.
        var hasPrompted = false
        var round: RoundAccumulator
        /// What the request that is under way was made with.
        var setup: RoundSetup?
        /// Whether that request offered tools to the model.
        var offersTools = false
        var isRoundCommitted = false
        var roundNumber = 0
        /// Whether the model has been told what was wrong with its answer.
        var hasRepaired = false
        var earlierUsage = Usage()
        var earlierAdjustments: [Adjustment] = []
        var earlierCitations: [Citation] = []
        var earlierRetries = 0
        var wasMutatedFromOutside = false
    }

    let state: Mutex<State>
    let registrar = ObservationRegistrar()
    let source: RoundSource
    let identifiers: @Sendable () -> String
    /// The identifier of the instructions that a profile makes: the same for the whole session, because a provider's
    /// prompt cache goes by the start of the request.
    let instructionsID: String
    /// Values that profiles, instructions and tools of this session share.
    public let properties: SessionPropertyValues

    init(source: RoundSource, transcript: Transcript, identifiers: @escaping @Sendable () -> String) {
        self.source = source
        self.identifiers = identifiers
        instructionsID = identifiers()
        properties = SessionPropertyValues()
        state = Mutex(State(transcript: transcript))
        properties.attach(self)
    }

    deinit {
        state.withLock { $0.prewarming }?.cancel()
    }

    // MARK: Making a session

    /// Starts a conversation with a model.
    @_disfavoredOverload
    public convenience init(
        model: some LanguageModelBackend, tools: [any Tool] = [], instructions: String? = nil
    ) {
        self.init(model: model, tools: tools, instructions: instructions.map { Instructions($0) })
    }

    /// Starts a conversation with a model.
    public convenience init(
        model: some LanguageModelBackend, tools: [any Tool] = [], instructions: Instructions? = nil
    ) {
        self.init(model: model, tools: tools, instructions: instructions, identifiers: { UUID().uuidString })
    }

    /// Starts a conversation with a model. Throws what the builder throws.
    public convenience init<Failure: Swift.Error>(
        model: some LanguageModelBackend, tools: [any Tool] = [],
        @InstructionsBuilder instructions: () throws(Failure) -> Instructions
    ) throws(Failure) {
        self.init(model: model, tools: tools, instructions: try instructions())
    }

    /// Goes on with a conversation. The entries are kept as they are; the tools are those given here.
    public convenience init(model: some LanguageModelBackend, tools: [any Tool] = [], transcript: Transcript) {
        self.init(model: model, tools: tools, transcript: transcript, identifiers: { UUID().uuidString })
    }

    /// Starts a conversation whose entries get their identifiers from a source of one's own, for a transcript that is
    /// the same in every run.
    public convenience init(
        model: some LanguageModelBackend, tools: [any Tool] = [], instructions: Instructions?,
        identifiers: @escaping @Sendable () -> String
    ) {
        let definitions = tools.map { Transcript.ToolDefinition(tool: $0) }
        let first: [Transcript.Entry] =
            instructions == nil && tools.isEmpty
            ? []
            : [
                .instructions(
                    .init(
                        id: identifiers(), segments: instructions?.segments.identified(by: identifiers) ?? [],
                        toolDefinitions: definitions))
            ]
        self.init(
            model: model, tools: tools, transcript: Transcript(entries: first), identifiers: identifiers)
    }

    /// Goes on with a conversation whose new entries get their identifiers from a source of one's own.
    public convenience init(
        model: some LanguageModelBackend, tools: [any Tool] = [], transcript: Transcript,
        identifiers: @escaping @Sendable () -> String
    ) {
        let setup = RoundSetup(backend: model, tools: ToolBox(tools))
        self.init(source: .fixed(setup), transcript: transcript, identifiers: identifiers)
    }

    // MARK: What can be seen of it

    /// The conversation so far, with what is being generated right now.
    ///
    /// Changing it while a request is under way makes that request fail with
    /// ``Error/transcriptMutationWhileResponding``.
    public var transcript: Transcript {
        get {
            registrar.access(self, keyPath: \.transcript)
            return state.withLock { $0.visibleTranscript }
        }
        set {
            registrar.withMutation(of: self, keyPath: \.transcript) {
                state.withLock { state in
                    state.transcript = newValue
                    state.active?.wasMutatedFromOutside = true
                }
            }
        }
    }

    /// Whether a request is under way.
    public var isResponding: Bool {
        registrar.access(self, keyPath: \.isResponding)
        return state.withLock { $0.active != nil }
    }

    /// The tokens of all turns so far, also of those that failed.
    public var usage: Usage {
        registrar.access(self, keyPath: \.usage)
        return state.withLock { state in
            guard let active = state.active, !active.isRoundCommitted, let running = active.round.usage else {
                return state.usage
            }
            return state.usage + running
        }
    }

    /// What becomes of the transcript when a turn fails or is stopped. `nil` is the profile's, else
    /// ``TranscriptErrorHandlingPolicy/revertTranscript``, but for a turn that ran into the limit of tool rounds, whose
    /// outputs are kept.
    public var transcriptErrorHandlingPolicy: TranscriptErrorHandlingPolicy? {
        get { state.withLock { $0.policy } }
        set { state.withLock { $0.policy = newValue } }
    }

    /// How the tools are run that the model calls. A change holds from the next round on.
    public var toolCallingPolicy: ToolCallingPolicy {
        get { state.withLock { $0.toolCallingPolicy } }
        set { state.withLock { $0.toolCallingPolicy = newValue } }
    }

    /// What happens where an answer does not keep to its schema.
    public var outputValidationPolicy: OutputValidationPolicy {
        get { state.withLock { $0.outputPolicy } }
        set { state.withLock { $0.outputPolicy = newValue } }
    }

    /// Prepares for a request soon, such as by opening a connection. A hint: it never fails.
    public func prewarm(promptPrefix: Prompt? = nil) {
        var transcript = state.withLock { $0.transcript }
        if let promptPrefix {
            transcript.append(
                .prompt(.init(id: identifiers(), segments: promptPrefix.segments.identified(by: identifiers))))
        }
        guard let backend = source.backendForPrewarming(self) else { return }
        let task = Task { [transcript] in await backend.prewarm(for: transcript) }
        let previous = state.withLock { state in
            let previous = state.prewarming
            state.prewarming = task
            return previous
        }
        previous?.cancel()
    }
}

extension LanguageModelSession: Observable {}

extension LanguageModelSession.State {
    var visibleTranscript: Transcript {
        guard let active, !active.isRoundCommitted else { return transcript }
        let live = active.round.entries(output: active.output, final: false)
        return live.isEmpty ? transcript : Transcript(entries: Array(transcript) + live)
    }
}

extension LanguageModelSession.ActiveTurn {
    func snapshot(of transcript: Transcript) -> TurnSnapshot {
        TurnSnapshot(
            committed: transcript.entriesSlice(from: start), round: round, isRoundCommitted: isRoundCommitted,
            earlierUsage: earlierUsage, earlierAdjustments: earlierAdjustments, earlierCitations: earlierCitations,
            earlierRetries: earlierRetries, output: output, roundNumber: roundNumber)
    }
}
