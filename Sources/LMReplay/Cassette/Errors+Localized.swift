#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension CassetteError: LocalizedError {
    /// The same as ``description``.
    public var errorDescription: String? { description }
}

extension CassetteModeError: LocalizedError {
    /// The same as ``description``.
    public var errorDescription: String? { description }
}

extension ImportError: LocalizedError {
    /// The same as ``description``.
    public var errorDescription: String? { description }
}

extension RedactionPolicyError: LocalizedError {
    /// The same as ``description``.
    public var errorDescription: String? { description }
}

extension ReplayMiss: LocalizedError {
    /// The same as ``description``.
    public var errorDescription: String? { description }
}

extension UnusedInteractions: LocalizedError {
    /// The same as ``description``.
    public var errorDescription: String? { description }
}
