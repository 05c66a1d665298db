#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// An open file of the process, by its number. A value: closing it is up to whoever opened it.
struct FileDescriptor: Sendable, Hashable {
    /// The number that the kernel knows.
    let rawValue: Int32

    static let standardInput = FileDescriptor(rawValue: 0)
    static let standardOutput = FileDescriptor(rawValue: 1)
    static let standardError = FileDescriptor(rawValue: 2)

    /// What stands behind a descriptor.
    enum Kind: Sendable, Hashable {
        case terminal
        /// A character device that is no terminal, such as `/dev/null`.
        case device
        case file, folder, pipe, socket
        /// The descriptor is not open.
        case closed
    }

    /// What stands behind the descriptor.
    var kind: Kind {
        var information = stat()
        guard fstat(rawValue, &information) == 0 else { return .closed }
        return switch information.st_mode & S_IFMT {
        case S_IFIFO: .pipe
        case S_IFSOCK: .socket
        case S_IFDIR: .folder
        case S_IFCHR: isTerminal ? .terminal : .device
        default: .file
        }
    }

    /// Whether a person may sit behind it.
    var isTerminal: Bool { isatty(rawValue) == 1 }

    /// Whether it can be written at all.
    var isWritable: Bool {
        let flags = fcntl(rawValue, F_GETFL)
        return flags >= 0 && flags & O_ACCMODE != O_RDONLY
    }

    /// How the file is opened.
    enum Access: Sendable {
        case reading
        /// Makes a file that must not be there, readable by its owner only.
        case creatingPrivate
        /// Makes a file that must not be there.
        case creating
        /// Writes over or into what is there, for devices and pipes.
        case writing
    }

    /// Opens a file. The descriptor does not outlive an `exec`.
    static func open(_ path: String, _ access: Access) throws(SystemError) -> FileDescriptor {
        let flags: Int32
        var mode: mode_t = 0o666
        switch access {
        case .reading: flags = O_RDONLY
        case .creating: flags = O_WRONLY | O_CREAT | O_EXCL
        case .creatingPrivate:
            flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
            mode = 0o600
        case .writing: flags = O_WRONLY
        }
        while true {
            let number = systemOpen(path, flags | O_CLOEXEC, mode)
            if number >= 0 { return FileDescriptor(rawValue: number) }
            let error = Platform.lastError
            guard error.isInterrupted else { throw error }
        }
    }

    /// The terminal that the process belongs to, whatever its standard streams are; `nil` where it has none.
    static func openTerminal() -> FileDescriptor? {
        let number = systemOpen("/dev/tty", O_RDWR | O_CLOEXEC)
        return number >= 0 ? FileDescriptor(rawValue: number) : nil
    }

