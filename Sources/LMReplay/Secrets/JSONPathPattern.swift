import LMJSON

/// Names places in JSON: `input/3/content`, with `*` for any one key or index and `**` for any number of them.
///
/// A path is written as the cassette's `at` is: keys and indexes from the root, with `~1` for `/` and `~0` for `~` in a
/// key.
public struct JSONPathPattern: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    enum Component: Sendable, Hashable {
        case name(String)
        case any
        case anyDepth
    }

    let components: [Component]
    /// The pattern as it was written.
    public let description: String

    /// Makes a pattern. Every text is one; a leading `/` is ignored.
    public init(_ text: String) {
        description = text
        let path = text.hasPrefix("/") ? String(text.dropFirst()) : text
        components = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { part in
            switch String(decoding: part, as: UTF8.self) {
            case "*": .any
            case "**": .anyDepth
            case let name: .name(RequestBodyAssembly.unescaped(name))
            }
        }
    }

    /// Makes a pattern from a literal.
    public init(stringLiteral value: String) { self.init(value) }
}

/// Follows several patterns while JSON is walked from the root down.
struct JSONPathWalk {
    /// Places in patterns that the walk has come to.
    private var places: [(pattern: Int, component: Int)] = []
    private let patterns: [[JSONPathPattern.Component]]
    /// The first pattern that ends here.
    private(set) var matched: Int?

    /// Stands at the root.
    init(_ patterns: [JSONPathPattern]) {
        self.patterns = patterns.map(\.components)
        for pattern in patterns.indices { enter(pattern, 0) }
    }

    private init(patterns: [[JSONPathPattern.Component]]) { self.patterns = patterns }

    /// Whether no pattern can match here or below.
    var isDone: Bool { places.isEmpty }

    /// The walk one step down.
    func descending(to name: String) -> JSONPathWalk {
        var below = JSONPathWalk(patterns: patterns)
        for place in places {
            switch patterns[place.pattern][place.component] {
            case .any: below.enter(place.pattern, place.component + 1)
            case .anyDepth: below.enter(place.pattern, place.component)
            case .name(let wanted):
                if wanted.utf8.elementsEqual(name.utf8) { below.enter(place.pattern, place.component + 1) }
            }
        }
        return below
    }

    private mutating func enter(_ pattern: Int, _ component: Int) {
        guard component < patterns[pattern].count else {
            matched = matched ?? pattern
            return
        }
        guard !places.contains(where: { $0 == (pattern, component) }) else { return }
        places.append((pattern, component))
        // Any number of levels may be none.
        if case .anyDepth = patterns[pattern][component] { enter(pattern, component + 1) }
    }
}

extension JSONPathWalk {
    /// The places of all values that a pattern names, in the order of the text; the values inside a named one are not
    /// looked at. Empty where the bytes are not JSON.
    static func matches(
        of patterns: [JSONPathPattern], in json: UnsafeBufferPointer<UInt8>
    ) -> [(range: Range<Int>, pattern: Int)] {
        guard !patterns.isEmpty else { return [] }
        do throws(JSONError) {
            return try JSONReader.read(json) { reader throws(JSONError) in
                var found: [(range: Range<Int>, pattern: Int)] = []
                try collect(JSONPathWalk(patterns), &reader, &found)
                try reader.end()
                return found
            }
        } catch { return [] }
    }

    private static func collect(
        _ walk: JSONPathWalk, _ reader: inout JSONReader, _ found: inout [(range: Range<Int>, pattern: Int)]
    ) throws(JSONError) {
        if let pattern = walk.matched {
            found.append((try reader.rawRange(), pattern))
        } else if walk.isDone {
            try reader.skip()
        } else {
            switch reader.peek() {
            case .object:
                try reader.beginObject()
                while try reader.nextKey() {
                    try collect(walk.descending(to: reader.keyString()), &reader, &found)
                }
            case .array:
                try reader.beginArray()
                var index = 0
                while try reader.nextElement() {
                    try collect(walk.descending(to: String(index)), &reader, &found)
                    index += 1
                }
            default: try reader.skip()
            }
        }
    }
}
