/// The version of the package.
enum ProductVersion {
    /// As `lm-cli --version` prints it and cassettes name their recorder.
    static let text = "0.1.0"
}
