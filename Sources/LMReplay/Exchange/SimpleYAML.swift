import LMJSON

/// The part of YAML that recorders write: block mappings and sequences by indentation, plain, single-quoted and
/// double-quoted scalars, literal blocks (`|`, `|-`, `|+`), `!!binary`, and the empty `{}` and `[]`.
///
/// Everything else (anchors, other flow collections, folded blocks, tags, several documents) is refused by its line,
/// rather than read wrongly. A `!!binary` scalar becomes `{"!!binary": text}`.
struct SimpleYAML {
    /// What is not understood.
    struct Problem: Error {
        var line: Int
        var reason: String
    }

    private struct Line {
        var number: Int
        var indent: Int
        /// The text without its indentation.
        var text: Substring
    }

    private var lines: [Line]
    private var position = 0
    private var depth = 0

    /// Reads a document.
    static func parse(_ bytes: [UInt8]) throws(Problem) -> JSONValue {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Problem(line: 1, reason: "the file is not UTF-8")
        }
        var parser = SimpleYAML(text)
        let value = try parser.block(indent: 0)
        if let rest = parser.peek() { throw Problem(line: rest.number, reason: "this belongs to nothing before it") }
        return value
    }

    private init(_ text: String) {
        var lines: [Line] = []
        // By scalars: to a `Character`, CRLF is one, and no line feed.
        for (index, part) in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let content = Substring(part.last == "\r" ? part.dropLast() : part)
            let indent = content.utf8.prefix { $0 == UInt8(ascii: " ") }.count
            lines.append(Line(number: index + 1, indent: indent, text: content.dropFirst(indent)))
        }
        if lines.last?.text.isEmpty == true { lines.removeLast() }
        if let first = lines.first, first.text == "---" { lines.removeFirst() }
        self.lines = lines
    }

    /// The next line that says something.
    private mutating func peek() -> Line? {
        while position < lines.count, lines[position].text.isEmpty || lines[position].text.hasPrefix("#") {
            position += 1
        }
        return position < lines.count ? lines[position] : nil
    }

    /// A mapping or a sequence whose lines are indented by at least so much.
    private mutating func block(indent: Int) throws(Problem) -> JSONValue {
        guard let first = peek(), first.indent >= indent else { return .null }
        depth += 1
        defer { depth -= 1 }
        guard depth < 64 else { throw Problem(line: first.number, reason: "this is nested too deep") }
        return isItem(first) ? try sequence(indent: first.indent) : try mapping(indent: first.indent)
    }

    private func isItem(_ line: Line) -> Bool { line.text == "-" || line.text.hasPrefix("- ") }

    private mutating func sequence(indent: Int) throws(Problem) -> JSONValue {
        var elements: [JSONValue] = []
        while let line = peek(), line.indent == indent, isItem(line) {
            let content = line.text.dropFirst(1).drop { $0 == " " }
            guard !content.isEmpty else {
                position += 1
                elements.append(try block(indent: indent + 1))
                continue
            }
            if Self.key(of: content) != nil || content.hasPrefix("- ") {
                // What stands behind the dash is the first line of a block that is indented as far.
                let offset = line.text.count - content.count
                lines[position].indent += offset
                lines[position].text = content
                elements.append(try block(indent: indent + offset))
            } else {
                elements.append(try scalar(content, parent: indent))
            }
        }
        return .array(elements)
    }

    private mutating func mapping(indent: Int) throws(Problem) -> JSONValue {
        var members: [JSONObject.Member] = []
        while let line = peek(), line.indent == indent, !isItem(line) {
            guard let (key, rest) = Self.key(of: line.text) else {
                throw Problem(line: line.number, reason: "this is no key with a value")
            }
            guard rest.isEmpty else {
                members.append(.init(key: key, value: try scalar(rest, parent: indent)))
                continue
            }
            position += 1
            // A sequence may stand as far left as the key that it belongs to.
            let isSequence = peek().map { $0.indent == indent && isItem($0) } ?? false
            members.append(
                .init(key: key, value: try isSequence ? sequence(indent: indent) : block(indent: indent + 1)))
        }
        return .object(JSONObject(members))
    }

    /// The key of a line `key: value`, and the value.
    private static func key(of text: Substring) -> (String, Substring)? {
        if let quote = text.first, quote == "'" || quote == "\"" {
            guard let end = text.dropFirst().firstIndex(of: quote) else { return nil }
            let rest = text[text.index(after: end)...]
            guard rest == ":" || rest.hasPrefix(": ") else { return nil }
            return (String(text[text.index(after: text.startIndex)..<end]), rest.dropFirst().drop { $0 == " " })
        }
        var place = text.startIndex
        while let colon = text[place...].firstIndex(of: ":") {
            let rest = text[text.index(after: colon)...]
            if rest.isEmpty || rest.hasPrefix(" ") { return (String(text[..<colon]), rest.drop { $0 == " " }) }
            place = text.index(after: colon)
        }
        return nil
    }

    // MARK: - Scalars

    /// The scalar that begins with a text in the current line. The current line is passed.
    private mutating func scalar(_ text: Substring, parent: Int) throws(Problem) -> JSONValue {
        let number = lines[position].number
        switch text.first {
        case "'", "\"": return try quoted(text, number: number)
        case "|": return .string(try literal(text, parent: parent, number: number))
        case "!":
            guard text.hasPrefix("!!binary") else { throw Problem(line: number, reason: "this tag is not known") }
            let rest = text.dropFirst("!!binary".count).drop { $0 == " " }
            guard !rest.hasPrefix("!") else { throw Problem(line: number, reason: "there are two tags") }
            let value = try scalar(rest, parent: parent)
            return .object(JSONObject([.init(key: "!!binary", value: value)]))
        case "&", "*", ">", "%", "@", "`": throw Problem(line: number, reason: "\"\(text.prefix(1))\" is not read here")
        case "{", "[":
            guard text == "{}" || text == "[]" else { throw Problem(line: number, reason: "this is not read here") }
            position += 1
            return text == "{}" ? [:] : []
        default: return plain(text, parent: parent)
        }
    }

    /// A plain scalar, which may go on in lines that are indented further.
    private mutating func plain(_ text: Substring, parent: Int) -> JSONValue {
        position += 1
        var words = [String(text)]
        while position < lines.count, lines[position].indent > parent, !lines[position].text.isEmpty {
            words.append(String(lines[position].text))
            position += 1
        }
        guard words.count == 1 else { return .string(words.joined(separator: " ")) }
        switch text {
        case "null", "~": return .null
        case "true": return true
        case "false": return false
        default: return JSONNumber(text: String(text)).map(JSONValue.number) ?? .string(String(text))
        }
    }

    /// A literal block: its lines as they are, without their common indentation.
    private mutating func literal(_ text: Substring, parent: Int, number: Int) throws(Problem) -> String {
        guard ["|", "|-", "|+"].contains(text) else { throw Problem(line: number, reason: "this is not read here") }
        position += 1
        var content: [String] = []
        var indent: Int?
        while position < lines.count {
            let line = lines[position]
            if !line.text.isEmpty, line.indent <= parent { break }
            if indent == nil, !line.text.isEmpty { indent = line.indent }
            let extra = max(line.indent - (indent ?? line.indent), 0)
            content.append(String(repeating: " ", count: line.text.isEmpty && indent == nil ? 0 : extra) + line.text)
            position += 1
        }
        let kept = text == "|+" ? content : Array(content.reversed().drop { $0.isEmpty }.reversed())
        return kept.joined(separator: "\n") + (text == "|-" || kept.isEmpty ? "" : "\n")
    }

    /// A quoted scalar over one line or more. A line break in it is a space, an empty line a line break.
    private mutating func quoted(_ text: Substring, number: Int) throws(Problem) -> JSONValue {
        let isDouble = text.first == "\""
        var result = ""
        var rest = text.dropFirst()
        while true {
            if let end = try Self.take(&rest, isDouble: isDouble, into: &result, number: number) {
                guard end.allSatisfy({ $0 == " " }) || end.hasPrefix(" #") else {
                    throw Problem(line: number, reason: "something follows the quote")
                }
                position += 1
                return .string(result)
            }
            // A backslash at a line's end joins the lines without a space.
            let isJoined = isDouble && result.hasSuffix("\u{0}")
            if isJoined {
                result.removeLast()
            } else {
                result = String(result.reversed().drop { $0 == " " }.reversed())
            }
            var breaks = 0
            repeat {
                position += 1
                guard position < lines.count else { throw Problem(line: number, reason: "the quote does not end") }
                breaks += 1
            } while lines[position].text.isEmpty
            if !isJoined { result += breaks == 1 ? " " : String(repeating: "\n", count: breaks - 1) }
            rest = lines[position].text
        }
    }

    /// Takes the characters of a quoted scalar from one line. Returns what follows the closing quote, `nil` where the
    /// line ends before it. A backslash at the end of the line leaves a NUL.
    private static func take(
        _ rest: inout Substring, isDouble: Bool, into result: inout String, number: Int
    ) throws(Problem) -> Substring? {
        var scalars = rest.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            switch (scalar, isDouble) {
            case ("'", false):
                guard scalars.first == "'" else { return Substring(scalars) }
                scalars.removeFirst()
                result.unicodeScalars.append("'")
            case ("\"", true): return Substring(scalars)
            case ("\\", true):
                guard let escape = scalars.popFirst() else {
                    result.unicodeScalars.append("\u{0}")
                    return nil
                }
                try append(escape: escape, &scalars, to: &result, number: number)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return nil
    }

    private static func append(
        escape: Unicode.Scalar, _ scalars: inout Substring.UnicodeScalarView, to result: inout String, number: Int
    ) throws(Problem) {
        let simple: [Unicode.Scalar: Unicode.Scalar] = [
            "n": "\n", "r": "\r", "t": "\t", "\"": "\"", "\\": "\\", "/": "/", "0": "\u{0}", "a": "\u{7}", "b": "\u{8}",
            "e": "\u{1B}", "f": "\u{C}", "v": "\u{B}", " ": " ", "N": "\u{85}", "_": "\u{A0}", "L": "\u{2028}",
            "P": "\u{2029}",
        ]
        if let scalar = simple[escape] {
            result.unicodeScalars.append(scalar)
            return
        }
        let lengths: [Unicode.Scalar: Int] = ["x": 2, "u": 4, "U": 8]
        guard let length = lengths[escape] else { throw Problem(line: number, reason: "\\\(escape) is no escape") }
        let digits = String(scalars.prefix(length))
        scalars.removeFirst(digits.unicodeScalars.count)
        guard digits.utf8.count == length, let value = UInt32(digits, radix: 16) else {
            throw Problem(line: number, reason: "\\\(escape)\(digits) is no escape")
        }
        // Python writes characters beyond the basic plane as one escape, so half a pair stands for nothing.
        result.unicodeScalars.append(Unicode.Scalar(value) ?? "\u{FFFD}")
    }
}
