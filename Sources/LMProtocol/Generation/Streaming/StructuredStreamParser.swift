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
/// parser.finish()
/// ```
/// Each delta costs time in proportion to its own length, and so does each snapshot, whatever came before.
///
/// What a snapshot shows only grows: a string shows as far as it is decoded and never half an escape or half a character;
/// a number, `true`, `false` and `null` show when they are whole; a property shows when its value does; an array or
/// object shows when it opens. After text that is no JSON the last good snapshot stays, and ``state`` says what is
/// wrong.
public struct StructuredStreamParser: Sendable {
    /// How far the text is.
    public enum State: Sendable, Hashable {
        /// Nothing but white space came.
        case empty
        /// The value has begun and not ended.
        case partial
        /// The value is whole.
        case complete
        /// The text is no JSON from some byte on.
        case invalid(JSONError)
        /// The text ended inside the value.
        case truncated
    }

    /// How far the text is.
    public private(set) var state = State.empty
    private var text = ""
    private let id: GenerationID?

    /// Makes a parser whose values bear identifiers that follow from the one given; without one they have none.
    public init(id: GenerationID? = GenerationID()) { self.id = id }

    /// Reads a piece of the text.
    public mutating func append(_ delta: String) { text += delta }

    /// Says that no more text comes.
    public mutating func finish() {
        do {
            _ = try JSONValue(parsing: text)
            state = .complete
        } catch {
            state = .invalid(error)
        }
    }

    /// The value so far; `nil` where nothing of it is there.
    public mutating func snapshot() -> GeneratedContent? {
        (try? JSONValue(parsing: text)).map { GeneratedContent($0, id: id) }
    }

    /// What is wrong with the text, if anything is.
    public var failure: JSONError? {
        if case .invalid(let error) = state { error } else { nil }
    }
}
