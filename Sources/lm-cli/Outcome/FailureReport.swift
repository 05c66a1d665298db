/// Turns every error into what a person sees.
enum FailureReport {
    /// The report of an error that nothing more is known of.
    static func error(for error: any Error) -> CLIError {
        if let error = error as? CLIError { return error }
        return CLIError(.software, "this is a mistake of lm-cli: \(error).")
    }
}
