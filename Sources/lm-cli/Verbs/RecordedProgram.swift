import LMReplay
import Synchronization

/// `lm-cli record -- CMD`: a program whose requests are recorded on their way.
enum RecordedProgram {
    /// Runs the program through a recording proxy. Its exit code is the tool's, unless the recording fails where the
    /// program does not.
    nonisolated(nonsending) static func run(_ invocation: Invocation, name: String) async throws(CLIError) -> ExitStatus
    {
        let console = invocation.console
        let path = CassetteName.newPath(name)
        let mode = RecordingOptions.mode(invocation.arguments)
        try RecordingOptions.check(path, mode)
        let isUsed = Mutex(false)
        let recording = try ProxyRecording(
            invocation, path: path, mode: mode == .missing ? .recordMissing : .rerecord, upstream: nil,
            observer: { _ in isUsed.withLock { $0 = true } })
        let variables = ProgramVariables.of(recording.proxy.baseURL, invocation)
        let names = ProgramVariables.names(invocation.arguments)
        let others = names.count > 1 ? " and \(names.count - 1) more" : ""
        console.hint(
            "recording proxy \(recording.proxy.baseURL) → \(recording.upstream)   "
                + "(\(names.first ?? "nothing")\(others) set for the command)")
        let status: ExitStatus
        do throws(CLIError) {
            status = try await recording.serving { () throws(CLIError) in
                try await ForegroundProgram.run(
                    invocation.arguments.command, variables: variables, interruption: invocation.interruption)
            }
        } catch {
            recording.discard()
            throw error
        }
        do throws(CLIError) {
            guard try await recording.finish(wasUsed: isUsed.withLock { $0 }) else {
                throw CLIError(
                    .cannotCreate, "the command sent nothing through the proxy, so that no cassette was made.",
                    hint: "It has to take its base URL from \(ValueKind.list(names)).")
            }
        } catch {
            guard status != .command(0) else { throw error }
            console.report(error)
        }
        return status
    }
}
