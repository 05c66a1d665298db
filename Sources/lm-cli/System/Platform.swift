#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The few calls of the C library whose names or types differ between platforms.
enum Platform {
    /// The error number that the last failed call of this thread left.
    static var lastError: SystemError { SystemError(code: errno) }

    /// The value of an environment variable; `nil` where it is not set.
    static func environmentValue(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        return String(cString: value)
    }

    /// The names of the environment variables that are set.
    static var environmentNames: [String] {
        var names: [String] = []
        var entry: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = environ
        while let current = entry, let variable = current.pointee {
            names.append(String(String(cString: variable).prefix { $0 != "=" }))
            entry = current.advanced(by: 1)
        }
        return names
    }

    /// The number of this process.
    static var processIdentifier: Int32 { getpid() }

    /// Ends the process at once, without the handlers of `atexit`.
    static func exitImmediately(_ status: Int32) -> Never { _exit(status) }

    /// Ends the process.
    static func exit(_ status: Int32) -> Never { systemExit(status) }
}
