import LMJSON

/// Reads a generated value as its text streams in.
///
/// ```swift
/// var parser = StructuredStreamParser()
/// for delta in deltas {
///     parser.append(delta)
///     if let content = parser.snapshot(),
///         let trip = try content.convertedIfReady(to: Trip.PartiallyGenerated.self)
///     { show(trip) }
/// }
/// let content = try schema.finishedContent(of: parser, rawText: text)
/// ```
/// What a snapshot shows only grows: a string shows as far as it is decoded and never half an escape or half a character;
/// a number, `true`, `false` and `null` show when they are whole; a property shows when its value does; an array or
/// object shows when it opens. After text that is no JSON the last good snapshot stays, and ``state`` says what is
/// wrong.
///
/// ## Cost
/// A delta costs time in proportion to its own length, and so does a snapshot after it, whatever came before, plus a
/// little for each level of nesting. Converting a snapshot to a partial type costs time in proportion to the new text
/// and to the number of properties of the types that are open: elements of arrays that are finished are converted once,
/// where their type is a ``StreamedElement``. This holds while at most the last two snapshots and what they were
/// converted to are kept; for each older one that is, the arrays that are still open are copied. It does not hold for a
/// dictionary, for elements of other types, and for arrays directly in arrays: each snapshot converts those of them
/// that are open from their start.
public struct StructuredStreamParser: Sendable {
    /// How far the text is.
    public enum State: Sendable, Hashable {
        /// Nothing came of which there is a value to show.
        case empty
        /// The value has begun and not ended.
        case partial
        /// The value is whole.
        case complete
        /// The text is no JSON from some byte on.
        case invalid(JSONError)
        /// The text ended before the value did.
        case truncated
    }

    private var parser = IncrementalJSONParser()
    private let id: GenerationID?
    private let property: String?
    private let memo: ConversionMemo?
    private var isTruncated = false

    /// Makes a parser.
    ///
    /// - Parameters:
    ///   - id: The identifier of the value, from which those of the values inside follow; without one, none has one.
    ///   - property: The name of the property that is the value, where the text is an object around it, as
    ///     ``GenerationSchema/rootedInObject`` has it.
    public init(id: GenerationID? = GenerationID(), property: String? = nil) {
        self.id = id
        self.property = property
        memo = ConversionMemo()
    }

    /// How far the text is.
    public var state: State {
        if isTruncated { return .truncated }
        return switch parser.state {
        case .empty: .empty
        case .partial: .partial
        case .complete: .complete
        case .invalid(let error): .invalid(error)
        }
    }

    /// Reads a piece of the text. Nothing is read after text that is no JSON.
    public mutating func append(_ delta: String) { parser.feed(delta) }

    /// Says that no more text comes.
    public mutating func finish() {
        if case .truncated = parser.finish() { isTruncated = true }
    }

    /// The value so far; `nil` where nothing of it is there.
    public mutating func snapshot() -> GeneratedContent? {
        guard let json = parser.snapshot() else { return nil }
        let depth = parser.openDepth
        guard let property else { return GeneratedContent(json, id: id, openDepth: depth, depth: 0, memo: memo) }
        var content = GeneratedContent(json, id: nil, openDepth: depth, depth: 0, memo: memo).property(property)
        content?.id = id
        return content
    }

    /// What is wrong with the text, if anything is.
    public var failure: JSONError? {
        if case .invalid(let error) = parser.state { error } else { nil }
    }

    /// The object or array that is being read, as a JSON pointer; empty at the root.
    var openPath: String { parser.openContainerPath }
}
