/// How the process ends.
enum ExitStatus: Sendable, Hashable {
    /// With a code of the tool's own.
    case code(ExitCode)
    /// With the code of the command that was run.
    case command(Int32)
    /// By a signal that it received, after putting things in order.
    case signal(Int32)

    /// Because the reader of the output went away, which is no failure and needs no word.
    case brokenPipe

    static let success = ExitStatus.code(.success)

    /// The number that a shell shows.
    var rawValue: Int32 {
        switch self {
        case .code(let code): code.rawValue
        case .command(let status): status
        case .signal(let number): 128 + number
        case .brokenPipe: ExitCode.brokenPipe.rawValue
        }
    }
}
