import LMTransport

#if !os(Linux)
    import LMURLSession
#endif

/// The network of the platform, to record from.
public enum PlatformTransport {
    /// Makes a transport.
    public static func make() -> any HTTPTransport {
        #if os(Linux)
            CurlTransport()
        #else
            URLSessionTransport()
        #endif
    }
}
