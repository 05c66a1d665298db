#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The settings of a terminal that gives each key as it is pressed, and shows nothing by itself. Output is left as it is.
struct RawTerminal: Sendable {
    let descriptor: FileDescriptor
    private let original: termios

    /// What makes a terminal mark pasted text, and what ends that.
    private static let pasteMarks = (on: "\u{1B}[?2004h", off: "\u{1B}[?2004l")

    /// Remembers the settings of a terminal; `nil` where it is none.
    init?(_ descriptor: FileDescriptor) {
        var settings = termios()
        guard tcgetattr(descriptor.rawValue, &settings) == 0 else { return nil }
        self.descriptor = descriptor
        original = settings
    }

    /// Makes the terminal raw.
    func enter() {
        var settings = original
        settings.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG | IEXTEN)
        settings.c_iflag &= ~tcflag_t(ICRNL | IXON | INLCR | ISTRIP)
        tcsetattr(descriptor.rawValue, TCSADRAIN, &settings)
        try? descriptor.write(Array(Self.pasteMarks.on.utf8))
    }

    /// Puts the settings back. May be called from anywhere and more than once.
    func leave() {
        var settings = original
        tcsetattr(descriptor.rawValue, TCSADRAIN, &settings)
        try? descriptor.write(Array(Self.pasteMarks.off.utf8))
    }

    /// Stops the process as Ctrl-Z does, and goes on when it is woken.
    func suspend() {
        leave()
        // Sent to this very thread, which may be one that blocks signals: were another to take it, this one would go on and
        // make the terminal raw under the shell.
        var signals = sigset_t()
        var blocked = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &signals, &blocked)
        raise(SIGTSTP)
        pthread_sigmask(SIG_SETMASK, &blocked, nil)
        enter()
    }
}
