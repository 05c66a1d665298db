/// An answer in a file: written whole, or not at all.
final class FileOutput: AnswerOutput {
    let profile = StreamProfile.pipe
    private let path: String
    private let file: FileWriter

    /// Opens the file, so that what cannot be written is known before anything is sent.
    init(path: String) throws(CLIError) {
        self.path = path
        do throws(SystemError) {
            file = try FileWriter(path)
        } catch {
            let reason = error.isNoSuchFile ? "no such folder" : error.description
            throw CLIError(.cannotCreate, "cannot write \(path): \(reason). Nothing was sent.")
        }
    }

    func write(drawn text: String) throws(SystemError) { try file.write(Array(text.utf8)) }
    func write(_ text: String) throws(SystemError) { try file.write(Array(text.utf8)) }
    func write(_ bytes: [UInt8]) throws(SystemError) { try file.write(bytes) }

    /// Writes a whole document.
    static func write(_ bytes: [UInt8], to path: String) throws(CLIError) {
        let output = try FileOutput(path: path)
        do throws(SystemError) {
            try output.write(bytes)
            try output.file.commit()
        } catch { throw CLIError(cannotWrite: error) }
    }

    /// Puts the whole answer in its place.
    func commit() throws(CLIError) {
        do throws(SystemError) { try file.commit() } catch { throw CLIError(cannotWrite: error) }
    }

    /// Keeps what came of an answer that broke, beside the file that was named, which stays as it was. Gives the name;
    /// `nil` where nothing came, or it cannot be kept.
    func keepPartial(as ending: String = "partial") -> String? { try? file.keep(as: "\(path).\(ending)") }

    /// Leaves no trace of the answer.
    func discard() { file.discard() }
}
