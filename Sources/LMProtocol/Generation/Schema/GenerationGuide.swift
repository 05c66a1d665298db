import LMJSON

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A bound on the values that a model may generate for a property.
///
/// A guide is part of the schema that the model is given, and the finished value is checked against it.
public struct GenerationGuide<Value>: Sendable {
    let constraints: [SchemaConstraint]

    init(_ constraints: [SchemaConstraint]) { self.constraints = constraints }
    init(_ constraints: SchemaConstraint...) { self.constraints = constraints }

    static func keyword(_ name: String, _ value: JSONValue) -> GenerationGuide<Value> {
        GenerationGuide(.keyword(name, value))
    }
}

extension GenerationGuide where Value == String {
    /// Exactly this string.
    public static func constant(_ value: String) -> GenerationGuide<String> { keyword("const", .string(value)) }

    /// One of these strings.
    public static func anyOf(_ values: [String]) -> GenerationGuide<String> {
        keyword("enum", .array(values.map(JSONValue.string)))
    }

    /// A string that the expression matches from its first to its last character.
    ///
    /// The expression has to have a text, as a literal does; with a closure inside it has none, and the request fails
    /// with ``LanguageModelError/unsupportedGenerationGuide(_:)``.
    public static func pattern<Output>(_ regex: Regex<Output>) -> GenerationGuide<String> {
        GenerationGuide(SchemaPattern.constraint(regex))
    }
}

extension GenerationGuide where Value == Int {
    /// At least this much.
    public static func minimum(_ value: Int) -> GenerationGuide<Int> { keyword("minimum", .number(JSONNumber(value))) }
    /// At most this much.
    public static func maximum(_ value: Int) -> GenerationGuide<Int> { keyword("maximum", .number(JSONNumber(value))) }
    /// Between two bounds, with them.
    public static func range(_ range: ClosedRange<Int>) -> GenerationGuide<Int> {
        GenerationGuide(
            .keyword("minimum", .number(JSONNumber(range.lowerBound))),
            .keyword("maximum", .number(JSONNumber(range.upperBound))))
    }
}

extension GenerationGuide where Value == Float {
    /// At least this much.
    public static func minimum(_ value: Float) -> GenerationGuide<Float> {
        keyword("minimum", SchemaConstraint.bound(value))
    }
    /// At most this much.
    public static func maximum(_ value: Float) -> GenerationGuide<Float> {
        keyword("maximum", SchemaConstraint.bound(value))
    }
    /// Between two bounds, with them.
    public static func range(_ range: ClosedRange<Float>) -> GenerationGuide<Float> {
        GenerationGuide(
            .keyword("minimum", SchemaConstraint.bound(range.lowerBound)),
            .keyword("maximum", SchemaConstraint.bound(range.upperBound)))
    }
}

extension GenerationGuide where Value == Double {
    /// At least this much.
    public static func minimum(_ value: Double) -> GenerationGuide<Double> {
        keyword("minimum", SchemaConstraint.bound(value))
    }
    /// At most this much.
    public static func maximum(_ value: Double) -> GenerationGuide<Double> {
        keyword("maximum", SchemaConstraint.bound(value))
    }
    /// Between two bounds, with them.
    public static func range(_ range: ClosedRange<Double>) -> GenerationGuide<Double> {
        GenerationGuide(
            .keyword("minimum", SchemaConstraint.bound(range.lowerBound)),
            .keyword("maximum", SchemaConstraint.bound(range.upperBound)))
    }
}

extension GenerationGuide where Value == Decimal {
    /// At least this much.
    public static func minimum(_ value: Decimal) -> GenerationGuide<Decimal> {
        keyword("minimum", SchemaConstraint.bound(value))
    }
    /// At most this much.
    public static func maximum(_ value: Decimal) -> GenerationGuide<Decimal> {
        keyword("maximum", SchemaConstraint.bound(value))
    }
    /// Between two bounds, with them.
    public static func range(_ range: ClosedRange<Decimal>) -> GenerationGuide<Decimal> {
        GenerationGuide(
            .keyword("minimum", SchemaConstraint.bound(range.lowerBound)),
            .keyword("maximum", SchemaConstraint.bound(range.upperBound)))
    }
}
