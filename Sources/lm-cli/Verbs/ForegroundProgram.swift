#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A program that runs in the place of this one: on its streams, with its signals, while this one only looks after it.
enum ForegroundProgram {
    /// Runs a program to its end, and gives its exit code.
    ///
    /// Signals go to the program and not to this process, which has to outlive it. What a terminal sends reaches both
    /// by itself, and is not sent a second time.
    ///
    /// - Parameter variables: What the program gets besides the environment of this process.
    nonisolated(nonsending) static func run(
        _ words: [String], variables: [String: String], interruption: Interruption
    ) async throws(CLIError) -> ExitStatus {
        let environment = Platform.environmentValues.merging(variables) { $1 }
        let identifier: pid_t
        do throws(SystemError) {
            identifier = try ProcessSpawn.start(
                words[0], Array(words.dropFirst()), environment: environment, input: .standardInput,
                output: .standardOutput, errors: .standardError, inheritsDescriptors: true)
        } catch {
            throw CLIError(.noInput, "cannot run \(words[0]): \(error).")
        }
        interruption.handle { number in
            if !(number == SIGINT && isInForeground) { ProcessSpawn.kill(identifier, signal: number) }
            return .wait
        }
        defer { interruption.handle { _ in .end } }
        do throws(SystemError) {
            let result = try await SystemThread.value {
                Result { () throws(SystemError) in try ProcessSpawn.wait(for: identifier) }
            }
            return .command(try result.get())
        } catch {
            throw CLIError(.software, "the end of \(words[0]) cannot be waited for: \(error).")
        }
    }

    /// Whether a terminal sends its signals to this process and to the program alike.
    private static var isInForeground: Bool {
        guard let terminal = FileDescriptor.openTerminal() else { return false }
        defer { terminal.close() }
        return tcgetpgrp(terminal.rawValue) == getpgrp()
    }
}