    /// Whether there is something by a name.
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// When a file was last written, in nanoseconds since 1970; 0 where it cannot be told.
    static func modified(_ path: String) -> Int64 {
        var information = stat()
        guard stat(path, &information) == 0 else { return 0 }
        #if canImport(Darwin)
            let time = information.st_mtimespec
        #else
            let time = information.st_mtim
        #endif
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Removes a file; `false` where that failed, and the platform's last error says why.
    static func remove(_ path: String) -> Bool { unlink(path) == 0 }

    /// Whether what has this name is a file, and no folder, device or pipe.
    static func isRegularFile(_ path: String) -> Bool {
        var information = stat()
        return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
    }

    /// Whether two names stand for one file or folder.
    static func isSame(_ first: String, _ second: String) -> Bool {
        var (one, other) = (stat(), stat())
        return stat(first, &one) == 0 && stat(second, &other) == 0 && one.st_dev == other.st_dev
            && one.st_ino == other.st_ino
    }

    /// Whether what has this name is a folder.
    static func isFolder(_ path: String) -> Bool {
        var information = stat()
        return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether others than its owner can read what has this name.
    static func isOpenToOthers(_ path: String) -> Bool {
        var information = stat()
        return stat(path, &information) == 0 && information.st_mode & 0o077 != 0
    }

    /// Whether what has this name is a symbolic link.
    static func isLink(_ path: String) -> Bool {
        var information = stat()
        return lstat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFLNK
    }

    /// The path without symbolic links; `nil` where it leads nowhere.
    static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Who may do what with a file; `nil` where there is none.
    static func mode(_ path: String) -> mode_t? {
        var information = stat()
        return stat(path, &information) == 0 ? information.st_mode & 0o777 : nil
    }

    /// Brings the name of a file to the disk. A file system that cannot has done what it can.
    static func syncFolder(of path: String) {
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        guard let descriptor = try? open(folder, .reading) else { return }
        fsync(descriptor.rawValue)
        descriptor.close()
    }

    /// What has this name; `nil` where there is nothing, or it cannot be told.
    static func kind(of path: String) -> Kind? {
        var information = stat()
        guard stat(path, &information) == 0 else { return nil }
        return switch information.st_mode & S_IFMT {
        case S_IFIFO: .pipe
        case S_IFSOCK: .socket
        case S_IFDIR: .folder
        case S_IFCHR, S_IFBLK: .device
        default: .file
        }
    }

    /// Closes the descriptor; an error has no remedy here, because the writer has synced what matters.
    func close() { systemClose(rawValue) }

    /// Reads what is there, at most `limit` bytes; an empty result is the end of the file.
    func read(upTo limit: Int) throws(SystemError) -> [UInt8] {
        while true {
            var failure: SystemError?
            let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
                let read = systemRead(rawValue, buffer.baseAddress, limit)
                if read < 0 { failure = Platform.lastError }
                count = max(0, read)
            }
            guard let failure else { return bytes }
            if failure.isInterrupted { continue }
            guard failure.code == EAGAIN || failure.code == EWOULDBLOCK else { throw failure }
            _ = try wait(for: .reading, milliseconds: nil)
        }
    }

    /// Writes all of the bytes, however many calls that takes.
    func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let slice = UnsafeRawBufferPointer(rebasing: rest)
            let written = systemWrite(rawValue, slice.baseAddress, slice.count)
            if written >= 0 {
                rest = rest.dropFirst(written)
                continue
            }
            let error = Platform.lastError
            if error.isInterrupted { continue }
            guard error.code == EAGAIN || error.code == EWOULDBLOCK else { throw error }
            _ = try wait(for: .writing, milliseconds: nil)
        }
    }

    /// Writes all of the bytes.
    func write(_ bytes: [UInt8]) throws(SystemError) {
        var failure: SystemError?
        bytes.withUnsafeBytes { buffer in
            do throws(SystemError) { try write(buffer) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// What to wait for.
    enum Readiness: Sendable { case reading, writing }

    /// Waits until reading or writing does not block; `false` where the time ran out first. `nil` waits for ever.
    func wait(for readiness: Readiness, milliseconds: Int32?) throws(SystemError) -> Bool {
        var entry = pollfd(fd: rawValue, events: Int16(readiness == .reading ? POLLIN : POLLOUT), revents: 0)
        while true {
            let count = poll(&entry, 1, milliseconds ?? -1)
            if count > 0 { return true }
            if count == 0 { return false }
            let error = Platform.lastError
            guard error.isInterrupted else { throw error }
        }
    }

    /// Opens `/dev/null` in the place of each standard stream that is closed, so that no file or socket of the
    /// process can become its standard output. What takes the place of standard output cannot be written, so that an
    /// answer is not lost without a word. Gives the streams that were closed.
    static func fillClosedStandardStreams() -> Set<FileDescriptor> {
        var closed: Set<FileDescriptor> = []
        for descriptor in [standardInput, standardOutput, standardError] where fcntl(descriptor.rawValue, F_GETFD) == -1
        {
            // The kernel gives the lowest free number, which is this one because the lower ones are open by now.
            _ = systemOpen("/dev/null", descriptor == standardOutput ? O_RDONLY : O_RDWR)
            closed.insert(descriptor)
        }
        return closed
    }
}
