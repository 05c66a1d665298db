import LMJSON
import LMTransport

/// Applies a redaction policy, and remembers the pseudonyms it gave.
struct Redactor: Sendable {
    let policy: Redaction
    private var pseudonyms: Pseudonyms
    /// The secrets that were come across under their names.
    private(set) var known = KnownSecrets()

    /// Makes a redactor. One that compares makes all values of a pseudonym's label alike.
    init(_ policy: Redaction, comparing: Bool = false) {
        self.policy = policy
        pseudonyms = Pseudonyms(areAlike: comparing)
    }

    /// What a recording keeps of a request.
    mutating func redact(_ request: HTTPRequest) -> RecordedRequest {
        redact(RecordedRequest(unclean: request))
    }

    /// Remembers a secret, to be taken out wherever it stands.
    mutating func remember(_ secret: String) { known.insert(secret) }

    /// The request without what the policy takes out.
    mutating func redact(_ request: RecordedRequest) -> RecordedRequest {
        var result = request
        for secret in RecordedURL.userInfo(of: request.url) { known.insert(secret) }
        result.url = RecordedURL.clean(request.url) { name, value in redact(query: name, value: value) }
        if !policy.keepsUserAgent { result.headers[.userAgent] = nil }
        redact(&result.headers)
        let kind = SecretPlaces.Kind(contentType: request.headers[.contentType], body: request.body)
        result.body = edits(of: request.body, kind: kind, isEventStream: false).applied(to: request.body)
        guard !known.isEmpty else { return result }
        result.url = known.replaced(in: result.url)
        replaceKnown(in: &result.headers)
        result.body = known.edits(in: result.body).applied(to: result.body)
        return result
    }

    /// The response without what the policy takes out; its cuts follow.
    ///
    /// - Parameter isRecorded: whether it is being recorded, so that a secret under its name is looked for, too, that is
    ///   cut between two events.
    mutating func redact(_ response: RecordedResponse, isRecorded: Bool = false) -> RecordedResponse {
        var result = response
        redact(&result.headers)
        if isRecorded, response.isEventStream { result.apply(joinedEdits(of: result.body)) }
        let kind = SecretPlaces.Kind(contentType: response.headers[.contentType], body: result.body)
        result.apply(edits(of: result.body, kind: kind, isEventStream: response.isEventStream))
        guard !known.isEmpty else { return result }
        replaceKnown(in: &result.headers)
        result.apply(known.edits(in: result.body))
        return result
    }

    /// The interaction without what the policy takes out.
    mutating func redact(_ interaction: Interaction) -> Interaction {
        var result = interaction
        result.request = redact(interaction.request)
        if let response = interaction.response { result.response = redact(response) }
        return result
    }

    /// The interaction without the secrets that are known; no rule is applied.
    func replacingKnown(in interaction: Interaction) -> Interaction {
        var result = interaction
        result.request.url = known.replaced(in: interaction.request.url)
        replaceKnown(in: &result.request.headers)
        result.request.body = known.edits(in: interaction.request.body).applied(to: interaction.request.body)
        if var response = interaction.response {
            replaceKnown(in: &response.headers)
            response.apply(known.edits(in: response.body))
            result.response = response
        }
        return result
    }

    /// Takes secrets out of a stream that stand in several of its events.
    private mutating func joinedEdits(of body: [UInt8]) -> ByteEdits {
        var edits = ByteEdits()
        var texts = JoinedTexts()
        texts.add(body: body, isEventStream: true, stream: 0, origin: 0)
        for text in texts.joined {
            let places = SecretPlaces.all(in: text.bytes)
            for place in places { known.insert(place.value) }
            let others = known.isEmpty ? [] : known.edits(in: text.bytes).ranges
            for range in places.map(\.range) + others {
                let pieces = text.pieces(in: range)
                guard pieces.count > 1 else { continue }
                for index in pieces {
                    let piece = text.pieces[index]
                    let end = index + 1 < text.pieces.count ? text.pieces[index + 1].start : text.bytes.count
                    let part = range.clamped(to: piece.start..<end)
                    let mark = index == pieces.lowerBound ? Redaction.mark : ""
                    if piece.isPlain {
                        let start = piece.source.lowerBound - piece.start
                        edits.replace(start + part.lowerBound..<start + part.upperBound, with: Array(mark.utf8))
                    } else {
                        var bytes = Array(text.bytes[piece.start..<end])
                        bytes.replaceSubrange(
                            part.lowerBound - piece.start..<part.upperBound - piece.start, with: Array(mark.utf8))
                        let quoted = JSONValue.string(String(decoding: bytes, as: UTF8.self)).bytes()
                        edits.replace(piece.source, with: Array(quoted.dropFirst().dropLast()))
                    }
                }
            }
        }
        return edits
    }

    private func replaceKnown<AllowList>(in headers: inout RecordedHeaders<AllowList>) {
        for field in headers.fields { headers[field.name] = known.replaced(in: field.value) }
    }

    private mutating func redact(query name: String, value: Substring) -> String? {
        for rule in policy.rules {
            if case .query(let wanted) = rule.place, wanted.lowercased() == name.lowercased() {
                return apply(rule.action, to: String(value))
            }
        }
        guard SecretNames.isSecret(parameter: name) else { return nil }
        known.insert(RecordedURL.percentDecoded(value))
        known.insert(String(value))
        return Redaction.mark
    }

    private mutating func redact<AllowList>(_ headers: inout RecordedHeaders<AllowList>) {
        for rule in policy.rules {
            guard case .header(let name) = rule.place, let value = headers[name] else { continue }
            headers[name] = apply(rule.action, to: value)
        }
    }

    private mutating func edits(of body: [UInt8], kind: SecretPlaces.Kind, isEventStream: Bool) -> ByteEdits {
        var edits = ByteEdits()
        guard !body.isEmpty else { return edits }
        if policy.rules.contains(where: \.place.isInBody) {
            addEdits(of: body, isEventStream: isEventStream, to: &edits)
        }
        for place in SecretPlaces.all(in: body, kind: kind) {
            known.insert(place.value)
            edits.replace(
                place.range, with: Array(place.isNumber ? "\"\(Redaction.mark)\"".utf8 : Redaction.mark.utf8))
        }
        return edits
    }

    private mutating func addEdits(of body: [UInt8], isEventStream: Bool, to edits: inout ByteEdits) {
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

extension RecordedResponse {
    fileprivate mutating func apply(_ edits: ByteEdits) {
        guard !edits.isEmpty else { return }
        body = edits.applied(to: body)
        cuts = edits.applied(to: cuts)
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
