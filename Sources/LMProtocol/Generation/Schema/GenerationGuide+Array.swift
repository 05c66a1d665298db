import LMJSON

/// Bounds on the number and on the elements of an array.
extension GenerationGuide {
    /// At least this many elements.
    public static func minimumCount<Element>(_ count: Int) -> GenerationGuide<[Element]> where Value == [Element] {
        counts(count, nil)
    }
    /// At most this many elements.
    public static func maximumCount<Element>(_ count: Int) -> GenerationGuide<[Element]> where Value == [Element] {
        counts(nil, count)
    }
    /// Exactly this many elements.
    public static func count<Element>(_ count: Int) -> GenerationGuide<[Element]> where Value == [Element] {
        counts(count, count)
    }
    /// A number of elements between two bounds, with them.
    public static func count<Element>(
        _ range: ClosedRange<Int>
    ) -> GenerationGuide<[Element]> where Value == [Element] {
        counts(range.lowerBound, range.upperBound)
    }
    /// A bound on each element.
    public static func element<Element>(
        _ guide: GenerationGuide<Element>
    ) -> GenerationGuide<[Element]> where Value == [Element] {
        GenerationGuide<[Element]>(.element(guide.constraints))
    }

    static func counts(_ minimum: Int?, _ maximum: Int?) -> GenerationGuide<Value> {
        var constraints: [SchemaConstraint] = []
        if let minimum { constraints.append(.keyword("minItems", .number(JSONNumber(minimum)))) }
        if let maximum { constraints.append(.keyword("maxItems", .number(JSONNumber(maximum)))) }
        return GenerationGuide(constraints)
    }
}

/// The same for an array whose elements are not known where the guide is written, as in the arguments of `@Guide`:
/// there the compiler has nothing to infer the element from.
extension GenerationGuide where Value == [Never] {
    /// At least this many elements.
    public static func minimumCount(_ count: Int) -> GenerationGuide<[Never]> { counts(count, nil) }
    /// At most this many elements.
    public static func maximumCount(_ count: Int) -> GenerationGuide<[Never]> { counts(nil, count) }
    /// Exactly this many elements.
    public static func count(_ count: Int) -> GenerationGuide<[Never]> { counts(count, count) }
    /// A number of elements between two bounds, with them.
    public static func count(_ range: ClosedRange<Int>) -> GenerationGuide<[Never]> {
        counts(range.lowerBound, range.upperBound)
    }
}
