/// The shape of a kind of secret: how it begins, and of what bytes and how long the rest is.
struct SecretShape: Sendable {
    /// The rule's name, as a report gives it.
    var name: String
    /// The letters that it begins with.
    var prefix: String
    /// The bytes of the rest.
    var alphabet: Alphabet
    /// The least length of the rest.
    var length: Int
    /// What else must be true of the rest.
    var check: @Sendable (ArraySlice<UInt8>) -> Bool = { _ in true }

    /// A set of bytes.
    struct Alphabet: Sendable {
        private var low: UInt64 = 0
        private var high: UInt64 = 0

        init(_ text: String) {
            for byte in text.utf8 {
                if byte < 64 { low |= 1 << UInt64(byte) } else if byte < 128 { high |= 1 << UInt64(byte - 64) }
            }
        }

        @inline(__always)
        func contains(_ byte: UInt8) -> Bool {
            byte < 64 ? low >> UInt64(byte) & 1 == 1 : byte < 128 && high >> UInt64(byte - 64) & 1 == 1
        }

        private static let upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        private static let digits = "0123456789"
        static let capitals = Alphabet(upper + digits)
        static let word = Alphabet(upper + upper.lowercased() + digits)
        static let token = Alphabet(upper + upper.lowercased() + digits + "-_")
        static let base64 = Alphabet(upper + upper.lowercased() + digits + "+/=")
        static let bearer = Alphabet(upper + upper.lowercased() + digits + "-._~+/=")
        static let pem = Alphabet(upper + digits + " -")
    }

    private static let hasDigit: @Sendable (ArraySlice<UInt8>) -> Bool = { rest in
        rest.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// The shapes that are looked for. The rules are published; tools that look for leaked keys use the same ones.
    static let all: [SecretShape] = [
        SecretShape(name: "xai-key", prefix: "xai-", alphabet: .token, length: 20, check: hasDigit),
        SecretShape(name: "sk-key", prefix: "sk-", alphabet: .token, length: 20, check: hasDigit),
        SecretShape(name: "bearer-token", prefix: "Bearer ", alphabet: .bearer, length: 20, check: hasDigit),
        SecretShape(name: "bearer-token", prefix: "bearer ", alphabet: .bearer, length: 20, check: hasDigit),
        SecretShape(name: "basic-credentials", prefix: "Basic ", alphabet: .base64, length: 8) { rest in
            Base64.decode(rest)?.contains(UInt8(ascii: ":")) ?? false
        },
        SecretShape(name: "jwt", prefix: "eyJ", alphabet: .bearer, length: 30) { rest in
            let parts = rest.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            return parts.count == 3 && parts[1].starts(with: "eyJ".utf8) && parts.allSatisfy { $0.count >= 8 }
        },
        SecretShape(name: "private-key", prefix: "-----BEGIN ", alphabet: .pem, length: 16) { rest in
            String(decoding: rest, as: UTF8.self).contains("PRIVATE KEY-----")
        },
        SecretShape(name: "aws-key-id", prefix: "AKIA", alphabet: .capitals, length: 16) { $0.count == 16 },
        SecretShape(name: "aws-key-id", prefix: "ASIA", alphabet: .capitals, length: 16) { $0.count == 16 },
        SecretShape(name: "github-token", prefix: "ghp_", alphabet: .word, length: 36),
        SecretShape(name: "github-token", prefix: "gho_", alphabet: .word, length: 36),
        SecretShape(name: "github-token", prefix: "ghu_", alphabet: .word, length: 36),
        SecretShape(name: "github-token", prefix: "ghs_", alphabet: .word, length: 36),
        SecretShape(name: "github-token", prefix: "ghr_", alphabet: .word, length: 36),
        SecretShape(name: "github-token", prefix: "github_pat_", alphabet: .token, length: 22),
        SecretShape(name: "gitlab-token", prefix: "glpat-", alphabet: .token, length: 20),
        SecretShape(name: "google-key", prefix: "AIza", alphabet: .token, length: 35),
        SecretShape(name: "groq-key", prefix: "gsk_", alphabet: .word, length: 40),
        SecretShape(name: "hugging-face-token", prefix: "hf_", alphabet: .word, length: 30),
        SecretShape(name: "slack-token", prefix: "xoxb-", alphabet: .token, length: 20, check: hasDigit),
        SecretShape(name: "slack-token", prefix: "xoxp-", alphabet: .token, length: 20, check: hasDigit),
        SecretShape(name: "stripe-key", prefix: "sk_live_", alphabet: .word, length: 20),
        SecretShape(name: "stripe-key", prefix: "rk_live_", alphabet: .word, length: 20),
    ]

    /// The rules of which a text has an instance, each time it has one.
    static func hits(in text: UnsafeBufferPointer<UInt8>) -> [(range: Range<Int>, name: String)] {
        var hits: [(range: Range<Int>, name: String)] = []
        guard text.count > 2 else { return hits }
        beginnings.withUnsafeBufferPointer { beginnings in
            for position in 0..<text.count - 1
            where beginnings[Int(text[position]) << 8 | Int(text[position + 1])] {
                for shape in all {
                    if let end = shape.end(in: text, from: position) { hits.append((position..<end, shape.name)) }
                }
            }
        }
        return hits
    }

    /// Where an instance ends that begins at a place; `nil` where none does.
    private func end(in bytes: UnsafeBufferPointer<UInt8>, from position: Int) -> Int? {
        let prefix = prefix.utf8
        guard position + prefix.count + length <= bytes.count else { return nil }
        var place = position
        for byte in prefix {
            guard bytes[place] == byte else { return nil }
            place += 1
        }
        // A secret does not begin in the middle of a word, as `sk-` does in "risk-".
        if position > 0, bytes[position] != UInt8(ascii: "-"), Alphabet.token.contains(bytes[position - 1]) {
            return nil
        }
        let start = place
        while place < bytes.count, alphabet.contains(bytes[place]) { place += 1 }
        return place - start >= length && check(Array(bytes[start..<place])[...]) ? place : nil
    }

    /// Whether a shape begins with two bytes, the first one times 256 plus the second.
    private static let beginnings: [Bool] = {
        var beginnings = [Bool](repeating: false, count: 65536)
        for shape in all {
            let first = Array(shape.prefix.utf8.prefix(2))
            if first.count == 2 { beginnings[Int(first[0]) << 8 | Int(first[1])] = true }
        }
        return beginnings
    }()
}
