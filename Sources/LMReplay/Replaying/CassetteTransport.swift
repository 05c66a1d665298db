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
    private enum Backing: Sendable {
        case replay(ReplayTransport)
        case both(ReplayTransport, [Interaction])
        case record(CassetteRecorder)
        case live
    }

    private let path: String
    /// What is done with the cassette.
    public let mode: CassetteMode
    private let upstream: (any HTTPTransport)?
    private let backing: Backing
    private let recording: CassetteRecorder.Options
    private let clock: any Clock<Duration>
    /// The recorder of what is missing, made when something is.
    private let added = Mutex<CassetteRecorder?>(nil)
    private let secrets = Mutex<Set<Credential>>([])
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
    /// - Throws: ``CassetteError`` where the cassette is missing or damaged, or cannot be written.
    public init(
        path: String, mode: CassetteMode, upstream: (any HTTPTransport)? = nil,
        replay: ReplayTransport.Options = .init(), recording: CassetteRecorder.Options = .init(),
        clock: any Clock<Duration> = ContinuousClock()
    ) throws(CassetteError) {
        self.path = path
        self.mode = mode
        self.upstream = upstream
        self.recording = recording
        self.clock = clock
        switch mode {
        case .replay:
            let cassette = try Self.read(path, command: replay.recordCommand)
            backing = .replay(ReplayTransport(cassette, options: replay, clock: clock))
            recorded = cassette.header.recorded
            variables.withLock { $0 = cassette.header.variables }
        case .recordMissing:
            var cassette = Cassette(interactions: [])
            do throws(CassetteError) {
                cassette = try Cassette(contentsOf: path)
            } catch  where error.kind != .missing { throw error } catch {}
            backing = .both(ReplayTransport(cassette, options: replay, clock: clock), cassette.interactions)
            recorded = cassette.header.recorded
            variables.withLock { $0 = cassette.header.variables }
        case .rerecord:
            backing = .record(try CassetteRecorder(path: path, options: recording, clock: clock))
            recorded = nil
        case .live:
            backing = .live
            recorded = nil
        }
    }

    /// Answers a request as the mode says.
    ///
    /// Throws what ``ReplayTransport`` and the network throw; ``CassetteError`` where what is missing cannot be recorded.
    public nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        switch backing {
        case .replay(let replay): return try await replay.send(request)
        case .record(let recorder): return try await recorder.transport(over: network()).send(request)
        case .live: return try await network().send(request)
        case .both(let replay, let existing):
            do {
                return try await replay.send(request)
            } catch is ReplayMiss {
                return try await recorder(adding: existing).transport(over: network()).send(request)
            }
        }
    }

    /// What was replayed so far; `nil` where the mode does not replay.
    public var report: ReplayReport? {
        switch backing {
        case .replay(let replay), .both(let replay, _): replay.report
        case .record, .live: nil
        }
    }

    /// Ends the run: writes what was recorded, and checks that what was replayed was used.
    ///
    /// - Parameter allowUnused: whether exchanges may be left that no request asked for. Modes that record always allow
    ///   it.
    /// - Returns: what was written; `nil` where nothing was.
    /// - Throws: ``CassetteError`` where the recording cannot become a cassette, and ``UnusedInteractions``.
    @discardableResult
    public func finish(allowUnused: Bool = false) async throws -> CassetteRecorder.Receipt? {
        switch backing {
        case .replay(let replay):
            if !allowUnused { try replay.verifyUsed() }
            return nil
        case .both: return try await added.withLock { $0 }?.finish()
        case .record(let recorder): return try await recorder.finish()
        case .live: return nil
        }
    }

    /// Looks for a secret, too, in what is recorded. Those of the requests that are sent are known already.
    public func remember(_ secret: Credential) {
        let isNew = secrets.withLock { $0.insert(secret).inserted }
        guard isNew else { return }
        if case .record(let recorder) = backing { recorder.remember(secret) }
        added.withLock { $0 }?.remember(secret)
    }

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
            if case .record(let recorder) = backing { recorder.setVariable(name, value) }
            added.withLock { $0 }?.setVariable(name, value)
            return value
        }
    }

    /// Ends the run without writing anything: the cassette stays as it was.
    public func discard() {
        switch backing {
        case .record(let recorder): recorder.discard()
        case .both: added.withLock { $0 }?.discard()
        case .replay, .live: break
        }
    }

    private func network() throws -> any HTTPTransport {
        guard let upstream else {
            throw CassetteError(.missing, "The mode \(mode.rawValue) needs a network, and none was given.", path: path)
        }
        return upstream
    }

    private func recorder(adding existing: [Interaction]) throws(CassetteError) -> CassetteRecorder {
        try added.withLock { (added) throws(CassetteError) in
            if let added { return added }
            var options = recording
            options.existing = existing
            let recorder = try CassetteRecorder(path: path, options: options, clock: clock)
            for secret in secrets.withLock({ $0 }) { recorder.remember(secret) }
            for variable in variables.withLock({ $0 }) { recorder.setVariable(variable.key, variable.value) }
            added = recorder
            return recorder
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
