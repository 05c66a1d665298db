import LMJSON
import LMTransport
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Records interactions into a cassette file.
///
/// ```swift
/// let recorder = try CassetteRecorder(path: "hello.cassette.jsonl")
/// let transport = recorder.transport(over: CurlTransport())
/// // … use the transport …
/// try await recorder.finish()
/// ```
///
/// The recording grows in `NAME.part`. The cassette of that name is replaced by ``finish()`` alone, and only by a
/// recording that is whole and holds no secret; until then, and when anything goes wrong, the old one stays.
public final class CassetteRecorder: Sendable {
    /// What a recording is to be.
    public struct Options: Sendable {
        /// The program that records, for the cassette's first line.
        public var recorder: String
        /// What is left out or replaced.
        public var redaction: Redaction
        /// Whether an interaction that broke is kept, marked as such; otherwise it makes ``CassetteRecorder/finish()``
        /// fail. One breaks, too, that ends before its wire's last event.
        public var keepsPartial: Bool
        /// Whether an interaction is kept that its consumer let go of, marked as such: where the early end is what is to
        /// be recorded.
        public var keepsCancelled: Bool
        /// Whether an answer that the server refused (a bad key, a limit, a failure of its own) may take the place of a
        /// good one; otherwise it makes ``CassetteRecorder/finish()`` fail.
        public var keepsRefusals: Bool
        /// How long a body that its consumer let go of between two events is read on, to see whether it ends there:
        /// clients stop at the last event, which is before the end of the body. Zero for not at all.
        public var settling: Duration
        /// Ids, seeds and dates that the caller drew, to be handed back on replay.
        public var variables: JSONObject
        /// Interactions of an older cassette that come first.
        public var existing: [Interaction]
        /// The base URL of the server that is recorded, for the cassette's first line.
        public var upstream: String?
        /// The environment variables that led the program to the recorder, for the cassette's first line.
        public var environment: [String]
        /// What answers end with.
        public var wires: [StreamWire]
        /// Is told at once what keeps an interaction from being recorded, such as a full disk; ``finish()`` throws it too.
        public var observer: (@Sendable (CassetteError) -> Void)?
        /// The cassette that good answers may be lost of; `nil` for the one that is replaced.
        package var replaced: Cassette?

        /// Makes options.
        public init(
            recorder: String = "swift-lm 0.1.0", redaction: Redaction = .standard, keepsPartial: Bool = false,
            keepsCancelled: Bool = false, keepsRefusals: Bool = false, settling: Duration = .seconds(1),
            variables: JSONObject = JSONObject(), existing: [Interaction] = [], upstream: String? = nil,
            environment: [String] = [], wires: [StreamWire] = StreamWire.known,
            observer: (@Sendable (CassetteError) -> Void)? = nil
        ) {
            self.recorder = recorder
            self.redaction = redaction
            self.keepsPartial = keepsPartial
            self.keepsCancelled = keepsCancelled
            self.keepsRefusals = keepsRefusals
            self.settling = settling
            self.variables = variables
            self.existing = existing
            self.upstream = upstream
            self.environment = environment
            self.wires = wires
            self.observer = observer
        }
    }

    /// What a finished recording came to.
    public struct Receipt: Sendable, Hashable {
        /// The file.
        public var path: String
        /// The interactions in it.
        public var interactions: Int
        /// The bytes of the file.
        public var bytes: Int
        /// The numbers of the interactions that broke.
        public var partial: [Int]
    }

    private struct State {
        var part: PartFile?
        /// A redactor for each policy, of which there is more than one only where several tests record together.
        var redactors: [Redaction: Redactor] = [:]
        var lastNumber = 0
        var open: [Int: OpenInteraction] = [:]
        /// What broke, and how.
        var partial: [Int: String] = [:]
        var whole = 0
        var isInOrder = true
        var lastWritten = 0
        var bytes = 0
        var secrets: Set<String> = []
        var settling: [Int: Task<Void, Never>] = [:]
        /// What was drawn since the first line was written.
        var variables = JSONObject()
        var failures: [CassetteError] = []

