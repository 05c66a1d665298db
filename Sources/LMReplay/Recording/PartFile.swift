#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#elseif canImport(Glibc)
    import Glibc
#endif

/// The file a recording grows in, beside the one it will replace: `NAME.part`, readable by its owner only.
///
/// Under the final name there is at every moment the old file or the new one, whole: the new one gets the name by a
/// rename, after its bytes are on the disk. A lock on the part keeps two recordings from growing in one file. The owner
/// sees to it that one call is made at a time.
final class PartFile: Sendable {
    /// Where the file is to end up.
    let path: String
    private let descriptor: Int32

    private var partPath: String { path + ".part" }

    /// Makes the part, or takes over the one that a broken recording left.
    init(for path: String) throws(CassetteError) {
        self.path = path
        let partPath = path + ".part"
        while true {
            let descriptor = open(partPath, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw Self.failure(partPath, errno) }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                close(descriptor)
                throw CassetteError(.busy, "Another program is recording to this cassette.", path: path)
            }
            // Whoever held the lock before may have renamed the file, so that it is no part any more.
            var opened = stat()
            var named = stat()
            guard fstat(descriptor, &opened) == 0, lstat(partPath, &named) == 0, opened.st_ino == named.st_ino,
                opened.st_dev == named.st_dev
            else {
                Self.release(descriptor)
                continue
            }
            guard fchmod(descriptor, 0o600) == 0, ftruncate(descriptor, 0) == 0 else {
                let number = errno
                Self.release(descriptor)
                throw Self.failure(partPath, number)
            }
            self.descriptor = descriptor
            return
        }
    }

    deinit { Self.release(descriptor) }

    /// Gives the file back. The lock is let go by itself, because a process that is just being started holds a copy of
    /// the descriptor until it has become another program.
    private static func release(_ descriptor: Int32) {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Adds bytes at the end.
    func append(_ bytes: [UInt8]) throws(CassetteError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failure(partPath, errno) }
            rest.removeFirst(count)
        }
    }

    /// All bytes that were written.
    func contents() throws(CassetteError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = chunk.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress, $0.count, off_t(bytes.count))
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Self.failure(partPath, errno) }
            guard count > 0 else { return bytes }
            bytes.append(contentsOf: chunk[..<count])
        }
    }

    /// Replaces what was written.
    func replaceContents(with bytes: [UInt8]) throws(CassetteError) {
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw Self.failure(partPath, errno)
        }
        try append(bytes)
    }

    /// Puts the file in the place of the old one, once its bytes are on the disk.
    func publish() throws(CassetteError) {
        var old = stat()
        if lstat(path, &old) == 0, old.st_mode & S_IFMT == S_IFREG { fchmod(descriptor, old.st_mode & 0o777) }
        guard fsync(descriptor) == 0, rename(partPath, path) == 0 else { throw Self.failure(path, errno) }
        // The new name is an entry of the folder, which is written by itself.
        let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? "."
        let folderDescriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folderDescriptor >= 0 else { return }
        fsync(folderDescriptor)
        close(folderDescriptor)
    }

    /// Removes the part.
    func discard() { unlink(partPath) }

    private static func failure(_ path: String, _ number: Int32) -> CassetteError {
        CassetteError(
            .unwritable, "The file cannot be written: \(CassetteFile.message(number)).",
            remedy: number == ENOENT ? "Make its folder first." : "", path: path)
    }
}
