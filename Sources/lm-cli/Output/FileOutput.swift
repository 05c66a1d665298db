import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// An answer in a file: written whole, or not at all.
///
/// The bytes go to a file beside the one that was named, which takes its place when the answer is whole. The old file
/// stands until then. A device or a pipe has no place to take and is written as the bytes come.
final class FileOutput: AnswerOutput {
    let profile = StreamProfile.pipe
    private let path: String
    /// `nil` where the bytes go to what was named itself.
    private let temporaryPath: String?
    private let descriptor: FileDescriptor
    private struct State {
        var byteCount = 0
        var isOpen = true
    }
    private let state = Mutex(State())

    /// Opens the file, so that what cannot be written is known before anything is sent.
    init(path: String, unique: String) throws(CLIError) {
        self.path = path
        let isInPlace = FileDescriptor.exists(path) && !FileDescriptor.isRegularFile(path)
        let temporary = isInPlace ? nil : path + ".\(unique).part"
        do throws(SystemError) {
            descriptor = try FileDescriptor.open(temporary ?? path, isInPlace ? .writing : .creating)
        } catch {
            let reason = error.isNoSuchFile ? "no such folder" : error.description
            throw CLIError(.cannotCreate, "cannot write \(path): \(reason). Nothing was sent.")
        }
        temporaryPath = temporary
    }

    deinit { discard() }

    func write(_ text: String) throws(SystemError) { try write(Array(text.utf8)) }

    func write(_ bytes: [UInt8]) throws(SystemError) {
        try descriptor.write(bytes)
        state.withLock { $0.byteCount += bytes.count }
    }

    /// Puts the whole answer in its place.
    func commit() throws(CLIError) {
        guard close(), let temporaryPath else { return }
        guard rename(temporaryPath, path) == 0 else {
            throw CLIError(
                .cannotCreate, "cannot write \(path): \(Platform.lastError).", hint: "The reply is in \(temporaryPath)."
            )
        }
    }

    /// Keeps what came of an answer that broke, beside the file that was named, which stays as it was. Gives the name;
    /// `nil` where nothing came.
    func keepPartial(as ending: String = "partial") -> String? {
        guard state.withLock({ $0.byteCount }) > 0, close(), let temporaryPath else {
            discard()
            return nil
        }
        let kept = "\(path).\(ending)"
        return rename(temporaryPath, kept) == 0 ? kept : temporaryPath
    }

    private func discard() {
        guard close(), let temporaryPath else { return }
        unlink(temporaryPath)
    }

    /// Closes the file once; `false` where it was closed before. The bytes are on the disk before the name is.
    private func close() -> Bool {
        let wasOpen = state.withLock { state in
            defer { state.isOpen = false }
            return state.isOpen
        }
        guard wasOpen else { return false }
        if temporaryPath != nil { fsync(descriptor.rawValue) }
        descriptor.close()
        return true
    }
}
