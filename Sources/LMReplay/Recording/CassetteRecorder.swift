import LMJSON
import LMTransport
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Records exchanges into a cassette file.
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
        /// Whether an exchange that broke is kept, marked as such; otherwise it makes ``CassetteRecorder/finish()``
        /// fail.
        public var keepsPartial: Bool
        /// How long a body that its consumer let go of between two events is read on, to see whether it ends there:
        /// clients stop at the last event, which is before the end of the body. Zero for not at all.
        public var settling: Duration
        /// Ids, seeds and dates that the caller drew, to be handed back on replay.
        public var variables: JSONObject
        /// Exchanges of an older cassette that come first.
        public var existing: [Interaction]

        /// Makes options.
        public init(
            recorder: String = "swift-lm 0.1.0", redaction: Redaction = .standard, keepsPartial: Bool = false,
            settling: Duration = .seconds(1), variables: JSONObject = JSONObject(), existing: [Interaction] = []
        ) {
            self.recorder = recorder
            self.redaction = redaction
            self.keepsPartial = keepsPartial
            self.settling = settling
            self.variables = variables
            self.existing = existing
        }
    }

    /// What a finished recording came to.
    public struct Receipt: Sendable, Hashable {
        /// The file.
        public var path: String
        /// The exchanges in it.
        public var interactions: Int
        /// The bytes of the file.
        public var bytes: Int
        /// The numbers of the exchanges that broke.
        public var partial: [Int]
    }

    private struct State {
        var part: PartFile?
        var redactor: Redactor
        var lastNumber = 0
        var open: [Int: Recording] = [:]
        var partial: [Int] = []
        var isInOrder = true
        var lastWritten = 0
        var bytes = 0
        var keys: Set<Credential> = []
        var settling: [Int: Task<Void, Never>] = [:]
        /// What was drawn since the first line was written.
        var variables = JSONObject()
        var failure: CassetteError?
    }

    private let path: String
    private let options: Options
    private let clock: any Clock<Duration>
    private let state: Mutex<State>
    private let writer = CassetteWriter()

    /// Starts a recording: makes `PATH.part` and writes the first line into it.
    ///
    /// - Parameters:
    ///   - path: where the cassette is to be.
    ///   - options: what it is to be.
    ///   - clock: measures the time between chunks.
    ///   - now: the time of day.
    /// - Throws: ``CassetteError`` where the file cannot be made, or another program records to it.
    public init(
        path: String, options: Options = Options(), clock: any Clock<Duration> = ContinuousClock(),
        now: Date = Date()
    ) throws(CassetteError) {
        self.path = path
        self.options = options
        self.clock = clock
        var state = State(part: try PartFile(for: path), redactor: Redactor(options.redaction))
        let header = CassetteHeader(
            recorder: options.recorder, recorded: now.formatted(.iso8601), redaction: options.redaction.name,
            scan: SecretScan.rules, variables: options.variables)
        var text: [UInt8] = []
        writer.append(header, to: &text)
        for (index, interaction) in options.existing.enumerated() {
            var interaction = state.redactor.redact(interaction)
            interaction.number = index + 1
            writer.append(interaction, to: &text)
        }
        state.lastNumber = options.existing.count
        state.lastWritten = options.existing.count
        state.bytes = text.count
        try state.part?.append(text)
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

    /// Ends the recording: scans it for secrets, puts it on the disk and gives it its name.
    ///
    /// Bodies that are still being read are closed as cancelled.
    ///
    /// - Throws: ``CassetteError``; the old cassette stays as it was. Where a secret was found, the part is removed;
    ///   where an exchange broke, the part is kept.
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
        state.withLock { _ = $0.keys.insert(secret) }
    }

    /// Keeps a value that was drawn while recording, to be handed back on replay.
    public func setVariable(_ name: String, _ value: JSONValue) {
        state.withLock { $0.variables[name] = value }
    }

    // MARK: - For the transport

    /// Begins an exchange; its number says when the request was sent, among the others.
    func begin(_ request: HTTPRequest) -> Recording {
        state.withLock { state in
            state.lastNumber += 1
            if let credential = request.credential { state.keys.insert(credential) }
            let recording = Recording(
                number: state.lastNumber, request: state.redactor.redact(request), clock: clock,
                limit: CassetteLimits.standard.fileBytes, recorder: self)
            state.open[state.lastNumber] = recording
            return recording
        }
    }

    /// Writes an exchange that has ended.
    func end(_ interaction: Interaction, isTooLarge: Bool) {
        state.withLock { state in
            guard state.open.removeValue(forKey: interaction.number) != nil, let part = state.part else { return }
            var interaction = interaction
            if let response = interaction.response { interaction.response = state.redactor.redact(response) }
            if !interaction.isWhole { state.partial.append(interaction.number) }
            if interaction.number < state.lastWritten { state.isInOrder = false }
            state.lastWritten = interaction.number
            var text: [UInt8] = []
            writer.append(interaction, to: &text)
            state.bytes += text.count
            guard state.failure == nil else { return }
            do throws(CassetteError) {
                guard !isTooLarge, state.bytes <= CassetteLimits.standard.fileBytes else {
                    throw CassetteError(
                        .tooLarge, "The recording passes the limit of \(CassetteLimits.standard.fileBytes) bytes.",
                        path: path)
                }
                try part.append(text)
            } catch { state.failure = error }
        }
    }

    /// Reads a body on that its consumer let go of, for a short while, and then closes the exchange.
    func settle(_ body: HTTPBody, of recording: Recording) {
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
        if let failure = state.failure {
            part.discard()
            state.part = nil
            throw failure
        }
        var text = try part.contents()
        let cassette = try CassetteReader().read(text, path: path)
        guard !cassette.interactions.isEmpty else {
            part.discard()
            state.part = nil
            throw CassetteError(.partialRecording, "Nothing was recorded.", path: path)
        }
        try refuseSecrets(in: text, part, &state)
        let partial = state.partial.sorted()
        if let first = partial.first, !options.keepsPartial {
            state.part = nil
            throw CassetteError(
                .partialRecording,
                "Interaction \(first) broke while it was recorded"
                    + "\(cassette.interactions.first { $0.number == first }.map { " (\($0.ending?.failureName ?? $0.ending?.how.rawValue ?? "unfinished"))" } ?? "").",
                remedy: "What was recorded is in \(path).part. Record again, or keep it with --keep-partial.",
                path: path)
        }
        if !state.isInOrder || !state.variables.isEmpty {
            var header = cassette.header
            for variable in state.variables { header.variables[variable.key] = variable.value }
            text = writer.text(header: header, interactions: cassette.interactions)
            try refuseSecrets(in: text, part, &state)
            try part.replaceContents(with: text)
        }
        try part.publish()
        state.part = nil
        return Receipt(
            path: path, interactions: cassette.interactions.count, bytes: text.count, partial: partial)
    }

    private func refuseSecrets(in text: [UInt8], _ part: PartFile, _ state: inout State) throws(CassetteError) {
        guard let hit = SecretScan(keys: state.keys).hits(in: text).first else { return }
        part.discard()
        state.part = nil
        throw CassetteError(
            .secretFound, "The recording holds a secret (\(hit.rule)) and was not written.",
            remedy: "Add a redaction rule for it.", path: path, line: hit.line)
    }
}
