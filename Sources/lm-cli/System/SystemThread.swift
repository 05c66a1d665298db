#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Threads for work that blocks.
enum SystemThread {
    private final class Work: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs work on a thread of its own, which ends with it.
    static func start(_ run: @escaping @Sendable () -> Void) throws(SystemError) {
        let work = Unmanaged.passRetained(Work(run))
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let code = pthread_create(&thread, nil, Self.entry, work.toOpaque())
        guard code == 0 else {
            work.release()
            throw SystemError(code: code)
        }
        #if canImport(Darwin)
            if let thread { pthread_detach(thread) }
        #else
            pthread_detach(thread)
        #endif
    }

    /// Runs work that blocks on a thread of its own, and waits for it without holding a thread of the pool.
    static func value<Value: Sendable>(of work: @escaping @Sendable () -> Value) async throws(SystemError) -> Value {
        let result: Result<Value, SystemError> = await withCheckedContinuation { continuation in
            do throws(SystemError) {
                try start { continuation.resume(returning: .success(work())) }
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
        return try result.get()
    }

    #if canImport(Darwin)
        private static let entry: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { pointer in
            Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().run()
            return nil
        }
    #else
        private static let entry: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { pointer in
            if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().run() }
            return nil
        }
    #endif
}
