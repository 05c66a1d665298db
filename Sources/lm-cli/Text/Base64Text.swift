#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Bytes as base64.
enum Base64Text {
    static func encoded(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}
