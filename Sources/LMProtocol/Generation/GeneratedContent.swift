import LMJSON

/// Names one generated value across the snapshots of a stream.
public struct GenerationID: Sendable, Hashable {
    private let value: UInt64
    /// Makes an identifier that no other has.
    public init() { value = UInt64.random(in: .min ... .max) }
}

/// A value that a model generated, or a part of one while it streams. Numbers and the order of properties are exact.
public struct GeneratedContent: Sendable, Hashable {
    /// The value.
    public var json: JSONValue
    /// Names the value across snapshots; not part of equality.
    public var id: GenerationID?
    /// Whether the value is whole; a value from a stream may not be yet.
    public var isComplete: Bool

    /// Makes content from a JSON value.
    public init(_ json: JSONValue, id: GenerationID? = nil, isComplete: Bool = true) {
        self.json = json
        self.id = id
        self.isComplete = isComplete
    }

    public static func == (left: GeneratedContent, right: GeneratedContent) -> Bool {
        left.json == right.json && left.isComplete == right.isComplete
    }
    public func hash(into hasher: inout Hasher) { hasher.combine(json) }
}
