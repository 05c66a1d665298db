/// The desktop's keyring on Linux, through the program `secret-tool` of libsecret.
///
/// The secret goes in on standard input and comes out on standard output, never in an argument, where every program of the
/// machine could read it.
struct SecretService: Sendable {
    /// What became of a question.
    enum Answer: Sendable, Hashable {
        case key(String)
        /// The keyring answered, and has no such key.
        case missing
        /// No keyring answered; why, in words for a person.
        case unavailable(String)
    }

    /// How long the keyring may take. It hangs where a dialog waits on a screen that nobody sees.
    static let timeout = Duration.seconds(2)

    private let environment: Environment
    private let program: String

    init(environment: Environment, program: String = "secret-tool") {
        self.environment = environment
        self.program = program
    }

    /// Looks a key up.
    func lookUp(_ provider: String) -> Answer {
        switch run(["lookup"] + attributes(provider), input: []) {
        case .failure(let failure): return .unavailable(failure.reason)
        case .success(let outcome):
            let key = String(decoding: outcome.output, as: UTF8.self).filter { !$0.isWhitespace }
            if outcome.status == 0, !key.isEmpty { return .key(key) }
            // A key that is not there and a keyring that is not there differ in nothing but the message.
            return outcome.errorText.isEmpty ? .missing : .unavailable(outcome.errorText)
        }
    }

    /// Keeps a key. Gives why not, where it could not.
    func store(_ key: String, for provider: String) -> String? {
        let label = "--label=lm-cli: key for \(provider)"
        switch run(["store", label] + attributes(provider), input: Array(key.utf8)) {
        case .failure(let failure): return failure.reason
        case .success(let outcome) where outcome.status != 0:
            return outcome.errorText.isEmpty ? "secret-tool ended with \(outcome.status)" : outcome.errorText
        case .success: return nil
        }
    }

    /// Forgets a key.
    func remove(_ provider: String) { _ = run(["clear"] + attributes(provider), input: []) }

    private func attributes(_ provider: String) -> [String] { ["service", "lm-cli", "provider", provider] }

    private struct Unavailable: Error {
        var reason: String
    }

    private func run(_ arguments: [String], input: [UInt8]) -> Result<ChildProcess.Outcome, Unavailable> {
        guard environment["DBUS_SESSION_BUS_ADDRESS"] != nil else {
            return .failure(Unavailable(reason: "no keyring answered (there is no D-Bus session)"))
        }
        do throws(ChildProcess.Failure) {
            return .success(
                try ChildProcess.run(program, arguments, input: input, timeout: Self.timeout))
        } catch {
            switch error {
            case .cannotStart: return .failure(Unavailable(reason: "secret-tool is not installed"))
            default: return .failure(Unavailable(reason: "no keyring answered (\(error))"))
            }
        }
    }
}
