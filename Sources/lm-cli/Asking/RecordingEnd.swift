import LMReplay

/// Brings a recording to its end, whatever became of the reply: a whole exchange is a good recording, also of an error.
struct RecordingEnd: Sendable {
    let route: AskRunner.Route
    let console: Console
    /// Whether a recording is kept also if its stream broke.
    var keepsPartial = false

    /// Starts a recording. Throws where the cassette is there already or cannot be written.
    static func route(
        _ name: String, replaces: Bool,
        options: CassetteRecorder.Options = .init(recorder: "swift-lm \(ProductVersion.text)")
    ) throws(CLIError) -> AskRunner.Route {
        let path = CassetteName.newPath(name)
        try RecordingOptions.check(path, replaces ? .all : .new)
        let recorder = try CassetteFailure.rethrowing { () throws(CassetteError) in
            try CassetteRecorder(path: path, options: options)
        }
        return .recording(recorder, path: path)
    }

    /// A line that says what a finished cassette holds: `3 exchanges, 412 events, 38 KB, $0.0034 → weather.cassette.jsonl`.
    static func summary(of path: String) -> String {
        guard let cassette = try? Cassette(contentsOf: path) else { return path }
        return CassetteSummary(cassette).facts.joined(separator: ", ") + " → \(path)"
    }

    /// Starts to complete a cassette. Throws where it is damaged or cannot be written.
    static func completing(_ name: String, options: CassetteRecorder.Options) throws(CLIError) -> AskRunner.Route {
        let path = CassetteName.newPath(name)
        let cassette = try CassetteFailure.rethrowing { () throws(CassetteError) in
            try CassetteTransport(path: path, mode: .recordMissing, upstream: NetworkTransport(), recording: options)
        }
        return .completing(cassette, path: path)
    }

    /// Runs what asks, and then ends the recording. The failure of the reply comes before one of the recording.
    nonisolated(nonsending) func after(_ ask: () async throws -> ExitStatus) async throws -> ExitStatus {
        let result: Result<ExitStatus, any Error>
        do { result = .success(try await ask()) } catch { result = .failure(error) }
        do {
            switch route {
            case .recording(let recorder, let path):
                // A stream may end in order, as HTTP sees it, and before its last event.
                if case .failure(let error as PresentedFailure) = result, error.failure.code == .cutOff, !keepsPartial {
                    console.hint("the recording is not whole: what there is of it is in \(path).part")
                    break
                }
                try await recorder.finish()
                console.note(Self.summary(of: path))
            case .completing(let cassette, let path):
                let isChanged = try await cassette.finish(allowUnused: true) != nil
                console.note(isChanged ? Self.summary(of: path) : "answered from \(path), which stays as it is")
            case .network, .replay: break
            }
        } catch let error as CassetteError {
            let failure = CassetteFailure.report(error)
            guard case .failure = result else { throw failure }
            console.report(failure)
        }
        return try result.get()
    }
}
