/// One place where two JSON values differ.
///
/// Objects are compared by their keys, whatever the order, and arrays by their indices. Numbers differ if their values
/// do: `1` and `1.0` are no difference.
public struct JSONDifference: Hashable, Sendable {
    /// Where the values differ.
    public let path: JSONPointer
    /// What the left value has there; `nil` where it has nothing.
    public let left: JSONValue?
    /// What the right value has there; `nil` where it has nothing.
    public let right: JSONValue?

    /// Finds the places where two values differ, in the order of the left one; no more than `limit` of them.
    ///
    /// The time is in proportion to the size of the values, up to the last difference that is returned.
    public static func between(_ left: JSONValue, _ right: JSONValue, limit: Int = 20) -> [JSONDifference] {
        var search = DifferenceSearch(limit: limit)
        search.compare(left, right)
        return search.found
    }
}

extension JSONDifference: CustomStringConvertible {
    /// The path and both values in one line, as in `input/3/text: "Rome" ≠ "Paris"`; long values are cut, and long
    /// strings shown from where they differ.
    public var description: String {
        let place =
            path.tokens.isEmpty ? "the whole value" : path.tokens.map(\.description).joined(separator: "/")
        let start = commonStart
        return "\(place): \(Self.excerpt(left, from: start)) ≠ \(Self.excerpt(right, from: start))"
    }

    /// How many characters of a value are shown.
    private static let excerptLength = 60

    /// How many scalars of two strings need not be shown, because they are the same.
    private var commonStart: Int {
        guard case .string(let left)? = left, case .string(let right)? = right else { return 0 }
        let common = zip(left.unicodeScalars, right.unicodeScalars).prefix { $0 == $1 }.count
        // A little of what is the same is kept, to recognize the place by.
        return common > 24 ? common - 12 : 0
    }

    private static func excerpt(_ value: JSONValue?, from start: Int) -> String {
        guard let value else { return "(absent)" }
        var text: String.UnicodeScalarView
        if case .string(let string) = value {
            let shown = string.unicodeScalars.dropFirst(start)
            text = JSONValue.string(String(String.UnicodeScalarView(shown.prefix(excerptLength)))).text().unicodeScalars
            if start > 0 { text.insert("…", at: text.index(after: text.startIndex)) }
            if shown.count > excerptLength { text.insert("…", at: text.index(before: text.endIndex)) }
        } else {
            text = value.text().unicodeScalars
            if text.count > excerptLength { text = .init(text.prefix(excerptLength)) + ["…"] }
        }
        return String(text)
    }
}
