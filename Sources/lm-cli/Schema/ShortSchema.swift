import LMJSON

/// The short form of a schema: `title, days: [city, activities: [str] 2..4] 1..7`.
///
/// A list of members, each with a name and, where it is no text, a type: `str`, `int`, `num`, `bool`, `a|b` for a choice, and
/// brackets for a list of texts, of another type, or of objects. A range behind a list counts its elements, behind a number it
/// bounds it. `?` behind a name makes the member optional, words in quotes describe it.
struct ShortSchema {
    private let characters: [Character]
    private var position = 0

    init(_ text: String) { characters = Array(text) }

    /// The JSON Schema of the text. Throws a usage error that says where the text is wrong.
    mutating func parse() throws(CLIError) -> JSONValue {
        let schema = try members(until: nil)
        guard position == characters.count else { throw problem("a comma or the end") }
        return schema
    }

    // MARK: Members

    private mutating func members(until end: Character?) throws(CLIError) -> JSONValue {
        var properties = JSONObject()
        var required: [JSONValue] = []
        repeat {
            let start = position
            let name = word()
            guard !name.isEmpty else { throw problem("the name of a member") }
            guard properties[name] == nil else {
                position = start
                throw problem("another name than \(name), which is there already")
            }
            if !take("?") { required.append(.string(name)) }
            _ = take(":")
            var schema = try type()
            if let words = try description() { schema["description"] = .string(words) }
            properties[name] = .object(schema)
        } while take(",")
        if let end, !take(end) { throw problem("a comma or \(end)") }
        return [
            "type": "object", "properties": .object(properties), "required": .array(required),
            "additionalProperties": false,
        ]
    }

    // MARK: Types

    private static let names: [String: String] = [
        "str": "string", "string": "string", "text": "string", "int": "integer", "integer": "integer",
        "num": "number", "number": "number", "float": "number", "bool": "boolean", "boolean": "boolean",
    ]

    private mutating func type() throws(CLIError) -> JSONObject {
        if take("[") { return try list() }
        if take("{") { return try members(until: "}").objectValue ?? JSONObject() }
        let start = position
        let name = word()
        guard !name.isEmpty else { return Self.object(["type": "string"]) }
        if next == "|" {
            return Self.object(["type": "string", "enum": .array(try choices(after: name))])
        }
        guard let type = Self.names[name] else {
            position = start
            throw problem("a type (str, int, num, bool, a|b, […]) and not \(name)")
        }
        var schema = Self.object(["type": .string(type)])
        if let range = try range() {
            guard type == "integer" || type == "number" else { throw problem("no range behind a \(name)") }
            schema["minimum"] = range.lower.map { .number(JSONNumber($0)) }
            schema["maximum"] = range.upper.map { .number(JSONNumber($0)) }
        }
        return schema
    }

    private static func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONObject {
        JSONObject(members.map { .init(key: $0.key, value: $0.value) })
    }

    private mutating func choices(after first: String) throws(CLIError) -> [JSONValue] {
        var choices = [JSONValue.string(first)]
        while take("|") {
            let name = word()
            guard !name.isEmpty else { throw problem("a choice behind |") }
            choices.append(.string(name))
        }
        return choices
    }

    /// A list: of one type, where its name stands alone in the brackets, else of objects.
    private mutating func list() throws(CLIError) -> JSONObject {
        let start = position
        let name = word()
        var items: JSONValue = ["type": .string(Self.names[name] ?? "string")]
        if !(Self.names[name] != nil && take("]")) {
            position = start
            items = try members(until: "]")
        }
        var schema = Self.object(["type": "array", "items": items])
        if let range = try range() {
            schema["minItems"] = range.lower.map { .number(JSONNumber($0)) }
            schema["maxItems"] = range.upper.map { .number(JSONNumber($0)) }
        }
        return schema
    }

    /// `2..4`, `2..`, `..4`, or `4` for exactly so many.
    private mutating func range() throws(CLIError) -> (lower: Int?, upper: Int?)? {
        let lower = number()
        guard take(".") else { return lower.map { ($0, $0) } }
        guard take("."), case let upper = number(), lower != nil || upper != nil else {
            throw problem("a range such as 2..4")
        }
        if let lower, let upper, lower > upper { throw problem("a range that goes up") }
        return (lower, upper)
    }

    private mutating func description() throws(CLIError) -> String? {
        guard take("\"") else { return nil }
        let words = characters[position...].prefix { $0 != "\"" }
        position += words.count
        guard take("\"") else { throw problem("a quotation mark at the end of the description") }
        return String(words)
    }

    // MARK: Characters

    private mutating func skipSpace() {
        while position < characters.count, characters[position].isWhitespace { position += 1 }
    }

    private var next: Character? { characters[position...].first { !$0.isWhitespace } }

    private mutating func take(_ character: Character) -> Bool {
        guard next == character else { return false }
        skipSpace()
        position += 1
        return true
    }

    private mutating func word() -> String {
        skipSpace()
        let word = characters[position...].prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
        position += word.count
        return String(word)
    }

    private mutating func number() -> Int? {
        skipSpace()
        let isNegative = position < characters.count && characters[position] == "-"
        let digits = characters[(position + (isNegative ? 1 : 0))...].prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(String(digits)) else { return nil }
        position += digits.count + (isNegative ? 1 : 0)
        return isNegative ? -number : number
    }

    private func problem(_ expectation: String) -> CLIError {
        let before = String(characters[..<min(position, characters.count)].suffix(24))
        let place = before.isEmpty ? "at its start" : "behind \"\(before)\""
        return .usage(
            "--schema wants \(expectation) \(place). Nothing was sent.",
            hint: "Such as: title, days: [city, activities: [str] 2..4] 1..7   More: lm-cli help schema")
    }
}
