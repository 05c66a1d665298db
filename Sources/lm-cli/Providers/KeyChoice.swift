/// The key of a request, and where it came from.
struct KeyChoice: Sendable, CustomStringConvertible, CustomReflectable {
    /// The key; `nil` where none is sent.
    let key: String?
    /// Where it came from, in words for a person; `nil` where there is none.
    let source: String?

    private static let fileHint = "--key-file names a file that holds the key and nothing else."

    /// Chooses the key: of a file, one that is saved, or the environment's.
    ///
    /// A key that was given or saved goes to the address that was given, one of the environment only to its provider's own
    /// hosts. Throws where a key would cross a network in the clear.
    init(
        provider: Provider, baseURL: BaseURL, options: ServerOptions, context: ProviderContext
    ) throws(CLIError) {
        let environment = context.environment
        let prefersSaved = options.keySource == .saved
        if let keyFile = options.keyFile {
            key = try Self.key(ofFile: keyFile, environment: environment)
            source = keyFile
        } else if provider.isOwn(baseURL), prefersSaved, let command = context.keyCommand {
            key = try Self.key(printedBy: command)
            source = "the key command of your settings"
        } else if provider != .generic, prefersSaved,
            let saved = try KeyRing(environment: environment).saved.key(provider.name)
        {
            key = saved
            source = "the saved key"
        } else if provider.isOwn(baseURL),
            let variable = provider.keyVariables.first(where: { environment[$0] != nil })
        {
            key = environment[variable]
            source = variable
        } else {
            key = nil
            source = nil
        }
        guard key == nil || baseURL.isPrivate else {
            throw .usage(
                "the key is not sent to \(baseURL.host) over plain http, where others can read it.",
                hint: "Use https, or a loopback address. Without a key: leave out --key-file.")
        }
    }

    /// A request that nobody sends needs no true key.
    init(unsent: Void) {
        key = "unsent"
        source = "the recording"
    }

    var description: String { source.map { "key from \($0)" } ?? "no key" }
    var customMirror: Mirror { Mirror(self, children: []) }

    // MARK: Keys that stand somewhere

    /// Reads the key of a file, without the white space around it. Throws where there is none.
    static func key(ofFile path: String, environment: Environment) throws(CLIError) -> String {
        let bytes: [UInt8]
        do throws(CLIError) {
            bytes = try FileInput.read(PathInput.path(path, environment: environment), limit: 64 * 1024)
        } catch {
            throw CLIError(.key, error.message, hint: fileHint)
        }
        return try key(in: bytes, of: path, hint: fileHint)
    }

    /// The key that a command of the person's settings prints, such as one of a password manager.
    private static func key(printedBy command: String) throws(CLIError) -> String {
        let hint = "It is keyCommand in your settings: lm-cli help configuration"
        let outcome: ChildProcess.Outcome
        do throws(ChildProcess.Failure) {
            outcome = try ChildProcess.run("sh", ["-c", command], timeout: .seconds(60))
        } catch {
            throw CLIError(.key, "the key command cannot be used: \(error).", hint: hint)
        }
        guard outcome.status == 0 else {
            throw CLIError(.key, "the key command ended with \(outcome.status): \(outcome.errorText)", hint: hint)
        }
        return try key(in: outcome.output, of: "the output of the key command", hint: hint)
    }

    /// The one word of a text. `name` says whose text it is.
    static func key(in bytes: [UInt8], of name: String, hint: String?) throws(CLIError) -> String {
        let words = try TextInput.text(of: bytes, named: name).split(whereSeparator: \.isWhitespace)
        guard words.count == 1, let key = words.first, key.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) else {
            throw CLIError(
                .key, words.isEmpty ? "\(name) holds no key." : "\(name) holds something that is not one key.",
                hint: hint)
        }
        return String(key)
    }
}
