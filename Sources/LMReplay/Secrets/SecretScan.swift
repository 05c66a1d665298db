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

    /// The secrets in a text, at most one for each line and rule.
    public func hits(in text: [UInt8]) -> [Hit] {
        var hits: [Hit] = []
        var start = 0
        var number = 0
        while start < text.count {
            number += 1
            let end = text[start...].firstIndex(of: 0x0A) ?? text.count
            let line = Array(text[start..<end])
            for rule in Self.sortedUnique(rules(in: line) + embedded(in: line).flatMap(rules)) {
                hits.append(Hit(line: number, rule: rule))
            }
            start = end + 1
        }
        return hits
    }

    /// The rules of which the bytes have an instance.
    func rules(in bytes: [UInt8]) -> [String] {
        SecretForms.readings(of: bytes).flatMap { reading -> [String] in
            let found = reading.withUnsafeBufferPointer { buffer in
                needles.filter { needle in
                    needle.bytes.withUnsafeBufferPointer { ByteSearch.firstRange(of: $0, in: buffer) != nil }
                }
            }
            return found.map { "live-key (\($0.form))" } + SecretShape.hits(in: reading).map(\.name)
        }
    }

    /// The bytes that a line of a cassette holds as base64.
    private func embedded(in line: [UInt8]) -> [[UInt8]] {
        line.withUnsafeBufferPointer { buffer in
            let opening = Array("\"base64\":\"".utf8)
            guard let found = opening.withUnsafeBufferPointer({ ByteSearch.firstRange(of: $0, in: buffer) }),
                let end = ByteSearch.firstIndex(of: UInt8(ascii: "\""), in: buffer, from: found.upperBound),
                let bytes = Base64.decode(buffer[found.upperBound..<end])
            else { return [] }
            return [bytes]
        }
    }

    private static func sortedUnique(_ rules: [String]) -> [String] { Set(rules).sorted() }
}
