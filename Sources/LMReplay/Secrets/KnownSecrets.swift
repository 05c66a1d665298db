import LMJSON

/// The secrets that a recording has come across under their names, to be taken out wherever else they stand.
struct KnownSecrets: Sendable {
    /// Values that are looked for everywhere, and in every form.
    private(set) var values: Set<String> = []
    private var needles: [[UInt8]] = []

    var isEmpty: Bool { values.isEmpty }

    /// Remembers a value, unless it is too short or too ordinary a word to be taken out elsewhere.
    mutating func insert(_ value: String) {
        guard value.utf8.count >= 8, value != Redaction.mark, !Self.isWord(value), values.insert(value).inserted else {
            return
        }
        for form in Self.forms(of: value) where !needles.contains(form) { needles.append(form) }
        // A longer one goes first, because it may hold a shorter one.
        needles.sort { $0.count > $1.count }
    }

    /// The text without any of the values.
    func replaced(in text: String) -> String {
        guard !isEmpty else { return text }
        let bytes = Array(text.utf8)
        let edits = edits(in: bytes)
        return edits.isEmpty ? text : String(decoding: edits.applied(to: bytes), as: UTF8.self)
    }

    /// The replacements that take the values out of some bytes.
    func edits(in bytes: [UInt8]) -> ByteEdits {
        var edits = ByteEdits()
        guard !isEmpty else { return edits }
        bytes.withUnsafeBufferPointer { buffer in
            for needle in needles {
                needle.withUnsafeBufferPointer { needle in
                    var position = 0
                    while let range = ByteSearch.firstRange(of: needle, in: buffer, from: position) {
                        position = range.upperBound
                        edits.replace(range, with: Array(Redaction.mark.utf8))
                    }
                }
            }
        }
        return edits
    }

    /// Whether a value is made of small letters alone and no longer than words are: such as `required`, which a schema
    /// says of a password, and which stands elsewhere too.
    private static func isWord(_ value: String) -> Bool {
        value.utf8.count < 16 && value.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    }

    /// The spellings in which it is taken out; what is found in another form refuses the recording.
    private static func forms(of value: String) -> [[UInt8]] {
        let plain = Array(value.utf8)
        let quoted = Array(JSONValue.string(value).bytes().dropFirst().dropLast())
        let twice = Array(
            JSONValue.string(String(decoding: quoted, as: UTF8.self)).bytes().dropFirst().dropLast())
        let slashed = quoted.flatMap { $0 == UInt8(ascii: "/") ? Array("\\/".utf8) : [$0] }
        let percent = ["0123456789ABCDEF", "0123456789abcdef"].map { digits -> [UInt8] in
            let digits = Array(digits.utf8)
            return plain.flatMap { byte -> [UInt8] in
                isUnreserved(byte) ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return [plain, quoted, twice, slashed] + percent
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
