#if os(Linux)
    /// Keeps a driver's thread: it ends when the transport and every exchange that it started have let go.
    final class CurlLease: Sendable {
        let driver = CurlDriver()

        deinit { driver.end() }
    }
#endif
