import LMJSON

/// OpenRouter's `reasoning_details`, put together from the pieces that a stream brings.
///
/// Pieces of one index and type are one detail: words are joined, everything else is assigned.
struct ReasoningDetails: Sendable {
    private struct Detail: Sendable {
        var index: Int?
        var type: String?
        var members: JSONObject
        /// The members that are joined, taken out of ``members`` so that a long one is not copied for each piece.
        var words: [String: String] = [:]
    }
    private var details: [Detail] = []
    private static let joined: Set<String> = ["text", "summary"]

    /// Whether there are none.
    var isEmpty: Bool { details.isEmpty }

    /// Takes in the details of one chunk, and gives the words among them.
    mutating func add(_ values: [JSONValue]) -> String {
        var text = ""
        for value in values {
            guard let members = value.objectValue else { continue }
            let place = place(of: members)
            for member in members {
                if Self.joined.contains(member.key), let words = member.value.stringValue {
                    text += words
                    if details[place].words[member.key] == nil { details[place].members[member.key] = "" }
                    details[place].words[member.key, default: ""] += words
                } else if !member.value.isNull || details[place].members[member.key] == nil {
                    details[place].members[member.key] = member.value
                }
            }
        }
        return text
    }

    private mutating func place(of members: JSONObject) -> Int {
        let index = members["index"]?.intValue
        let type = members["type"]?.stringValue
        func isSame(_ detail: Detail) -> Bool { detail.index == index && detail.type == type }
        // Without an index only the pieces of words that follow each other are one.
        let candidate =
            index == nil
            ? details.indices.last.flatMap { isSame(details[$0]) && type != "reasoning.encrypted" ? $0 : nil }
            : details.lastIndex(where: isSame)
        if let candidate { return candidate }
        details.append(Detail(index: index, type: type, members: JSONObject()))
        return details.count - 1
    }

    /// The details as they are sent back.
    var json: JSONValue {
        .array(
            details.map { detail in
                var members = detail.members
                for (name, words) in detail.words { members[name] = .string(words) }
                return .object(members)
            })
    }
}
