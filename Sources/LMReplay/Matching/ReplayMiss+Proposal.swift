import LMJSON

extension ReplayMiss {
    /// A rule of matching that lets a request pass which differs in one value alone.
    public struct Proposal: Sendable, Hashable, CustomStringConvertible {
        /// What kind of value it is that differs.
        public enum Kind: String, Sendable, Hashable {
            /// A date, or a time of day.
            case date
            /// A time as a number of seconds or milliseconds.
            case time
            /// A random or counted identifier.
            case id
        }

        /// What differs.
        public var kind: Kind
        /// Where it stands in the body, as a pattern names it: `metadata/requestId`.
        public var path: String

        /// The rule, for a test.
        public var description: String {
            "Only \(kind == .id ? "an" : "a") \(kind.rawValue) differs. To take any: matching: .loosening(\"\(path)\"); "
                + "to have the same one on replay, draw it with CassetteTransport.variable."
        }

        /// The rule for a difference; `nil` where the value is none that is drawn.
        init?(_ difference: JSONDifference) {
            path = difference.path.tokens.map(\.description).joined(separator: "/")
            switch (difference.left, difference.right) {
            case (.string(let left)?, .string(let right)?):
                guard let kind = Self.kind(left, right) else { return nil }
                self.kind = kind
            case (.number(let left)?, .number(let right)?):
                // Between 2001 and 2286, in seconds or in milliseconds.
                let isTime = [left, right].allSatisfy {
                    $0.doubleValue >= 1e9 && $0.doubleValue < 1e10 || $0.doubleValue >= 1e12 && $0.doubleValue < 1e13
                }
                guard isTime else { return nil }
                kind = .time
            default: return nil
            }
        }

        /// The kind of what two texts differ in: the words between what they have in common.
        private static func kind(_ left: String, _ right: String) -> Kind? {
            let (left, right) = (words(left), words(right))
            guard left.count == right.count else { return nil }
            var found: Kind?
            for (one, other) in zip(left, right) where one != other {
                guard let kind = kind(of: one), kind == self.kind(of: other), found == nil || found == kind else {
                    return nil
                }
                found = kind
            }
            return found
        }

        private static func words(_ text: String) -> [Substring] {
            text.split { $0.isWhitespace || "\"'()[]{}<>,;=".contains($0) }
        }

        private static func kind(of word: Substring) -> Kind? {
            let word = word.drop { $0 == "." }
            let bytes = Array(word.utf8)
            let digits = bytes.count { (0x30...0x39).contains($0) }
            // 2026-11-30, 2026-11-30T11:25:09Z, 11:25:09, 30.11.2026
            let isDate = digits >= 4 && bytes.allSatisfy { (0x30...0x39).contains($0) || "-:/.TZ+".utf8.contains($0) }
            if isDate, bytes.contains(where: { "-:/.".utf8.contains($0) }) { return .date }
            if digits == bytes.count { return bytes.count == 10 || bytes.count == 13 ? .time : nil }
            let isName = bytes.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                    || "-_".utf8.contains($0)
            }
            return isName && bytes.count >= 8 && digits >= 2 ? .id : nil
        }
    }
}
