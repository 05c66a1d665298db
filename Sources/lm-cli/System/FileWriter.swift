import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The one way in which the tool writes a file: whole, or not at all.
///
/// The bytes go to a file beside the one that was named, which is on the disk before it takes the other's place; until then
/// the old file stands. A device or a pipe has no place to take, and is written as the bytes come.
final class FileWriter: Sendable {
    /// Who may read a new file. One that takes the place of another is as that was.
    enum Readers: Sendable {
        case owner
        case everyone
    }

    private struct State {
        var byteCount = 0
        var isOpen = true
    }
    private let path: String
    /// What takes the place of the file; `nil` if the bytes go to what was named itself.
    private let temporaryPath: String?
    private let descriptor: FileDescriptor
    private let state = Mutex(State())

    /// Opens a file, so that what cannot be written is known before anything else is done. Throws an error that names it.
    init(_ path: String, readers: Readers = .everyone) throws(SystemError) {
        // What a symbolic link leads to is written, and the link stays.
        let target = FileDescriptor.isLink(path) ? FileDescriptor.resolved(path) ?? path : path
        self.path = target
        let isInPlace = FileDescriptor.exists(target) && !FileDescriptor.isRegularFile(target)
        let temporary = isInPlace ? nil : "\(target).\(getpid())-\(UInt32.random(in: 0...(.max))).part"
        do throws(SystemError) {
            if isInPlace, FileDescriptor.isFolder(target) { throw SystemError(code: EISDIR) }
            descriptor = try FileDescriptor.open(
                temporary ?? target,
                isInPlace ? .writing : readers == .owner ? .creatingPrivate : .creating)
        } catch { throw error.about(path) }
        temporaryPath = temporary
        if temporary != nil, let mode = FileDescriptor.mode(target) { _ = fchmod(descriptor.rawValue, mode) }
    }

    deinit { discard() }

    /// How many bytes were written.
    var byteCount: Int { state.withLock { $0.byteCount } }

    /// Writes the next bytes.
    func write(_ bytes: [UInt8]) throws(SystemError) {
        do throws(SystemError) { try descriptor.write(bytes) } catch { throw error.about(path) }
        state.withLock { $0.byteCount += bytes.count }
    }

    /// Puts the file in its place. Throws if it cannot; then the old one stands, and the new one is gone.
    func commit() throws(SystemError) { try settle(as: path) }

    /// Puts what there is under another name, and leaves the file that was named as it was. Gives the name; `nil` if
    /// there is nothing.
    func keep(as other: String) throws(SystemError) -> String? {
        guard byteCount > 0, temporaryPath != nil else {
            discard()
            return nil
        }
        try settle(as: other)
        return other
    }

    /// Leaves no trace of what was written, unless it is in its place already.
    func discard() {
        guard close(), let temporaryPath else { return }
        unlink(temporaryPath)
    }

    private func settle(as name: String) throws(SystemError) {
        guard let temporaryPath else {
            _ = close()
            return
        }
        do throws(SystemError) {
            // A disk may say only now that it is full.
            guard fsync(descriptor.rawValue) == 0 else { throw Platform.lastError }
            guard rename(temporaryPath, name) == 0 else { throw Platform.lastError }
            _ = close()
        } catch {
            discard()
            throw error.about(name)
        }
        FileDescriptor.syncFolder(of: name)
    }

    /// Closes the file once; `false` if it was closed before.
    private func close() -> Bool {
        let wasOpen = state.withLock { state in
            defer { state.isOpen = false }
            return state.isOpen
        }
        if wasOpen { descriptor.close() }
        return wasOpen
    }

    /// Writes a whole file.
    static func write(_ bytes: [UInt8], to path: String, readers: Readers = .everyone) throws(SystemError) {
        let file = try FileWriter(path, readers: readers)
        do throws(SystemError) {
            try file.write(bytes)
        } catch {
            file.discard()
            throw error
        }
        try file.commit()
    }
}
