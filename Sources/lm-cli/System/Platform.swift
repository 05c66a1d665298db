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

    /// The error of writing to what is not open.
    static let badDescriptor = SystemError(code: EBADF)

    /// The value of an environment variable; `nil` where it is not set.
    static func environmentValue(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        return String(cString: value)
    }

    /// Every environment variable of this process.
    static var environmentValues: [String: String] {
        var values: [String: String] = [:]
        var entry = environ
        while let text = entry.pointee {
            let words = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if words.count == 2 { values[String(words[0])] = String(words[1]) }
            entry += 1
        }
        return values
    }

    /// The system and its processor: `Linux 6.1.0 x86_64`.
    static var systemName: String {
        var names = utsname()
        guard uname(&names) == 0 else { return "unknown" }
        func text<Field>(_ field: Field) -> String {
            withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        return "\(text(names.sysname)) \(text(names.release)) \(text(names.machine))"
    }

    /// The path of a program that is found in a list of folders as `PATH` has it; `nil` where there is none.
    static func findProgram(_ name: String, path: String?) -> String? {
        (path ?? "").split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// The number of this process.
    static var processIdentifier: Int32 { getpid() }

    /// Ends the process at once, without the handlers of `atexit`.
    static func exitImmediately(_ status: Int32) -> Never { _exit(status) }

    /// Ends the process.
    static func exit(_ status: Int32) -> Never { systemExit(status) }
}
