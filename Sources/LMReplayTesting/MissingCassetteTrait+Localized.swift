#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension MissingCassetteTrait: LocalizedError {
    /// The same as ``description``.
    public var errorDescription: String? { description }
}
