import LMJSON
import LMTransport
import Synchronization

/// A transport that replays from a cassette file, records to it, or does both, as its mode says.
///
/// ```swift
/// let transport = try CassetteTransport(path: path, mode: .recordMissing, upstream: CurlTransport())
/// // … use the transport …
/// try await transport.finish()
/// ```
public final class CassetteTransport: HTTPTransport {
    /// The cassette file.
    public let path: String
    /// What is done with the cassette.
    public let mode: CassetteMode
    private let upstream: (any HTTPTransport)?
    private let replay: ReplayTransport?
    private let recording: SharedRecording?
    private let redaction: Redaction
    /// What was drawn, or stands on the cassette.
    private let variables = Mutex(JSONObject())
    /// When the cassette was recorded: RFC 3339, UTC; `nil` where the mode does not replay, or it does not say so.
    public let recorded: String?

    /// Opens the cassette at a path in a mode.
    ///
    /// - Parameters:
    ///   - path: the cassette file.
    ///   - mode: what to do. Whether it may be done in this environment is the caller's to check; see
    ///     ``CassetteMode/init(environment:)``.
    ///   - upstream: the network; not needed to replay.
    ///   - replay: how to replay.
    ///   - recording: how to record.
    ///   - clock: what gaps are waited on and measured with.
    /// - Throws: ``CassetteError`` where the cassette is missing or damaged, cannot be written, or is being recorded to
    ///   already.
    public convenience init(
        path: String, mode: CassetteMode, upstream: (any HTTPTransport)? = nil,
        replay: ReplayTransport.Options = .init(), recording: CassetteRecorder.Options = .init(),
        clock: any Clock<Duration> = ContinuousClock()
    ) throws(CassetteError) {
        // Whoever completes a cassette has it to itself before it reads it.
        let shared = try Self.recording(path, mode: mode, options: recording, clock: clock)
        try self.init(
            path: path, mode: mode, upstream: upstream, replay: replay, redaction: recording.redaction,
            recording: shared,
            clock: clock)
    }

    /// Opens the cassette at a path in a mode, with a recording that others may add to as well.
    ///
    /// - Parameter use: what others use of the cassette; interactions that nobody used yet are handed out first.
    package init(
        path: String, mode: CassetteMode, upstream: (any HTTPTransport)?, replay: ReplayTransport.Options,
        redaction: Redaction, recording: SharedRecording?, use: CassetteUse? = nil, clock: any Clock<Duration>
    ) throws(CassetteError) {
        self.path = path
        self.mode = mode
        self.upstream = upstream
        self.recording = recording
        self.redaction = redaction
        guard mode == .replay || mode == .recordMissing else {
            self.replay = nil
            recorded = nil
            return
        }
        let cassette =
            try mode == .replay
            ? Self.read(path, command: replay.recordCommand) : Self.existing(path) ?? .init(interactions: [])
        self.replay = ReplayTransport(cassette, options: replay, use: use, clock: clock)
        recorded = cassette.header.recorded
        variables.withLock { $0 = cassette.header.variables }
    }

    /// The recording of a mode that writes; `nil` for one that does not.
    package static func recording(
        _ path: String, mode: CassetteMode, options: CassetteRecorder.Options, clock: any Clock<Duration>
    ) throws(CassetteError) -> SharedRecording? {
        guard mode.writes else { return nil }
        guard mode == .recordMissing else {
            return try SharedRecording(path: path, options: options, clock: clock)
        }
        // The lock comes before the reading: what another recording adds meanwhile would be lost.
        let lock = try PartFile(for: path)
        do throws(CassetteError) {
            var options = options
            let cassette = try existing(path)
            options.existing = cassette?.interactions ?? []
            for variable in cassette?.header.variables ?? JSONObject() where options.variables[variable.key] == nil {
                options.variables[variable.key] = variable.value
            }
            options.upstream = options.upstream ?? cassette?.header.upstream
            if options.environment.isEmpty { options.environment = cassette?.header.environment ?? [] }
            return SharedRecording(part: lock, options: options, clock: clock)
        } catch {
            lock.discard()
            throw error
        }
    }

    /// Answers a request as the mode says.
    ///
    /// Throws what ``ReplayTransport`` and the network throw; ``CassetteError`` where what is missing cannot be recorded.
    public nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        switch mode {
        case .live: return try await network().send(request)
        case .rerecord: return try await record(request)
        case .replay, .recordMissing:
            guard let replay else { return try await network().send(request) }
            do {
                return try await replay.send(request)
            } catch let miss as ReplayMiss {
                guard mode == .recordMissing else { throw miss }
                return try await record(request)
            }
        }
    }

    private nonisolated(nonsending) func record(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let recording else { return try await network().send(request) }
        return try await recording.recorder().transport(over: network(), redaction: redaction).send(request)
    }

    /// What was replayed so far; `nil` where the mode does not replay.
    public var report: ReplayReport? { replay?.report }

    /// A transport that answers from the whole cassette, whatever was used of it, and fails as a plan says.
    ///
    /// Where the mode does not replay, it is this one: a network fails by itself.
    public func failing(_ plan: FaultPlan) -> any HTTPTransport {
        replay?.failing(plan) ?? self
    }

    /// Ends the run: writes what was recorded, and checks that what was replayed was used.
    ///
    /// - Parameter allowUnused: whether interactions may be left that no request asked for. Modes that record always
    ///   allow it.
    /// - Returns: what was written; `nil` where nothing was.
    /// - Throws: ``CassetteError`` where the recording cannot become a cassette, and ``UnusedInteractions``.
    @discardableResult
    public func finish(allowUnused: Bool = false) async throws -> CassetteRecorder.Receipt? {
        if mode == .replay, !allowUnused { try replay?.verifyUsed() }
        return try await recording?.finish()
    }

    /// Looks for a secret, too, in what is recorded. Those of the requests that are sent are known already.
    public func remember(_ secret: Credential) { recording?.remember(secret) }

    /// A value that a test draws, such as an id, a seed or a date: drawn and kept while recording, and handed back on
    /// replay, so that requests which hold it are the same.
    ///
    /// - Throws: ``CassetteError`` where the mode is ``CassetteMode/replay`` and the cassette has no such value.
    public func variable(_ name: String, draw: () -> JSONValue) throws(CassetteError) -> JSONValue {
        try variables.withLock { (variables) throws(CassetteError) in
            if let value = variables[name] { return value }
            guard mode != .replay else {
                throw CassetteError(
                    .missing, "The cassette has no variable \"\(name)\".", remedy: "Record it again.", path: path)
            }
            let value = draw()
            variables[name] = value
            recording?.setVariable(name, value)
            return value
        }
    }

    /// Ends the run without writing anything: the cassette stays as it was.
    public func discard() { recording?.discard() }

    private func network() throws -> any HTTPTransport {
        guard let upstream else {
            throw CassetteError(.missing, "The mode \(mode.rawValue) needs a network, and none was given.", path: path)
        }
        return upstream
    }

    private static func existing(_ path: String) throws(CassetteError) -> Cassette? {
        do throws(CassetteError) {
            return try Cassette(contentsOf: path)
        } catch {
            guard error.kind == .missing else { throw error }
            return nil
        }
    }

    private static func read(_ path: String, command: String?) throws(CassetteError) -> Cassette {
        do throws(CassetteError) {
            return try Cassette(contentsOf: path)
        } catch {
            var error = error
            if error.kind == .missing, let command { error.remedy = "To record it: \(command)" }
            throw error
        }
    }
}
