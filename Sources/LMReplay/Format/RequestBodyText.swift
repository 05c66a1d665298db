import LMJSON

/// A request's body as the lines of a cassette: one a member, and one an element of a member that is an array.
///
/// The lines give `{"key":value,"list":[element,element]}` without white space between them. A body that is written
/// otherwise is kept whole, as text or as base64.
struct RequestBodyText {
    /// What a line of a body says.
    enum Part: Equatable {
        /// A value under a path of a key and perhaps an index, as bytes of the body.
        case member(at: String, json: Range<Int>)
        /// Bytes of a body that is not taken apart.
        case bytes(Range<Int>)
    }

    /// Takes a body apart; the parts always give it back.
    static func parts(of body: [UInt8], limits: CassetteLimits = .standard) -> [Part] {
        guard !body.isEmpty else { return [] }
        if let members = members(of: body, limit: limits.spliceBytes) {
            var assembly = RequestBodyAssembly()
            for case .member(let path, let json) in members { assembly.add(path, body[json]) }
            if assembly.finish() == body { return members }
        }
        return TextPieces.ranges(of: body, in: 0..<body.count, limit: limits.pieceBytes).map(Part.bytes)
    }

    private static func members(of body: [UInt8], limit: Int) -> [Part]? {
        guard body.first == UInt8(ascii: "{"), body.count > 2 else { return nil }
        do throws(JSONError) {
            return try JSONReader.read(body) { reader throws(JSONError) -> [Part]? in
                var parts: [Part] = []
                var isEmbeddable = true
                func add(_ path: String, _ range: Range<Int>) {
                    isEmbeddable =
                        isEmbeddable && range.count + 6 * path.utf8.count <= limit
                        && JSONCheck.isEmbeddable(body[range])
                    parts.append(.member(at: path, json: range))
                }
                try reader.beginObject()
                while isEmbeddable, try reader.nextKey() {
                    let key = JSONPointer.Token.key(try reader.keyString()).description
                    guard reader.peek() == .array else {
                        add(key, try reader.rawRange())
                        continue
                    }
                    let start = reader.offset
                    try reader.beginArray()
                    var index = 0
                    while try reader.nextElement() {
                        add("\(key)/\(index)", try reader.rawRange())
                        index += 1
                    }
                    if index == 0 { add(key, start..<reader.offset) }
                }
                guard isEmbeddable else { return nil }
                try reader.end()
                return parts
            }
        } catch { return nil }
    }
}

/// Puts a request's body together from its lines.
struct RequestBodyAssembly {
    private var bytes: [UInt8] = []
    private var hasMembers = false
    /// The key of the array that is open.
    private var openArray: String?

    /// Whether lines of members came already; they cannot be mixed with bytes.
    var holdsMembers: Bool { hasMembers }
    /// Whether bytes came already.
    var holdsBytes: Bool { !hasMembers && !bytes.isEmpty }

    /// Adds a value under a path.
    mutating func add(_ path: String, _ json: some Collection<UInt8>) {
        let slash = path.utf8.firstIndex(of: UInt8(ascii: "/"))
        let key = slash.map { String(path[..<$0]) } ?? path
        // Index 0 starts an array anew: an object may have the same key twice.
        if let slash, openArray == key, path[slash...] != "/0" {
            bytes.append(UInt8(ascii: ","))
        } else {
            closeArray()
            bytes.append(UInt8(ascii: hasMembers ? "," : "{"))
            JSONValue.string(Self.unescaped(key)).write(to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            if slash != nil {
                bytes.append(UInt8(ascii: "["))
                openArray = key
            }
        }
        hasMembers = true
        bytes.append(contentsOf: json)
    }

    /// Adds bytes of a body that was not taken apart.
    mutating func add(bytes more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

    /// The whole body.
    mutating func finish() -> [UInt8] {
        closeArray()
        if hasMembers { bytes.append(UInt8(ascii: "}")) }
        return bytes
    }

    private mutating func closeArray() {
        if openArray != nil { bytes.append(UInt8(ascii: "]")) }
        openArray = nil
    }

    /// A key as it is, of one in a path.
    static func unescaped(_ key: String) -> String {
        guard key.utf8.contains(UInt8(ascii: "~")) else { return key }
        var text = ""
        var rest = key.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch (scalar, rest.first) {
            case ("~", "0"):
                text += "~"
                rest.removeFirst()
            case ("~", "1"):
                text += "/"
                rest.removeFirst()
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
