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
        let text = try TextInput.text(of: bytes, named: path)
        let words = text.split(whereSeparator: \.isWhitespace)
        guard words.count == 1, let key = words.first, key.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) else {
            throw CLIError(
                .key, words.isEmpty ? "\(path) holds no key." : "\(path) holds something that is not one key.",
                hint: "--key-file names a file that holds the key and nothing else.")
        }
        return String(key)
    }
}
