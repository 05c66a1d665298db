#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The few calls of the system's sockets that the loopback server needs, the same on each platform.
enum Socket {
    struct Failure: Error, CustomStringConvertible {
        var call: String
        var code: Int32
        var description: String { "\(call) failed with errno \(code)" }
    }

    enum Transfer {
        case bytes(Int)
        /// Nothing can be moved now.
        case later
        /// The peer closed or reset the connection.
        case over
    }

    /// A listening socket on a free port of 127.0.0.1, and the port.
    static func listen() throws -> (descriptor: Int32, port: UInt16) {
        #if canImport(Glibc)
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw Failure(call: "socket", code: errno) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && systemListen(descriptor) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        guard isListening else {
            let code = errno
            close(descriptor)
            throw Failure(call: "listen", code: code)
        }
        prepare(descriptor)
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    /// The next waiting connection, if there is one.
    static func accept(_ listener: Int32) -> Int32? {
        #if canImport(Darwin)
            let descriptor = Darwin.accept(listener, nil, nil)
        #elseif canImport(Musl)
            let descriptor = Musl.accept(listener, nil, nil)
        #else
            let descriptor = Glibc.accept(listener, nil, nil)
        #endif
        guard descriptor >= 0 else { return nil }
        prepare(descriptor)
        set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1))
        return descriptor
    }

    /// Both ends of a pipe, reading first.
    static func pipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        #if canImport(Darwin)
            let result = Darwin.pipe(&ends)
        #elseif canImport(Musl)
            let result = Musl.pipe(&ends)
        #else
            let result = Glibc.pipe(&ends)
        #endif
        guard result == 0 else { throw Failure(call: "pipe", code: errno) }
        for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        return (ends[0], ends[1])
    }

    static func receive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        transfer(recv(descriptor, buffer.baseAddress, buffer.count, 0), zeroIsOver: true)
    }

    static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Transfer {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        #if canImport(Darwin)
            let count = Darwin.send(descriptor, bytes.baseAddress, bytes.count, flags)
        #elseif canImport(Musl)
            let count = Musl.send(descriptor, bytes.baseAddress, bytes.count, flags)
        #else
            let count = Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags)
        #endif
        return transfer(count, zeroIsOver: false)
    }

    static func writeByte(_ descriptor: Int32) {
        var byte: UInt8 = 1
        _ = write(descriptor, &byte, 1)
    }

    /// Reads a pipe empty.
    static func drain(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) {
        while read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
    }

    static func close(_ descriptor: Int32) {
        #if canImport(Darwin)
            _ = Darwin.close(descriptor)
        #elseif canImport(Musl)
            _ = Musl.close(descriptor)
        #else
            _ = Glibc.close(descriptor)
        #endif
    }

    /// Limits what the kernel holds back for a slow client, so that backpressure shows early.
    static func limitSendBuffer(_ descriptor: Int32, to bytes: Int32) {
        set(descriptor, SOL_SOCKET, SO_SNDBUF, bytes)
    }

    /// Closes a connection so that the peer sees a reset.
    static func reset(_ descriptor: Int32) {
        set(descriptor, SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0))
        close(descriptor)
    }

    private static func systemListen(_ descriptor: Int32) -> Int32 {
        #if canImport(Darwin)
            Darwin.listen(descriptor, 4096)
        #elseif canImport(Musl)
            Musl.listen(descriptor, 4096)
        #else
            Glibc.listen(descriptor, 4096)
        #endif
    }

    private static func prepare(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
            set(descriptor, SOL_SOCKET, SO_NOSIGPIPE, Int32(1))
        #endif
    }

    private static func set<Value: BitwiseCopyable>(
        _ descriptor: Int32, _ level: Int32, _ name: Int32, _ value: Value
    ) {
        withUnsafeBytes(of: value) { bytes in
            _ = setsockopt(descriptor, level, name, bytes.baseAddress, socklen_t(bytes.count))
        }
    }

    private static func transfer(_ count: Int, zeroIsOver: Bool) -> Transfer {
        if count > 0 || (count == 0 && !zeroIsOver) { return .bytes(count) }
        if count == 0 { return .over }
        return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? .later : .over
    }
}
