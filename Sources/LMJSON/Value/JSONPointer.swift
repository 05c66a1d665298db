/// Where a value stands in a document: the keys and indices that lead to it, after RFC 6901.
public struct JSONPointer: Sendable {
    /// One step from a container to a part of it.
    public enum Token: Sendable {
        /// To the member of an object.
        case key(String)
        /// To the element of an array, counted from 0.
        case index(Int)
    }

    /// The steps, outermost first; none for the document itself.
    public var tokens: [Token]

    /// Makes a pointer.
    public init(_ tokens: [Token] = []) { self.tokens = tokens }

    /// Reads a pointer from its text; `nil` where the text is none.
    ///
    /// Every step is a key. Which of them are indices, only a document tells: of an array, ``JSONValue/subscript(_:)``
    /// takes a key of digits for one.
    public init?(_ text: String) {
        guard text.isEmpty || text.utf8.first == UInt8(ascii: "/") else { return nil }
        tokens = []
        for step in text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst() {
            guard let key = Token.unescaped(step) else { return nil }
            tokens.append(.key(key))
        }
    }
}

extension JSONPointer: Hashable, CustomStringConvertible {
    /// The pointer as text, as in `/input/3/a~1b`: `~` and `/` in a key are written `~0` and `~1`. Empty for the document.
    public var description: String { tokens.map { "/\($0)" }.joined() }
}

extension JSONPointer.Token: Hashable, CustomStringConvertible {
    /// Whether both are the same index, or keys of the same unicode scalars.
    public static func == (left: JSONPointer.Token, right: JSONPointer.Token) -> Bool {
        switch (left, right) {
        case (.key(let left), .key(let right)): UnicodeText.areEqual(left, right)
        case (.index(let left), .index(let right)): left == right
        default: false
        }
    }

    /// Hashes the key or index.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .key(let key): UnicodeText.hash(key, into: &hasher)
        case .index(let index): hasher.combine(index)
        }
    }

    /// The step as text, escaped as in a pointer.
    public var description: String {
        switch self {
        case .index(let index): return String(index)
        case .key(let key):
            guard key.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return key }
            var escaped = String.UnicodeScalarView()
            for scalar in key.unicodeScalars {
                switch scalar {
                case "~": escaped.append(contentsOf: "~0".unicodeScalars)
                case "/": escaped.append(contentsOf: "~1".unicodeScalars)
                default: escaped.append(scalar)
                }
            }
            return String(escaped)
        }
    }

    /// The key that a step of a pointer's text stands for; `nil` where a `~` in it stands for nothing.
    static func unescaped(_ step: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var rest = step.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "~") else {
                bytes.append(byte)
                continue
            }
            switch rest.next() {
            case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
            case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
            default: return nil
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension JSONValue {
    /// The value at a pointer; `nil` where there is none. Of members with one key, the last counts.
    public subscript(pointer: JSONPointer) -> JSONValue? {
        var value = self
        for token in pointer.tokens {
            let part: JSONValue? =
                switch token {
                case .key(let key): value[key] ?? key.arrayIndex.flatMap { value[$0] }
                case .index(let index): value[index]
                }
            guard let part else { return .none }
            value = part
        }
        return value
    }
}

extension String {
    /// The index that a step of a pointer's text names in an array; `nil` where it names none.
    fileprivate var arrayIndex: Int? {
        guard let first = utf8.first, first != UInt8(ascii: "0") || utf8.count == 1,
            utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Int(self)
    }
}
