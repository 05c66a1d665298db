#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A type whose values are JSON without parts. No provider takes such a value as the arguments of a tool.
public protocol __ScalarGenerable: Generable {}

extension String: __ScalarGenerable {}
extension Bool: __ScalarGenerable {}
extension Int: __ScalarGenerable {}
extension Int8: __ScalarGenerable {}
extension Int16: __ScalarGenerable {}
extension Int32: __ScalarGenerable {}
extension Int64: __ScalarGenerable {}
extension UInt: __ScalarGenerable {}
extension UInt8: __ScalarGenerable {}
extension UInt16: __ScalarGenerable {}
extension UInt32: __ScalarGenerable {}
extension UInt64: __ScalarGenerable {}
extension Float: __ScalarGenerable {}
extension Double: __ScalarGenerable {}
extension Decimal: __ScalarGenerable {}
extension Date: __ScalarGenerable {}
extension URL: __ScalarGenerable {}

extension Tool where Arguments: __ScalarGenerable {
    /// Not here: a tool is called with an object.
    @available(
        *, unavailable,
        message: "a tool is called with an object: make Arguments a @Generable struct with a property for the value"
    )
    public var parameters: GenerationSchema { Arguments.generationSchema }
}
