#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension FileDescriptor {
    /// The width of the terminal behind the descriptor; `nil` where there is none or it does not say.
    var terminalColumns: Int? {
        windowSize.flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil }
    }

    /// The height of the terminal behind the descriptor; `nil` where there is none or it does not say.
    var terminalRows: Int? {
        windowSize.flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil }
    }

    private var windowSize: winsize? {
        var size = winsize()
        return ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
    }
}
