/// The key of a request, and where it came from.
struct KeyChoice: Sendable, CustomStringConvertible, CustomReflectable {
    /// The key, where the tool hands one in; the environment is the library's to read.
    let key: String?
    /// Where it came from, in words for a person; `nil` where there is none.
    let source: String?

    /// Chooses the key: of a file, one that is saved, or the environment's.
    ///
    /// Throws where a key would cross a network in the clear.
    init(
        provider: Provider, baseURL: BaseURL, keyFile: String?, keyCommand: String? = nil, prefersEnvironment: Bool,
        environment: Environment
    ) throws(CLIError) {
        if let keyFile {
            key = try KeyFile.read(keyFile, environment: environment)
            source = keyFile
        } else if provider.isOwn(baseURL), !prefersEnvironment, let keyCommand {
            key = try KeyFile.key(printedBy: keyCommand)
            source = "the key command of your settings"
        } else if provider != .generic, !prefersEnvironment,
            let saved = try KeyRing(environment: environment).saved.key(provider.rawValue)
        {
            key = saved
            source = "the saved key"
        } else {
            key = nil
            source = provider.keyVariables.first { environment[$0] != nil && provider.isOwn(baseURL) }
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
}