        mutating func redact<Value>(_ redaction: Redaction, _ body: (inout Redactor) -> Value) -> Value {
            var redactor = redactors[redaction] ?? Redactor(redaction)
            let value = body(&redactor)
            redactors[redaction] = redactor
            return value
        }

        /// What was come across under the name of a secret.
        var known: Set<String> { redactors.values.reduce(into: []) { $0.formUnion($1.known.values) } }
    }

    private let path: String
    private let options: Options
    private let clock: any Clock<Duration>
    private let limits: CassetteLimits
    private let state: Mutex<State>
    private let writer = CassetteWriter()

    /// Starts a recording: makes `PATH.part` and writes the first line into it.
    ///
    /// - Parameters:
    ///   - path: where the cassette is to be.
    ///   - options: what it is to be.
    ///   - clock: measures the time between chunks.
    ///   - now: the time of day.
    /// - Throws: ``CassetteError`` where the file cannot be made, or is being recorded to already.
    public convenience init(
        path: String, options: Options = Options(), clock: any Clock<Duration> = ContinuousClock(),
        now: Date = Date()
    ) throws(CassetteError) {
        try self.init(part: try PartFile(for: path), options: options, clock: clock, now: now)
    }

    init(
        part: PartFile, options: Options, clock: any Clock<Duration>, now: Date = Date(),
        limits: CassetteLimits = .standard
    ) throws(CassetteError) {
        path = part.path
        self.options = options
        self.clock = clock
        self.limits = limits
        var state = State(part: part)
        let header = CassetteHeader(
            recorder: options.recorder, recorded: now.formatted(.iso8601), redaction: options.redaction.name,
            scan: SecretScan.rules, variables: options.variables,
            upstream: options.upstream.map { RecordedURL.clean($0) { _, _ in Redaction.mark } },
            environment: options.environment)
        var text: [UInt8] = []
        writer.append(header, to: &text)
        for (index, interaction) in options.existing.enumerated() {
            var interaction = state.redact(options.redaction) { $0.redact(interaction) }
            interaction.number = index + 1
            writer.append(interaction, to: &text)
        }
        state.lastNumber = options.existing.count
        state.lastWritten = options.existing.count
        state.bytes = text.count
        do throws(CassetteError) {
            try part.append(text)
        } catch {
            part.discard()
            throw error
        }
        self.state = Mutex(state)
    }

    deinit {
        state.withLock { state in
            for task in state.settling.values { task.cancel() }
            // Not finished: what there is stays in the part, where nobody takes it for a cassette.
        }
    }

    /// A transport that sends over another one and records.
    public func transport(over upstream: some HTTPTransport) -> RecordingTransport {
        RecordingTransport(upstream: upstream, recorder: self)
    }

    /// A transport that records what another policy leaves of an interaction.
    func transport(over upstream: some HTTPTransport, redaction: Redaction) -> RecordingTransport {
        RecordingTransport(upstream: upstream, recorder: self, redaction: redaction)
    }

    /// Ends the recording: scans it for secrets, puts it on the disk and gives it its name.
    ///
    /// Bodies that are still being read are closed as cancelled.
    ///
    /// - Throws: ``CassetteError``; the old cassette stays as it was. Where a secret was found, the part is removed;
    ///   where an interaction broke or could not be written, or the server refused an answer that the old cassette has,
    ///   the part is kept with what is whole.
    @discardableResult
    public func finish() async throws(CassetteError) -> Receipt {
        for task in state.withLock({ Array($0.settling.values) }) { await task.value }
        for recording in state.withLock({ Array($0.open.values) }) { recording.close(Ending(.cancelled)) }
        return try state.withLock { (state) throws(CassetteError) in try publish(&state) }
    }

    /// Ends the recording without a cassette, and removes its part.
    public func discard() {
        let tasks = state.withLock { state in
            state.part?.discard()
            state.part = nil
            return Array(state.settling.values)
        }
        for task in tasks { task.cancel() }
    }

