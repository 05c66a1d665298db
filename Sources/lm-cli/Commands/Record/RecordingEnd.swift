import LMReplay

/// Brings a recording to its end, whatever became of the reply: a whole exchange is a good recording, also of an error.
struct RecordingEnd: Sendable {
    let route: AskRunner.Route
    let console: Console

    /// Starts a recording. Throws where the cassette is there already or cannot be written.
    static func route(_ name: String, replaces: Bool, keepsPartial: Bool = false) throws(CLIError) -> AskRunner.Route {
        let path = CassetteName.newPath(name)
        guard replaces || !FileDescriptor.exists(path) else {
            throw CLIError(
                .cannotCreate, "\(path) is there already. Nothing was sent.",
                hint: "Replace it with --force, or name another file.")
        }
        let recorder = try CassetteFailure.rethrowing { () throws(CassetteError) in
            try CassetteRecorder(
                path: path,
                options: .init(recorder: "swift-lm \(ProductVersion.text)", keepsPartial: keepsPartial))
        }
        return .recording(recorder, path: path)
    }

    /// Runs what asks, and then ends the recording. The failure of the reply comes before one of the recording.
    nonisolated(nonsending) func after(_ ask: () async throws -> ExitStatus) async throws -> ExitStatus {
        guard case .recording(let recorder, let path) = route else { return try await ask() }
        let result: Result<ExitStatus, any Error>
        do { result = .success(try await ask()) } catch { result = .failure(error) }
        do throws(CassetteError) {
            let receipt = try await recorder.finish()
            let count = receipt.interactions
            console.note(
                "\(count) exchange\(count == 1 ? "" : "s"), \(ByteCount.readable(receipt.bytes)) → \(path)")
        } catch {
            let failure = CassetteFailure.report(error)
            guard case .failure = result else { throw failure }
            console.report(failure)
        }
        return try result.get()
    }
}
