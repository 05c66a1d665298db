import LMJSON

/// The shape of recorded events without their wording: which types there are, in what order they follow one another,
/// and which members they have.
///
/// Two recordings of one prompt have other words and the same grammar, unless the server changed. What a decoder knows
/// can be written as a grammar too, and compared with what was recorded.
public struct EventGrammar: Sendable, Hashable {
    /// The paths of the members that an event of each type had, such as `response/usage/input_tokens`; an index of an
    /// array is `*`.
    public private(set) var fields: [String: Set<String>] = [:]
    /// Which type came directly behind which.
    public private(set) var successions: Set<Succession> = []
    /// The types that came last in a stream.
    public private(set) var last: Set<String> = []

    /// Two types, the second of which came directly behind the first.
    public struct Succession: Sendable, Hashable {
        /// The type before.
        public var first: String
        /// The type behind.
        public var second: String
    }

    /// Makes a grammar of types and their fields, as a decoder knows them.
    public init(fields: [String: Set<String>] = [:]) { self.fields = fields }

    /// Reads the grammar off recordings.
    public init(_ cassettes: some Sequence<Cassette>) {
        for cassette in cassettes {
            for interaction in cassette.interactions {
                if let response = interaction.response { add(response) }
            }
        }
    }

    /// Reads the grammar off a recording.
    public init(_ cassette: Cassette) { self.init(CollectionOfOne(cassette)) }

    /// The types, sorted.
    public var types: [String] { fields.keys.sorted() }

    /// What this grammar has that another has not: types first, then fields as `TYPE: PATH`, sorted.
    public func lacking(in other: EventGrammar) -> [String] {
        var lines: [String] = types.filter { other.fields[$0] == nil }
        for type in types {
            guard let known = other.fields[type] else { continue }
            lines += (fields[type] ?? []).subtracting(known).sorted().map { "\(type): \($0)" }
        }
        return lines
    }

    /// How much of this grammar another one exercises.
    public func coverage(by recorded: EventGrammar) -> (covered: Int, total: Int) {
        var covered = 0
        var total = 0
        for (type, paths) in fields {
            total += 1 + paths.count
            guard let seen = recorded.fields[type] else { continue }
            covered += 1 + paths.intersection(seen).count
        }
        return (covered, total)
    }

    private mutating func add(_ response: RecordedResponse) {
        var previous: String?
        for event in response.events {
            var paths = fields[event.type] ?? []
            if let payload = event.payload { Self.collect(payload, at: "", into: &paths) }
            fields[event.type] = paths
            if let previous { successions.insert(Succession(first: previous, second: event.type)) }
            previous = event.type
        }
        if let previous { last.insert(previous) }
    }

    private static func collect(_ value: JSONValue, at path: String, into paths: inout Set<String>) {
        switch value {
        case .object(let object):
            for member in object {
                let key = JSONPointer.Token.key(member.key).description
                let below = path.isEmpty ? key : "\(path)/\(key)"
                if below != "type" { paths.insert(below) }
                collect(member.value, at: below, into: &paths)
            }
        case .array(let elements):
            for element in elements { collect(element, at: path.isEmpty ? "*" : "\(path)/*", into: &paths) }
        default: break
        }
    }
}
