import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Both ends of a pipe. Neither is inherited by a program that is started, but for those it is given as its own.
struct Channel: Sendable {
    let reading: FileDescriptor
    let writing: FileDescriptor

    /// Held while a pipe is made and while a program is started, so that no program inherits an end that is not marked
    /// yet, and keeps it open.
    static let spawnLock = Mutex(())

    init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        let code = Self.spawnLock.withLock { _ in
            guard pipe(&ends) == 0 else { return errno }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            return 0
        }
        guard code == 0 else { throw SystemError(code: code) }
        reading = FileDescriptor(rawValue: ends[0])
        writing = FileDescriptor(rawValue: ends[1])
    }

    /// Makes writing give up where it would have to wait.
    func makeWritingNonblocking() { _ = fcntl(writing.rawValue, F_SETFL, O_NONBLOCK) }
}
