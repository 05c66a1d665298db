/// A key that stands in a file.
enum KeyFile {
    /// Reads the key of a file, without the white space around it. Throws where there is none.
    static func read(_ path: String, environment: Environment) throws(CLIError) -> String {
        let bytes: [UInt8]
        do throws(CLIError) {
            bytes = try FileInput.read(PathInput.path(path, environment: environment), limit: 64 * 1024)
        } catch {
            throw CLIError(.key, error.message, hint: "--key-file names a file that holds the key and nothing else.")
        }
        return try key(in: bytes, of: path, hint: "--key-file names a file that holds the key and nothing else.")
    }

    /// The key that a command of the person's settings prints, such as one of a password manager.
    static func key(printedBy command: String) throws(CLIError) -> String {
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

    private static func key(in bytes: [UInt8], of name: String, hint: String) throws(CLIError) -> String {
        let text = try TextInput.text(of: bytes, named: name)
        let words = text.split(whereSeparator: \.isWhitespace)
        guard words.count == 1, let key = words.first, key.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) else {
            throw CLIError(
                .key, words.isEmpty ? "\(name) holds no key." : "\(name) holds something that is not one key.",
                hint: hint)
        }
        return String(key)
    }
}