    /// Looks for a secret, too, in what is recorded. Those of the requests that are recorded are known already.
    public func remember(_ secret: Credential) {
        state.withLock { $0.secrets.formUnion(secret.secrets) }
    }

    /// Keeps a value that was drawn while recording, to be handed back on replay.
    public func setVariable(_ name: String, _ value: JSONValue) {
        state.withLock { $0.variables[name] = value }
    }

    /// Whether no request was sent so far.
    var isEmpty: Bool { state.withLock { $0.lastNumber == 0 } }

    // MARK: - For the transport

    /// Begins an interaction; its number says when the request was sent, among the others.
    func begin(_ request: HTTPRequest, redaction: Redaction? = nil) -> OpenInteraction {
        state.withLock { state in
            state.lastNumber += 1
            if let credential = request.credential { state.secrets.formUnion(credential.secrets) }
            for field in request.headers { state.secrets.formUnion(SecretNames.secrets(in: field)) }
            let redaction = redaction ?? options.redaction
            let open = OpenInteraction(
                number: state.lastNumber, request: state.redact(redaction) { $0.redact(request) }, redaction: redaction,
                clock: clock, limit: limits.fileBytes, recorder: self)
            state.open[state.lastNumber] = open
            return open
        }
    }

    /// Writes an interaction that has ended.
    func end(_ interaction: Interaction, redaction: Redaction, isTooLarge: Bool) {
        let failure = state.withLock { state -> CassetteError? in
            guard state.open.removeValue(forKey: interaction.number) != nil, let part = state.part else { return nil }
            var interaction = interaction
            if let response = interaction.response {
                interaction.response = state.redact(redaction) { $0.redact(response, isRecorded: true) }
            }
            var text: [UInt8] = []
            writer.append(interaction, to: &text)
            do throws(CassetteError) {
                guard !isTooLarge, state.bytes.addingSaturated(text.count) <= limits.fileBytes else {
                    throw CassetteError(
                        .tooLarge,
                        "Interaction \(interaction.number) passes the limit of \(limits.fileBytes) bytes of a cassette.",
                        path: path)
                }
                try part.append(text)
            } catch {
                var error = error
                error.reason = "Interaction \(interaction.number) was not recorded: \(error.reason)"
                state.failures.append(error)
                return error
            }
            state.bytes += text.count
            state.whole += 1
            if let problem = problem(of: interaction) { state.partial[interaction.number] = problem }
            if interaction.number < state.lastWritten { state.isInOrder = false }
            state.lastWritten = interaction.number
            return nil
        }
        if let failure { options.observer?(failure) }
    }

    /// How an interaction broke; `nil` where it did not, or is to be kept as it is.
    private func problem(of interaction: Interaction) -> String? {
        if options.wires.isCutShort(interaction) { return "its stream stops before its last event" }
        guard let ending = interaction.ending, !ending.isWhole else { return nil }
        if ending.how == .cancelled, options.keepsCancelled { return nil }
        return ending.failureName ?? ending.how.rawValue
    }

    /// Reads a body on that its consumer let go of, for a short while, and then closes the interaction.
    func settle(_ body: HTTPBody, of recording: OpenInteraction) {
        let number = recording.number
        let (clock, limit) = (clock, options.settling)
        let isSettling = state.withLock { state in
            guard limit > .zero, state.part != nil else { return false }
            state.settling[number] = Task { [weak self] in
                await recording.readOn(body, for: limit, clock: clock)
                self?.state.withLock { $0.settling[number] = nil }
            }
            return true
        }
        if !isSettling { recording.close(Ending(.cancelled)) }
    }

    // MARK: - Publishing

    private func publish(_ state: inout State) throws(CassetteError) -> Receipt {
        guard let part = state.part else { throw CassetteError(.unwritable, "The recording has ended.", path: path) }
        guard state.failures.isEmpty else { throw try failed(part, &state) }
        let text = try part.contents()
        let cassette = try CassetteReader().read(text, path: path)
        guard !cassette.interactions.isEmpty else {
            part.discard()
            state.part = nil
            throw CassetteError(.partialRecording, "Nothing was recorded.", path: path)
        }
        let final = finished(cassette, state)
        try refuseSecrets(in: final, part, &state)
        try refuseBroken(cassette, part, &state)
        do throws(CassetteError) {
            if final == text { try part.publish() } else { try part.publish(final) }
        } catch {
            throw kept(error, part, &state)
        }
        state.part = nil
        return Receipt(
            path: path, interactions: cassette.interactions.count, bytes: final.count,
            partial: state.partial.keys.sorted())
    }

