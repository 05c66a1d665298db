import LMProtocol
import LMTransport

/// Takes out of a server's words what must not be shown or kept: the secret of the request in every form in which a server
/// may echo it, keys by their shape, and the identifiers of teams and of keys.
///
/// Wherever words of a server are shown or thrown, they go through this.
public struct SecretRedactor: Sendable {
    /// What stands in the place of what was taken out.
    static let mark = "[redacted]"

    private let matchers: [SecretMatcher]

    /// Makes a redactor that also takes out a secret, which servers have been seen to echo.
    public init(credential: Credential?) {
        matchers = [credential?.secretForScan].compactMap(\.self).compactMap(SecretMatcher.init)
    }

    /// Makes a redactor that also takes out all secrets of a request: its credential, what its header fields hold that are
    /// for secrets, and the password of its address.
    public init(request: HTTPRequest) {
        let fields = request.headers.filter { SecretNames.isSecret(header: $0.name) }.map(\.value)
        // Of `Bearer KEY` and `Basic KEY` the last word is the secret.
        let words = fields.compactMap { $0.split(separator: " ").last.map(String.init) }
        let all = [request.credential?.secretForScan, request.url.password()] + words.map(Optional.some)
        matchers = all.compactMap(\.self).compactMap(SecretMatcher.init)
    }

    /// The text without its secrets.
    public func redact(_ text: String) -> String {
        redactWords(of: matchers.reduce(text) { $1.replacing(in: $0, with: Self.mark) })
    }

    /// The error without the secrets in its words: the message, the code, the evidence.
    public func redact(_ error: ProviderError) -> ProviderError {
        var error = error
        error.message = redact(error.message)
        error.code = error.code.map(redact)
        if var evidence = error.evidence {
            evidence.code = evidence.code.map(redact)
            evidence.body = evidence.body.map(redact)
            evidence.requestID = evidence.requestID.map(redact)
            error.evidence = evidence
        }
        return error
    }

    /// The start of a body as ``FailureEvidence`` keeps it; `nil` where the body is empty.
    public func evidence(_ body: [UInt8]) -> String? {
        guard !body.isEmpty else { return nil }
        return words(String(decoding: body.prefix(FailureEvidence.bodyLimit * 2), as: UTF8.self))
    }

    /// The start of a server's words, as much as an error keeps of them.
    func words(_ text: String) -> String {
        // Redacted before it is cut, so that no half of a secret is left at the end.
        let text = redact(text)
        guard text.utf8.count > FailureEvidence.bodyLimit else { return text }
        var end = text.utf8.index(text.startIndex, offsetBy: FailureEvidence.bodyLimit)
        while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
        return String(text[..<end])
    }

    private func redactWords(of text: String) -> String {
        var result = ""
        var words = Words()
        var rest = text[...]
        while let start = rest.firstIndex(where: Self.isWordCharacter) {
            result += rest[..<start]
            words.separator(rest[..<start])
            rest = rest[start...]
            // A sentence's end is no part of its last word.
            let end = rest.firstIndex { !Self.isWordCharacter($0) } ?? rest.endIndex
            let word = rest[..<(rest[..<end].lastIndex { $0 != "." }.map(rest.index(after:)) ?? end)]
            result += words.isSecret(word) ? Self.mark : String(word)
            words.append(word)
            rest = rest[word.endIndex...]
        }
        return result + rest
    }

    private static func isWordCharacter(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "-_*.".contains(character))
    }

    /// The words just before the one looked at.
    private struct Words {
        private var last: [String] = []

        mutating func append(_ word: Substring) {
            last.append(word.lowercased())
            if last.count > 3 { last.removeFirst() }
        }

        /// A new sentence or line says nothing of the words before it.
        mutating func separator(_ text: Substring) { if text.contains("\n") { last = [] } }

        /// Whether a word is a key, or names a team or a key.
        func isSecret(_ word: Substring) -> Bool {
            let before = last.joined(separator: " ")
            if word.utf8.count >= 12, Self.prefixes.contains(where: { word.hasPrefix($0) }) { return true }
            // The mark of what was taken out already.
            if word == "redacted" { return false }
            if word.contains("***") { return true }
            if before.hasSuffix("bearer"), word.utf8.count >= 8 { return true }
            if before.hasSuffix("key provided") { return word != "You" && word.utf8.count >= 6 }
            if Self.isIdentifier(word) { return before.hasSuffix("team") || before.hasSuffix("key id") }
            return false
        }

        private static let prefixes = ["xai-", "sk-", "gsk_", "sk_", "eyJ", "ghp_", "gho_", "AKIA", "pplx-", "AIza"]

        /// Whether a word is made by a machine: long, and with a digit.
        private static func isIdentifier(_ word: Substring) -> Bool {
            word.utf8.count >= 8 && word.contains { $0.isNumber }
        }
    }
}
