import LMJSON

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Regular expressions as schemas have them.
enum SchemaPattern {
    static func constraint<Output>(_ regex: Regex<Output>) -> SchemaConstraint {
        guard let text = PredicateExpressions.PredicateRegex(regex)?.stringRepresentation else {
            return .patternWithoutText
        }
        return .keyword("pattern", .string(text))
    }
}
