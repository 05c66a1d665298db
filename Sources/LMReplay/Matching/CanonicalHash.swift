import LMJSON

/// Hashes JSON so that texts of one value have one hash: members in any order, any white space, any spelling of a
/// string or a number.
///
/// It reads the text once and builds nothing, because a body of 30 KB is hashed on every request.
enum CanonicalHash {
    /// The hash of a value without what need not agree; `nil` where the bytes are not JSON.
    static func hash(of json: UnsafeBufferPointer<UInt8>, _ leniency: RequestMatcher.Leniency) -> KeyHash? {
        let patterns = leniency.patterns
        do throws(JSONError) {
            return try JSONReader.read(json) { reader throws(JSONError) in
                var walk = CanonicalWalk(json, ignored: leniency.ignored.count)
                let hash = try walk.value(&reader, at: patterns.isEmpty ? nil : JSONPathWalk(patterns))
                try reader.end()
                return hash
            }
        } catch { return nil }
    }
}

private struct CanonicalWalk {
    private let text: UnsafeBufferPointer<UInt8>
    /// Where strings with escapes are decoded, so that there is not an allocation for each.
    private var scratch: [UInt8] = []

    /// How many of the patterns name what is left out; of what the others name, the kind alone counts.
    private let ignored: Int

    init(_ text: UnsafeBufferPointer<UInt8>, ignored: Int) {
        self.text = text
        self.ignored = ignored
    }

    /// The hash of the value that comes next. The path is `nil` where nothing is left out any more.
    mutating func value(_ reader: inout JSONReader, at path: JSONPathWalk?) throws(JSONError) -> KeyHash {
        var hash = KeyHash()
        if path?.matched != nil {
            hash.combine(8)
            hash.combine(Self.kind(of: reader.peek()))
            try reader.skip()
            return hash
        }
        switch reader.peek() {
        case .object:
            var members = KeyHash()
            try reader.beginObject()
            while try reader.nextKey() {
                var member = KeyHash()
                let key = try reader.keyString()
                var below: JSONPathWalk?
                if let path, !path.isDone {
                    below = path.descending(to: key)
                    if try isLeftOut(below, &reader) { continue }
                }
                member.combine(key)
                member.combine(try value(&reader, at: below))
                members.addUnordered(member)
            }
            hash.combine(1)
            hash.combine(members)
        case .array:
            hash.combine(2)
            var index = 0
            try reader.beginArray()
            while try reader.nextElement() {
                var below: JSONPathWalk?
                if let path, !path.isDone {
                    below = path.descending(to: String(index))
                    index += 1
                    if try isLeftOut(below, &reader) { continue }
                }
                hash.combine(try value(&reader, at: below))
            }
        case .string:
            hash.combine(3)
            let range = try reader.rawRange()
            let inside = UnsafeBufferPointer(rebasing: text[range.lowerBound + 1..<range.upperBound - 1])
            if ByteSearch.firstIndex(of: UInt8(ascii: "\\"), in: inside) == nil {
                hash.combine(inside)
            } else {
                combineDecoded(inside, to: &hash)
            }
        case .number:
            hash.combine(4)
            let range = try reader.rawRange()
            let digits = UnsafeBufferPointer(rebasing: text[range])
            if Self.isPlainInteger(digits) {
                hash.combine(digits)
            } else {
                let canonical = try Self.number(digits).bytes(.canonical)
                canonical.withUnsafeBufferPointer { hash.combine($0) }
            }
        case .bool: hash.combine(try reader.bool() ? 5 : 6)
        default:
            // Null, or what is no value, about which the reader throws.
            hash.combine(7)
            try reader.skip()
        }
        return hash
    }

    /// Steps over a value that is left out.
    private func isLeftOut(_ path: JSONPathWalk?, _ reader: inout JSONReader) throws(JSONError) -> Bool {
        guard let pattern = path?.matched, pattern < ignored else { return false }
        try reader.skip()
        return true
    }

    private static func kind(of kind: JSONKind?) -> UInt64 {
        switch kind {
        case .object: 1
        case .array: 2
        case .string: 3
        case .number: 4
        case .bool: 5
        default: 7
        }
    }

    /// Whether a number is its own canonical form: short, without fraction, exponent and sign.
    private static func isPlainInteger(_ digits: UnsafeBufferPointer<UInt8>) -> Bool {
        digits.count <= 15 && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private mutating func combineDecoded(_ escaped: UnsafeBufferPointer<UInt8>, to hash: inout KeyHash) {
        if scratch.count < escaped.count { scratch = [UInt8](repeating: 0, count: escaped.count * 2) }
        scratch.withUnsafeMutableBufferPointer { scratch in
            guard let count = EscapeDecoder.decode(escaped, into: scratch) else { return hash.combine(escaped) }
            hash.combine(UnsafeBufferPointer(rebasing: scratch[..<count]))
        }
    }

    private static func number(_ digits: UnsafeBufferPointer<UInt8>) throws(JSONError) -> JSONValue {
        try JSONReader.read(digits) { reader throws(JSONError) in .number(try reader.number()) }
    }
}
