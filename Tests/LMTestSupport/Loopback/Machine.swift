#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// What tests of sockets need of the machine.
public enum Machine {
    /// A port of 127.0.0.1 on which nothing listens.
    public static func unusedPort() throws -> UInt16 {
        let (descriptor, port) = try Socket.listen()
        Socket.close(descriptor)
        return port
    }

    /// Allows this process so many open files, as far as the system lets it.
    public static func allowOpenFiles(_ count: Int) {
        var limit = rlimit()
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(count) else { return }
        limit.rlim_cur = min(rlim_t(count), limit.rlim_max)
        _ = setrlimit(resource, &limit)
    }
}
