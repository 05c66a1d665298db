/// What a provider's JSON Schema can say: the rules of one provider, as data.
///
/// ``GenerationSchema/adapted(to:)`` follows them.
public struct SchemaDialect: Sendable, Hashable {
    /// What becomes of a keyword.
    public enum Handling: Sendable, Hashable {
        /// The provider keeps to it.
        case enforced
        /// The provider takes it and may not keep to it: it is sent, with an adjustment.
        case bestEffort
        /// The provider does not take it: it is said in the description instead, with an adjustment, and the finished
        /// value is checked against it.
        case described
        /// It says nothing of the value: it is left out, with an adjustment.
        case omitted
        /// The provider does not take it, and without it the schema would mean something else.
        case refused
    }

    /// How a property that may be absent is written.
    public enum OptionalProperties: Sendable, Hashable {
        /// It is not among the required ones.
        case notRequired
        /// It is required and may be `null`.
        case nullable
    }

    /// How an object that has no other properties than those listed is written.
    public enum ClosedObjects: Sendable, Hashable {
        /// As the schema has it.
        case asWritten
        /// Every object has `additionalProperties: false`.
        case always
        /// `additionalProperties: false` is left out; the provider's default is the same.
        case byDefault
    }

    /// What a pattern is about. A pattern is rewritten so that it means what JSON Schema has it mean.
    public enum Patterns: Sendable, Hashable {
        /// Any part of the string, as JSON Schema has it.
        case found
        /// The whole string, as if it stood between `^` and `$`.
        case whole
        /// Providers differ: it is written so that it means the same to all of them.
        case either
    }

    /// The bounds of a schema as a whole. `nil` is no bound.
    public struct Limits: Sendable, Hashable {
        /// Properties of all objects together.
        public var properties: Int?
        /// Objects and arrays inside each other.
        public var depth: Int?
        /// Characters of all names of properties and definitions and of all values of `enum` and `const` together.
        public var characters: Int?
        /// Values of all `enum` together.
        public var enumValues: Int?

        /// Makes a set of bounds.
        public init(
            properties: Int? = nil, depth: Int? = nil, characters: Int? = nil, enumValues: Int? = nil
        ) {
            self.properties = properties
            self.depth = depth
            self.characters = characters
            self.enumValues = enumValues
        }
    }

    /// The name of the dialect, for messages.
    public var name: String
    /// What becomes of each keyword of JSON Schema.
    public var keywords: [String: Handling]
    /// What becomes of a keyword that is not among ``keywords``.
    public var otherKeywords: Handling
    /// The values of `format` that the provider keeps to; `nil` is all.
    public var formats: Set<String>?
    /// What becomes of the other values of `format`.
    public var otherFormats: Handling
    /// The greatest value of a keyword, such as `maxItems`, that the provider keeps to. Beyond it, it is best effort.
    public var greatestValues: [String: Int]
    /// How a property that may be absent is written.
    public var optionalProperties: OptionalProperties
    /// How an object that has no other properties is written.
    public var closedObjects: ClosedObjects
    /// Whether an object may have properties of names that are not listed.
    public var allowsOpenObjects: Bool
    /// Whether a schema may contain itself.
    public var allowsRecursion: Bool
    /// Whether other keywords may stand beside `$ref`.
    public var allowsReferenceSiblings: Bool
    /// Whether the value has to be an object, and not a choice.
    public var requiresObjectRoot: Bool
    /// Whether every schema has to say its type.
    public var requiresTypes: Bool
    /// Whether several schemas in `allOf` hold together.
    public var enforcesConjunctions: Bool
    /// What the provider takes a pattern for.
    public var patterns: Patterns
    /// Whether patterns may have look-around, `\b`, back-references and Unicode properties. One that has them and must
    /// not is said in the description instead.
    public var allowsRarePatterns: Bool
    /// The bounds of a schema as a whole.
    public var limits: Limits

    /// Makes a dialect that takes JSON Schema as it is; a dialect is then told apart by what it changes.
    public init(name: String) {
        self.name = name
        keywords = [:]
        otherKeywords = .enforced
        formats = nil
        otherFormats = .enforced
        greatestValues = [:]
        optionalProperties = .notRequired
        closedObjects = .asWritten
        allowsOpenObjects = true
        allowsRecursion = true
        allowsReferenceSiblings = true
        requiresObjectRoot = false
        requiresTypes = false
        enforcesConjunctions = true
        patterns = .found
        allowsRarePatterns = true
        limits = Limits()
    }
}
