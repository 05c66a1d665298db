import LMJSON
import LMTransport

/// Applies a redaction policy, and remembers the pseudonyms it gave.
struct Redactor: Sendable {
    let policy: Redaction
    private var pseudonyms: Pseudonyms

    /// Makes a redactor. One that compares makes all values of a pseudonym's label alike.
    init(_ policy: Redaction, comparing: Bool = false) {
        self.policy = policy
        pseudonyms = Pseudonyms(areAlike: comparing)
    }

    /// What a recording keeps of a request.
    mutating func redact(_ request: HTTPRequest) -> RecordedRequest {
        redact(RecordedRequest(unclean: request))
    }

    /// The request without what the policy takes out.
    mutating func redact(_ request: RecordedRequest) -> RecordedRequest {
        var result = request
        result.url = RecordedURL.clean(request.url) { name, value in redact(query: name, value: value) }
        if !policy.keepsUserAgent { result.headers[.userAgent] = nil }
        redact(&result.headers)
        result.body = edits(of: request.body, isEventStream: false).applied(to: request.body)
        return result
    }

    /// The response without what the policy takes out; its cuts follow.
    mutating func redact(_ response: RecordedResponse) -> RecordedResponse {
        var result = response
        redact(&result.headers)
        let edits = edits(of: response.body, isEventStream: response.isEventStream)
        result.body = edits.applied(to: response.body)
        result.cuts = edits.applied(to: response.cuts)
        return result
    }

    /// The exchange without what the policy takes out.
    mutating func redact(_ interaction: Interaction) -> Interaction {
        var result = interaction
        result.request = redact(interaction.request)
        if let response = interaction.response { result.response = redact(response) }
        return result
    }

    private mutating func redact(query name: String, value: Substring) -> String? {
        for rule in policy.rules {
            if case .query(let wanted) = rule.place, wanted.lowercased() == name.lowercased() {
                return apply(rule.action, to: String(value))
            }
        }
        return Redaction.secretQueryNames.contains(name.lowercased()) ? Redaction.mark : nil
    }

    private mutating func redact<AllowList>(_ headers: inout RecordedHeaders<AllowList>) {
        for rule in policy.rules {
            guard case .header(let name) = rule.place, let value = headers[name] else { continue }
            headers[name] = apply(rule.action, to: value)
        }
    }

    private mutating func edits(of body: [UInt8], isEventStream: Bool) -> ByteEdits {
        var edits = ByteEdits()
        guard !body.isEmpty, policy.rules.contains(where: \.place.isInBody) else { return edits }
        let paths = policy.rules.compactMap { rule -> (JSONPathPattern, Redaction.Action)? in
            if case .json(let path) = rule.place { (path, rule.action) } else { nil }
        }
        let patterns = policy.rules.compactMap { rule -> (Regex<AnyRegexOutput>, Redaction.Action)? in
            guard case .pattern(let pattern) = rule.place, let regex = pattern.compiled() else { return nil }
            return (regex, rule.action)
        }
        for case .pseudonym(let label) in policy.rules.map(\.action) {
            for mark in Pseudonyms.marks(of: label, in: body) {
                if let text = pseudonyms.note(mark.number, label: label) {
                    edits.replace(mark.range, with: Array(text.utf8))
                }
            }
        }
        let pieces = isEventStream ? EventFraming.blocks(of: body).map(\.range) : [0..<body.count]
        for piece in pieces {
            if !paths.isEmpty {
                let json = isEventStream ? EventFraming.payload(of: body, block: piece) : piece
                if let json { addEdits(at: paths, in: body, json: json, to: &edits) }
            }
            for (regex, action) in patterns { addEdits(for: regex, action, in: body, piece: piece, to: &edits) }
        }
        return edits
    }

    private mutating func addEdits(
        at paths: [(JSONPathPattern, Redaction.Action)], in body: [UInt8], json: Range<Int>, to edits: inout ByteEdits
    ) {
        let matches = body.withUnsafeBufferPointer {
            JSONPathWalk.matches(of: paths.map(\.0), in: UnsafeBufferPointer(rebasing: $0[json]))
        }
        for match in matches {
            let range = json.lowerBound + match.range.lowerBound..<json.lowerBound + match.range.upperBound
            // A string is known by its text, so that it gets the same pseudonym however it is escaped.
            let text = Self.text(of: body[range])
            let replacement = apply(paths[match.pattern].1, to: text)
            edits.replace(range, with: JSONValue.string(replacement).bytes())
        }
    }

    private mutating func addEdits(
        for regex: Regex<AnyRegexOutput>, _ action: Redaction.Action, in body: [UInt8], piece: Range<Int>,
        to edits: inout ByteEdits
    ) {
        if let text = String(validating: body[piece], as: UTF8.self) {
            for match in text.matches(of: regex) {
                let lower = text.utf8.distance(from: text.startIndex, to: match.range.lowerBound)
                let upper = text.utf8.distance(from: text.startIndex, to: match.range.upperBound)
                let value = String(text[match.range])
                edits.replace(
                    piece.lowerBound + lower..<piece.lowerBound + upper, with: Array(apply(action, to: value).utf8))
            }
        } else {
            // Bytes that are no text are searched as Latin-1, where every byte is a character of its own.
            let text = String(String.UnicodeScalarView(body[piece].map { Unicode.Scalar($0) }))
            for match in text.matches(of: regex) {
                let scalars = text.unicodeScalars
                let lower = scalars.distance(from: scalars.startIndex, to: match.range.lowerBound)
                let upper = scalars.distance(from: scalars.startIndex, to: match.range.upperBound)
                let value = String(text[match.range])
                edits.replace(
                    piece.lowerBound + lower..<piece.lowerBound + upper, with: Array(apply(action, to: value).utf8))
            }
        }
    }

    private mutating func apply(_ action: Redaction.Action, to value: String) -> String {
        switch action {
        case .replace(let text): text
        case .pseudonym(let label): pseudonyms.pseudonym(for: value, label: label)
        }
    }

    private static func text(of json: ArraySlice<UInt8>) -> String {
        do throws(JSONError) {
            return try JSONReader.read(json) { reader throws(JSONError) in try reader.string() }
        } catch { return String(decoding: json, as: UTF8.self) }
    }
}

extension Redaction.Place {
    fileprivate var isInBody: Bool {
        switch self {
        case .json, .pattern: true
        case .header, .query: false
        }
    }
}
