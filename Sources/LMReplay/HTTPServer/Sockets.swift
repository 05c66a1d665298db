#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#elseif canImport(Glibc)
    import Glibc
#endif

/// Why a socket is of no more use.
enum SocketError: Error, Equatable {
    /// It was closed, here or there.
    case closed
    /// The other side took too long.
    case timedOut
    /// The system refused something; the number is its reason.
    case system(Int32)
}

/// The few calls of the system that a server needs, the same on all platforms.
enum Sockets {
    /// The result of a call that does not wait.
    enum Attempt {
        case done(Int)
        /// Nothing can be done now.
        case later
        case failed(Int32)
    }

    /// Listens on an IPv4 address; port 0 takes a free one. Returns the socket and its port.
    static func listen(address: UInt32, port: UInt16) throws(SocketError) -> (descriptor: Int32, port: UInt16) {
        #if canImport(Glibc)
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw .system(errno) }
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = port.bigEndian
        name.sin_addr.s_addr = address.bigEndian
        set(descriptor, SOL_SOCKET, SO_REUSEADDR)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, size) == 0 && systemListen(descriptor, 1024) == 0
                    && getsockname(descriptor, pointer, &size) == 0
            }
        }
        guard result, prepare(descriptor) else {
            let number = errno
            close(descriptor)
            throw .system(number)
        }
        return (descriptor, UInt16(bigEndian: name.sin_port))
    }

    /// Takes a connection that waits.
    static func accept(_ descriptor: Int32) -> Attempt {
        while true {
            let connection = systemAccept(descriptor)
            guard connection >= 0 else {
                // A connection that is gone again before it was taken is no failure of the listener.
                if errno == EINTR || errno == ECONNABORTED { continue }
                return outcome(errno)
            }
            guard prepare(connection) else {
                close(connection)
                continue
            }
            set(connection, Int32(IPPROTO_TCP), TCP_NODELAY)
            return .done(Int(connection))
        }
    }

    /// Reads what is there. No bytes means that the other side has ended.
    static func receive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Attempt {
        while true {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count >= 0 { return .done(count) }
            if errno != EINTR { return outcome(errno) }
        }
    }

    /// Writes as much as the system takes.
    static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Attempt {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        while true {
            let count = systemSend(descriptor, bytes.baseAddress, bytes.count, flags)
            if count >= 0 { return .done(count) }
            if errno != EINTR { return outcome(errno) }
        }
    }

    /// Tells the other side that nothing more will come.
    static func endWriting(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Ends the connection in both directions; the descriptor stays taken.
    static func end(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Makes the next close a reset, which the other side sees as an error.
    static func resetOnClose(_ descriptor: Int32) {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// How many written bytes the other side does not have yet.
    static func unsentBytes(_ descriptor: Int32) -> Int {
        var count: Int32 = 0
        #if canImport(Darwin)
            var size = socklen_t(MemoryLayout<Int32>.size)
            guard getsockopt(descriptor, SOL_SOCKET, SO_NWRITE, &count, &size) == 0 else { return 0 }
        #else
            guard ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 else { return 0 }
        #endif
        return Int(count)
    }

    static func close(_ descriptor: Int32) { systemClose(descriptor) }

    /// Whether the process or the system has no descriptors left.
    static func isExhausted(_ number: Int32) -> Bool { number == EMFILE || number == ENFILE || number == ENOMEM }

    private static func outcome(_ number: Int32) -> Attempt {
        number == EAGAIN || number == EWOULDBLOCK ? .later : .failed(number)
    }

    private static func prepare(_ descriptor: Int32) -> Bool {
        #if canImport(Darwin)
            set(descriptor, SOL_SOCKET, SO_NOSIGPIPE)
        #endif
        let flags = fcntl(descriptor, F_GETFL)
        return flags >= 0 && fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0
            && fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
    }

    private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32) {
        var value: Int32 = 1
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}

// The system's functions under names that the ones above do not hide.
private func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 { listen(descriptor, backlog) }
private func systemAccept(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }
private func systemClose(_ descriptor: Int32) { close(descriptor) }
private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
    send(descriptor, bytes, count, flags)
}
