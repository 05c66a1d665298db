import LMTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a model takes from outside: the network, the time, the environment and files. Not part of its equality.
package struct ModelSeams: Sendable {
    /// Sends the requests; `nil` for the system's own way.
    package var transport: (any HTTPTransport)?
    /// Measures how long a finished response may take to end.
    package var clock: any Clock<Duration> = ContinuousClock()
    /// What dates in headers are counted from.
    package var now: @Sendable () -> Date = { Date() }
    /// The environment, which may hold a key.
    package var environment: @Sendable () -> [String: String] = { ProcessInfo.processInfo.environment }
    /// Reads an image file. Mapped where the system can, so that one which is too large to send is not read to find out.
    package var readFile: @Sendable (URL) throws -> Data = { try Data(contentsOf: $0, options: .mappedIfSafe) }

    package init() {}
}
