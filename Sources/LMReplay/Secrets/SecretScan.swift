import LMTransport

/// Looks for secrets in the bytes of a file: the keys that are known, in every form, and the shapes of well-known kinds
/// of keys.
///
/// It knows nothing of the redaction rules, so that it finds what they miss.
public struct SecretScan: Sendable {
    /// A secret that was found. Its value is nowhere in it.
    public struct Hit: Sendable, Hashable, CustomStringConvertible {
        /// The line, from 1.
        public var line: Int
        /// The rule: `live-key` and the form in which it stands, or the name of a shape.
        public var rule: String

        /// The line and the rule.
        public var description: String { "line \(line): \(rule)" }
    }

    /// The name and version of the rules, for the cassette's first line.
    public static let rules = "secrets-1"

    private let needles: [SecretForms.Needle]

    /// Makes a scan for the shapes and for some keys. A key of fewer than eight bytes is no secret and is not looked
    /// for: local servers take any word as a key.
    public init(keys: some Sequence<Credential> = []) {
        needles = Set(keys.map(\.secretForScan)).map { Array($0.utf8) }.filter { $0.count >= 8 }
            .flatMap(SecretForms.needles)
    }

    /// The secrets in a text, at most one for each line and rule, in the order of the lines.
    public func hits(in text: [UInt8]) -> [Hit] {
        var hits: Set<Hit> = []
        text.withUnsafeBufferPointer { buffer in
            // The text as it is, in one go; then those lines again that say something else once it is undone.
            let plain = rules(in: buffer)
            var next = 0
            var start = 0
            var number = 0
            while start < buffer.count {
                number += 1
                let end = ByteSearch.firstIndex(of: 0x0A, in: buffer, from: start) ?? buffer.count
                while next < plain.count, plain[next].place <= end {
                    hits.insert(Hit(line: number, rule: plain[next].name))
                    next += 1
                }
                let line = UnsafeBufferPointer(rebasing: buffer[start..<end])
                let isEscaped = [UInt8(ascii: "\\"), UInt8(ascii: "%")].contains {
                    ByteSearch.firstIndex(of: $0, in: line) != nil
                }
                let bytes = embedded(in: line)
                let readings =
                    (isEscaped ? SecretForms.readings(of: Array(line)).dropFirst() : [])
                    + (bytes.map { SecretForms.readings(of: $0)[...] } ?? [])
                for reading in readings {
                    for rule in reading.withUnsafeBufferPointer(rules) {
                        hits.insert(Hit(line: number, rule: rule.name))
                    }
                }
                start = end + 1
            }
        }
        return hits.sorted { ($0.line, $0.rule) < ($1.line, $1.rule) }
    }

    /// The rules of which some bytes have an instance, and where, in that order.
    private func rules(in bytes: UnsafeBufferPointer<UInt8>) -> [(place: Int, name: String)] {
        var found = SecretShape.hits(in: bytes)
        for needle in needles {
            needle.bytes.withUnsafeBufferPointer { sought in
                var position = 0
                while let range = ByteSearch.firstRange(of: sought, in: bytes, from: position) {
                    found.append((range.lowerBound, "live-key (\(needle.form))"))
                    position = range.upperBound
                }
            }
        }
        return found.sorted { $0.place < $1.place }
    }

    /// The bytes that a line of a cassette holds as base64.
    private func embedded(in line: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        let opening = StaticBytes("\"base64\":\"")
        guard let found = opening.firstRange(in: line),
            let end = ByteSearch.firstIndex(of: UInt8(ascii: "\""), in: line, from: found.upperBound)
        else { return nil }
        return Base64.decode(line[found.upperBound..<end])
    }
}
