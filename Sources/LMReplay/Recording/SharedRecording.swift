import LMJSON
import LMTransport
import Synchronization

/// The recording of a cassette that one transport makes, or several tests together: the lock on its file from the start,
/// and a recorder from the first interaction on.
package final class SharedRecording: Sendable {
    private struct State {
        var part: PartFile?
        var recorder: CassetteRecorder?
        var secrets: Set<Credential> = []
        var variables = JSONObject()
    }

    private let options: CassetteRecorder.Options
    private let clock: any Clock<Duration>
    private let state: Mutex<State>

    /// Starts a recording whose cassette is replaced.
    ///
    /// - Throws: ``CassetteError`` where it cannot be written, or is being recorded to already.
    init(path: String, options: CassetteRecorder.Options, clock: any Clock<Duration>) throws(CassetteError) {
        self.options = options
        self.clock = clock
        state = Mutex(State(recorder: try CassetteRecorder(path: path, options: options, clock: clock)))
    }

    /// Starts a recording that may turn out to have nothing to add.
    ///
    /// - Parameter part: the lock on its file.
    init(part: PartFile, options: CassetteRecorder.Options, clock: any Clock<Duration>) {
        self.options = options
        self.clock = clock
        state = Mutex(State(part: part))
    }

    deinit { state.withLock { $0.part?.discard() } }

    /// The recorder; made now where there is none.
    func recorder() throws(CassetteError) -> CassetteRecorder {
        try state.withLock { (state) throws(CassetteError) in
            if let recorder = state.recorder { return recorder }
            guard let part = state.part else {
                throw CassetteError(.unwritable, "The recording has ended.")
            }
            var options = options
            for variable in state.variables { options.variables[variable.key] = variable.value }
            let recorder = try CassetteRecorder(part: part, options: options, clock: clock)
            for secret in state.secrets { recorder.remember(secret) }
            state.recorder = recorder
            state.part = nil
            return recorder
        }
    }

    /// Looks for a secret, too, in what is recorded.
    func remember(_ secret: Credential) {
        state.withLock { $0.secrets.insert(secret).inserted ? $0.recorder : nil }?.remember(secret)
    }

    /// Keeps a value that was drawn, to be handed back on replay.
    func setVariable(_ name: String, _ value: JSONValue) {
        state.withLock { state in
            state.variables[name] = value
            return state.recorder
        }?.setVariable(name, value)
    }

    /// Whether nothing was recorded so far.
    package var isEmpty: Bool { state.withLock { $0.recorder }?.isEmpty ?? true }

    /// Ends the recording. Gives what was written; `nil` where there was nothing to record.
    package func finish() async throws(CassetteError) -> CassetteRecorder.Receipt? {
        guard let recorder = taken() else { return nil }
        return try await recorder.finish()
    }

    /// Ends the recording without writing anything.
    package func discard() { taken()?.discard() }

    private func taken() -> CassetteRecorder? {
        state.withLock { state in
            state.part?.discard()
            state.part = nil
            return state.recorder
        }
    }
}
