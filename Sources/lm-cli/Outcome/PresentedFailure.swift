/// A failure that standard output has been told of already, in the form that was asked for there.
struct PresentedFailure: Error, Sendable {
    /// The failure, for standard error and the exit code.
    let failure: CLIError
}
