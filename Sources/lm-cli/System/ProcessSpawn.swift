#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Starts other programs.
enum ProcessSpawn {
    /// Starts a program, found by its path or in `PATH`, with three descriptors as its standard streams.
    ///
    /// The program gets the signals as a shell would give them, whatever this process blocks or ignores. From here on
    /// this process ignores `SIGPIPE`: a program need not read what it is given, and that is an error of the write.
    ///
    /// No other descriptor of this process reaches it, whoever opened it: libraries do not mark all of theirs.
    ///
    /// - Parameter inheritsDescriptors: Whether it gets what this process itself was started with, as a program does that
    ///   runs in its place.
    static func start(
        _ program: String, _ arguments: [String], environment: [String: String]?, input: FileDescriptor,
        output: FileDescriptor, errors: FileDescriptor, inheritsDescriptors: Bool = false
    ) throws(SystemError) -> pid_t {
        signal(SIGPIPE, SIG_IGN)
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, descriptor) in [input, output, errors].enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor.rawValue, Int32(number))
        }
        var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        if !inheritsDescriptors {
            #if canImport(Darwin)
                flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
            #else
                closeOthers(&actions)
            #endif
        }
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGXFSZ] { sigaddset(&defaults, signal) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(flags))

        var identifier: pid_t = 0
        let code = withStrings([program] + arguments) { arguments in
            guard let environment else {
                return Channel.spawnLock.withLock { _ in
                    posix_spawnp(&identifier, program, &actions, &attributes, arguments, environ)
                }
            }
            return withStrings(environment.map { "\($0.key)=\($0.value)" }.sorted()) { variables in
                Channel.spawnLock.withLock { _ in
                    posix_spawnp(&identifier, program, &actions, &attributes, arguments, variables)
                }
            }
        }
        guard code == 0 else { throw SystemError(code: code) }
        return identifier
    }

    #if !canImport(Darwin)
        private typealias CloseFrom =
            @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

        /// Closes everything above the standard streams in the program. The C library does so at the last moment where it
        /// has the function for it, which its module for Swift leaves out; else what is open now is closed.
        private static func closeOthers(_ actions: inout posix_spawn_file_actions_t) {
            if let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np"),
                unsafeBitCast(symbol, to: CloseFrom.self)(&actions, 3) == 0
            {
                return
            }
            for number in openDescriptors { posix_spawn_file_actions_addclose(&actions, number) }
        }

        /// The descriptors of this process above the standard streams.
        private static var openDescriptors: [Int32] {
            guard let folder = opendir("/proc/self/fd") else { return [] }
            defer { closedir(folder) }
            var numbers: [Int32] = []
            while let entry = readdir(folder) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
                }
                if let number = Int32(name), number > 2, number != dirfd(folder) { numbers.append(number) }
            }
            return numbers
        }
    #endif

    /// Waits for a program to end. Gives its exit code, or 128 and the number of the signal that ended it.
    static func wait(for identifier: pid_t) throws(SystemError) -> Int32 {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0 {
            let error = Platform.lastError
            guard error.isInterrupted else { throw error }
        }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    /// Ends a program at once.
    static func kill(_ identifier: pid_t, signal: Int32 = SIGKILL) { systemKill(identifier, signal) }

    private static func withStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return body(copies + [nil])
    }
}
