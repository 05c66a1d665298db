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
    public static let rules = "secrets-2"

    private let needles: [SecretForms.Needle]

    /// Makes a scan for the shapes and for some keys. A key of fewer than eight bytes is no secret and is not looked
    /// for: local servers take any word as a key.
    public init(keys: some Sequence<Credential> = []) { self.init(secrets: Set(keys.flatMap(\.secrets))) }

    /// Makes a scan for the shapes and for some texts.
    init(secrets: Set<String>) {
        needles = secrets.sorted().map { Array($0.utf8) }.filter { $0.count >= 8 }.flatMap(SecretForms.needles)
    }

    /// The secrets in a text, at most one for each line and rule, in the order of the lines.
    ///
    /// Of a cassette, the texts are read too that the events of each stream say together.
    public func hits(in text: [UInt8]) -> [Hit] {
        var hits: Set<Hit> = []
        var streams = JoinedTexts()
        text.withUnsafeBufferPointer { buffer in
            // The text as it is, in one go; then those lines again that say something else once it is undone.
            let plain = rules(in: buffer)
            var next = 0
            var start = 0
            var number = 0
            while start < buffer.count {
                number += 1
                let end = ByteSearch.firstIndex(of: 0x0A, in: buffer, from: start) ?? buffer.count
                while next < plain.count, plain[next].range.lowerBound <= end {
                    hits.insert(Hit(line: number, rule: plain[next].name))
                    next += 1
                }
                let line = UnsafeBufferPointer(rebasing: buffer[start..<end])
                for rule in hiddenRules(in: line) { hits.insert(Hit(line: number, rule: rule)) }
                Self.add(line, number: number, to: &streams)
                start = end + 1
            }
        }
        for text in streams.joined {
            for (range, rule) in joinedRules(in: text) {
                // What stands in one piece was found there.
                let pieces = text.pieces(in: range)
                guard pieces.count > 1 else { continue }
                hits.insert(Hit(line: text.pieces[pieces.upperBound - 1].origin, rule: rule + ", over several events"))
            }
        }
        return hits.sorted { ($0.line, $0.rule) < ($1.line, $1.rule) }
    }

    /// The rules of which a line has an instance once its escapes are undone, its line breaks left out, or its base64
    /// decoded.
    private func hiddenRules(in line: UnsafeBufferPointer<UInt8>) -> [String] {
        let isEscaped = [UInt8(ascii: "\\"), UInt8(ascii: "%")].contains {
            ByteSearch.firstIndex(of: $0, in: line) != nil
        }
        var readings = isEscaped ? Array(SecretForms.readings(of: Array(line)).dropFirst()) : []
        if let bytes = embedded(in: line) { readings += SecretForms.readings(of: bytes) }
        if !needles.isEmpty {
            readings += readings.compactMap { SecretForms.unwrapped($0) }
            if let unwrapped = SecretForms.unwrapped(line) { readings.append(unwrapped) }
        }
        return readings.flatMap { reading in reading.withUnsafeBufferPointer(rules).map(\.name) }
    }

    /// What a joined text has. A reading that is not the text itself is longer or shorter, so that it is said of the
    /// whole text that it holds the secret.
    private func joinedRules(in text: JoinedTexts.Text) -> [(range: Range<Int>, rule: String)] {
        var found = text.bytes.withUnsafeBufferPointer(rules).map { ($0.range, $0.name) }
        let readings = SecretForms.readings(of: text.bytes)
        var others = Array(readings.dropFirst())
        if !needles.isEmpty { others += readings.compactMap { SecretForms.unwrapped($0) } }
        let known = Set(found.map(\.1))
        for reading in others {
            for rule in reading.withUnsafeBufferPointer(rules) where !known.contains(rule.name) {
                found.append((0..<text.bytes.count, rule.name))
            }
        }
        return found
    }

    /// Adds what a line brings of a stream.
    private static func add(_ text: UnsafeBufferPointer<UInt8>, number: Int, to streams: inout JoinedTexts) {
        let isBody =
            StaticBytes("{\"event\":").isPrefix(of: text, from: 0)
            || StaticBytes("{\"content\":").isPrefix(of: text, from: 0)
        guard isBody, let line = try? CassetteLine(text) else { return }
        if let json = line.json {
            streams.add(
                payload: UnsafeBufferPointer(rebasing: text[json]), stream: line.number, offset: json.lowerBound,
                origin: number)
        } else if let bytes = line.raw.map({ Array($0.utf8) }) ?? line.base64.flatMap({ Base64.decode($0.utf8) }) {
            streams.add(body: bytes, isEventStream: line.kind == .event, stream: line.number, origin: number)
        }
    }

    /// The rules of which some bytes have an instance, and where, in that order.
    private func rules(in bytes: UnsafeBufferPointer<UInt8>) -> [(range: Range<Int>, name: String)] {
        var found = SecretShape.hits(in: bytes)
        guard !needles.isEmpty else { return found }
        let folded = bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) ? $0 | 0x20 : $0 }
        folded.withUnsafeBufferPointer { folded in
            for needle in needles {
                needle.bytes.withUnsafeBufferPointer { sought in
                    var position = 0
                    while let range = ByteSearch.firstRange(
                        of: sought, in: needle.ignoresCase ? folded : bytes, from: position)
                    {
                        found.append((range, "live-key (\(needle.form))"))
                        position = range.upperBound
                    }
                }
            }
        }
        return found.sorted { $0.range.lowerBound < $1.range.lowerBound }
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
