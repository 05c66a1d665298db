#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A failed system call.
struct SystemError: Error, Hashable, CustomStringConvertible {
    /// The error number of the platform.
    let code: Int32
    /// The file that it is about; `nil` for a standard stream, and where nobody said.
    var path: String?

    init(code: Int32, path: String? = nil) {
        self.code = code
        self.path = path
    }

    /// The same error, with the file that it is about.
    func about(_ path: String) -> SystemError { SystemError(code: code, path: path) }

    /// The platform's words, starting in lower case as they stand behind a colon.
    var description: String {
        guard let text = strerror(code) else { return "error \(code)" }
        let words = String(cString: text)
        return words.prefix(1).lowercased() + words.dropFirst()
    }

    /// There is no such file or folder.
    var isNoSuchFile: Bool { code == ENOENT || code == ENOTDIR }
    /// The reader of a pipe or socket is gone.
    var isBrokenPipe: Bool { code == EPIPE }
    /// A file by that name is there already.
    var isFileExists: Bool { code == EEXIST }
    /// The call was interrupted by a signal.
    var isInterrupted: Bool { code == EINTR }
}
