import LMTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a model takes from outside: the network, the time, the environment and files. Each has its real default, and a
/// test hands in its own.
public struct ProviderEnvironment: Sendable {
    /// Sends the requests; `nil` for the system's own way.
    public var transport: (any HTTPTransport)?
    /// Measures how long a finished response may take to end.
    public var clock: any Clock<Duration> = ContinuousClock()
    /// What dates in headers are counted from.
    public var now: @Sendable () -> Date = { Date() }
    /// The environment, which may hold a key.
    public var environment: @Sendable () -> [String: String] = { ProcessInfo.processInfo.environment }
    /// Reads an image or another file that is to be sent.
    public var readFile: @Sendable (URL) throws -> Data = { url in
        // What no server takes is not read into memory to find that out.
        let size = try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? UInt64
        if let size, size > 64 << 20 { throw CocoaError(.fileReadTooLarge) }
        return try Data(contentsOf: url)
    }

    /// Makes the real one.
    public init() {}
}