    /// The text of the cassette: its interactions in order, with what was drawn late, and without the secrets that were
    /// known only when it had been written.
    private func finished(_ cassette: Cassette, _ state: State) -> [UInt8] {
        let known = state.known
        guard !state.isInOrder || !state.variables.isEmpty || !known.isEmpty else { return cassette.text }
        var header = cassette.header
        for variable in state.variables { header.variables[variable.key] = variable.value }
        var redactor = Redactor(.standard)
        for secret in known { redactor.remember(secret) }
        let interactions =
            known.isEmpty ? cassette.interactions : cassette.interactions.map { redactor.replacingKnown(in: $0) }
        return writer.text(header: header, interactions: interactions)
    }

    /// What to throw where an interaction could not be written: the others are kept, and the message says where.
    private func failed(_ part: PartFile, _ state: inout State) throws(CassetteError) -> CassetteError {
        guard let failure = state.failures.first else { return CassetteError(.unwritable, "", path: path) }
        guard state.whole + options.existing.count > 0 else {
            part.discard()
            state.part = nil
            return failure
        }
        let cassette = try CassetteReader().read(try part.contents(), path: path)
        try refuseSecrets(in: finished(cassette, state), part, &state)
        return kept(failure, part, &state)
    }

    /// Leaves what was recorded in the part, and says so.
    private func kept(_ error: CassetteError, _ part: PartFile, _ state: inout State) -> CassetteError {
        // Secrets that were known late are not left in it either.
        if !state.known.isEmpty, let text = try? part.contents(), let cassette = try? CassetteReader().read(text) {
            part.overwrite(with: finished(cassette, state))
        }
        part.keep()
        state.part = nil
        var error = error
        let count = state.whole + options.existing.count
        error.remedy =
            "\(count == 1 ? "The interaction that was" : "The \(count) interactions that were") recorded "
            + "\(count == 1 ? "is" : "are") in \(part.partPath)."
            + (error.remedy.isEmpty ? " Make a cassette of it with lm-cli cassette trim." : " \(error.remedy)")
        return error
    }

    private func refuseBroken(
        _ cassette: Cassette, _ part: PartFile, _ state: inout State
    ) throws(CassetteError) {
        if !options.keepsPartial, let (number, problem) = state.partial.min(by: { $0.key < $1.key }) {
            throw kept(
                CassetteError(
                    .partialRecording, "Interaction \(number) broke while it was recorded (\(problem)).",
                    remedy: "Record again, or keep it: --keep-partial, in a test leniency: .keepsPartial.", path: path),
                part, &state)
        }
        guard !options.keepsRefusals else { return }
        guard let old = options.replaced ?? (try? Cassette(contentsOf: path)),
            let (interaction, kind) = Refusal.spoiling(old.interactions, by: cassette.interactions).first
        else { return }
        throw kept(
            CassetteError(
                .refusedRecording,
                "Interaction \(interaction.number) was refused by the server (\(interaction.response?.status ?? 0), "
                    + "\(kind.rawValue)); the cassette that is there stays as it was.",
                remedy: "Record again, or keep it: --keep-errors, in a test leniency: .keepsErrors.", path: path),
            part, &state)
    }

    private func refuseSecrets(in text: [UInt8], _ part: PartFile, _ state: inout State) throws(CassetteError) {
        guard let hit = SecretScan(secrets: state.secrets.union(state.known)).hits(in: text).first else { return }
        part.discard()
        state.part = nil
        throw CassetteError(
            .secretFound, "The recording holds a secret (\(hit.rule)) and was not written.",
            remedy: "Add a redaction rule for it.", path: path, line: hit.line)
    }
}
