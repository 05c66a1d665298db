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
}

extension JSONValue {
    /// The value at a pointer; `nil` where there is none. Of members with one key, the last counts.
    public subscript(pointer: JSONPointer) -> JSONValue? {
        var value = self
        for token in pointer.tokens {
            let part: JSONValue? =
                switch token {
                case .key(let key): value[key]
                case .index(let index): value[index]
                }
            guard let part else { return .none }
            value = part
        }
        return value
    }
}
