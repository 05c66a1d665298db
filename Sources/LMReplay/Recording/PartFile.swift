import Synchronization

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
/// rename, after its bytes are on the disk. A lock on the part keeps two recordings from growing in one file. What an
/// earlier recording left in the part is there until the first bytes are added. The owner sees to it that one call is
/// made at a time.
final class PartFile: Sendable {
    /// Where the file is to end up.
    let path: String
    private let descriptor: Int32
    /// How many bytes of this recording there are; `nil` where none were added.
    private let length = Mutex<Int?>(nil)

    /// The part's own path.
    var partPath: String { path + ".part" }
    private var newPath: String { path + ".new" }

    /// Makes the part, or takes over the one that a broken recording left.
    init(for path: String) throws(CassetteError) {
        self.path = path
        let partPath = path + ".part"
        while true {
            let descriptor = open(partPath, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw Self.failure(partPath, errno) }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                close(descriptor)
                throw CassetteError(
                    .busy, "This cassette is being recorded to already.",
                    remedy: "Wait until that recording is done, or record to another file.", path: path)
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
            guard fchmod(descriptor, 0o600) == 0 else {
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

    /// Adds bytes at the end: all of them, or none.
    func append(_ bytes: [UInt8]) throws(CassetteError) {
        try length.withLock { (length) throws(CassetteError) in
            let start = length ?? 0
            if length == nil { try truncate(to: 0) }
            do throws(CassetteError) {
                try Self.write(bytes, to: descriptor, at: start, path: partPath)
            } catch {
                // A half line would be one that nobody can read.
                try truncate(to: start)
                throw error
            }
            length = start + bytes.count
        }
    }

    private func truncate(to size: Int) throws(CassetteError) {
        guard ftruncate(descriptor, off_t(size)) == 0 else { throw Self.failure(partPath, errno) }
    }

    private static func write(
        _ bytes: [UInt8], to descriptor: Int32, at start: Int, path: String
    ) throws(CassetteError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(
                    descriptor, $0.baseAddress.map { $0 + written }, $0.count - written, off_t(start + written))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure(path, count == 0 ? ENOSPC : errno) }
            written += count
        }
    }

    /// All bytes that were added.
    func contents() throws(CassetteError) -> [UInt8] {
        let size = length.withLock { $0 ?? 0 }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size)
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        while bytes.count < size {
            let count = chunk.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress, min($0.count, size - bytes.count), off_t(bytes.count))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failure(partPath, count == 0 ? EIO : errno) }
            bytes.append(contentsOf: chunk[..<count])
        }
        return bytes
    }

    /// Puts what was added in the place of the old file, once its bytes are on the disk.
    func publish() throws(CassetteError) {
        try Self.putInPlace(partPath, descriptor, path)
        unlink(newPath)
    }

    /// Puts other bytes in the place of the old file, and removes the part unless it holds what an earlier recording
    /// left. Where that fails, the part is as it was.
    func publish(_ bytes: [UInt8]) throws(CassetteError) {
        let new = open(newPath, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard new >= 0 else { throw Self.failure(newPath, errno) }
        defer { close(new) }
        do throws(CassetteError) {
            guard fchmod(new, 0o600) == 0 else { throw Self.failure(newPath, errno) }
            try Self.write(bytes, to: new, at: 0, path: newPath)
            try Self.putInPlace(newPath, new, path)
        } catch {
            unlink(newPath)
            throw error
        }
        if length.withLock({ $0 != nil }) { unlink(partPath) } else { discard() }
    }

    private static func putInPlace(_ source: String, _ descriptor: Int32, _ path: String) throws(CassetteError) {
        var old = stat()
        if lstat(path, &old) == 0, old.st_mode & S_IFMT == S_IFREG { fchmod(descriptor, old.st_mode & 0o777) }
        guard fsync(descriptor) == 0, rename(source, path) == 0 else { throw failure(path, errno) }
        // The new name is an entry of the folder, which is written by itself.
        let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? "."
        let folderDescriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folderDescriptor >= 0 else { return }
        fsync(folderDescriptor)
        close(folderDescriptor)
    }

    /// Replaces what was added by what is no longer than that, which always fits the disk.
    func overwrite(with bytes: [UInt8]) {
        length.withLock { length in
            guard let old = length, bytes.count <= old,
                (try? Self.write(bytes, to: descriptor, at: 0, path: partPath)) != nil,
                ftruncate(descriptor, off_t(bytes.count)) == 0
            else { return }
            length = bytes.count
        }
    }

    /// Leaves what was added in the part, on the disk.
    func keep() { fsync(descriptor) }

    /// Removes what was added, and the part with it, unless it holds what an earlier recording left.
    func discard() {
        var status = stat()
        if length.withLock({ $0 == nil }), fstat(descriptor, &status) == 0, status.st_size > 0 { return }
        unlink(partPath)
        unlink(newPath)
    }

    private static func failure(_ path: String, _ number: Int32) -> CassetteError {
        CassetteError(
            .unwritable, "The file cannot be written: \(CassetteFile.message(number)).",
            remedy: number == ENOENT ? "Make its folder first." : "", path: path)
    }
}
