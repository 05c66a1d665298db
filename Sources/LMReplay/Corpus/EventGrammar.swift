import LMJSON

/// The shape of a recording's events without their wording: which types there are, in what order they follow one another,
/// and which members they have.
///
/// Two recordings of one prompt have other words and the same grammar, unless the server changed.
struct EventGrammar: Hashable {
    /// The paths of the members that an event of each type had, such as `response/usage/input_tokens`; an index of an
    /// array is `*`.
    private(set) var fields: [String: Set<String>] = [:]
    /// Which type came directly behind which.
    private(set) var successions: Set<Succession> = []

    /// Two types, the second of which came directly behind the first.
    struct Succession: Hashable {
        var first: String
        var second: String
    }

    /// Reads the grammar off a recording.
    init(_ cassette: Cassette) {
        for interaction in cassette.interactions {
            if let response = interaction.response { add(response) }
        }
    }

    /// The types, sorted.
    var types: [String] { fields.keys.sorted() }

    /// What this grammar has that another has not: types first, then fields as `TYPE: PATH`, sorted.
    func lacking(in other: EventGrammar) -> [String] {
        var lines: [String] = types.filter { other.fields[$0] == nil }
        for type in types {
            guard let known = other.fields[type] else { continue }
            lines += (fields[type] ?? []).subtracting(known).sorted().map { "\(type): \($0)" }
        }
        return lines
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
