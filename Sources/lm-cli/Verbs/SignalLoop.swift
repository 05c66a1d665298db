#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Runs the tool's work on a task while the main thread waits for signals.
///
/// The signals are blocked in every thread and taken with `sigwait`, so that what answers them is ordinary code and not a
/// handler that may do next to nothing.
enum SignalLoop {
    /// Makes writing to a closed pipe or socket an error of the call that wrote, wherever that is, and not the silent end of
    /// the process.
    static func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
        // A file that may not grow any more is an error of the write, too.
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Runs the work and ends the process as it says. The task is cancelled by a signal or ends with the process.
    static func run(
        _ interruption: Interruption, _ work: @escaping @Sendable () async -> ExitStatus
    ) -> Never {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) { sigaddset(&signals, number) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)

        let task = Task { end(await work()) }
        interruption.onCancel { task.cancel() }
        while true {
            var number: Int32 = 0
            guard sigwait(&signals, &number) == 0 else { continue }
            switch interruption.receive(number) {
            case .wait: continue
            case .end:
                interruption.restore()
                end(.signal(number))
            }
        }
    }

    /// Ends the process. For a signal it dies of that signal, so that its parent sees what happened.
    static func end(_ status: ExitStatus) -> Never {
        let deadly: Int32? =
            switch status {
            case .signal(let number): number
            case .brokenPipe: SIGPIPE
            case .code, .command: nil
            }
        if let number = deadly {
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, number)
            signal(number, SIG_DFL)
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            kill(getpid(), number)
        }
        systemExit(status.rawValue)
    }

    /// Whether whoever started the tool wants a signal to have no effect, as `nohup` does.
    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        #if canImport(Darwin)
            let handler = action.__sigaction_u.__sa_handler
        #else
            let handler = action.__sigaction_handler.sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
