import LMJSON

/// Why a server did not answer as it otherwise would: nothing that a request would be recorded for.
enum Refusal: String, Sendable {
    /// The key is wrong, has expired, or may not do this.
    case authentication
    /// The limit on requests, or the money, is used up.
    case quota
    /// The server, or one before it, failed.
    case server

    /// The kind that an answer is of; `nil` for one that says something about the request.
    init?(_ interaction: Interaction) {
        guard let response = interaction.response else { return nil }
        switch response.status {
        case 401, 403, 407: self = .authentication
        case 402, 429: self = .quota
        case 500...: self = .server
        case 400:
            // xAI and Google answer 400 to a bad key.
            guard let words = Self.words(of: response.body), Self.blamesKey(words) else { return nil }
            self = .authentication
        case 200..<300 where response.isEventStream:
            guard let refusal = Self.inStream(response.body) else { return nil }
            self = refusal
        default: return nil
        }
    }

    private static func words(of body: [UInt8]) -> String? {
        guard body.count < 1 << 16 else { return nil }
        return String(decoding: body, as: UTF8.self).lowercased()
    }

    private static func blamesKey(_ words: String) -> Bool {
        ["api key", "api_key", "apikey", "authentication", "unauthenticated", "credentials"]
            .contains(where: words.contains)
    }

    /// The error that a stream ends with, by its type or code.
    private static func inStream(_ body: [UInt8]) -> Refusal? {
        guard let block = EventFraming.blocks(of: body).last(where: \.isEvent),
            let payload = EventFraming.payload(of: body, block: block.range),
            let value = try? JSONValue(parsing: body[payload])
        else { return nil }
        let isError = value["type"]?.stringValue == "error" || value["type"]?.stringValue == "response.failed"
        guard isError || value["choices"] == nil && value["candidates"] == nil else { return nil }
        let error = value["error"] ?? value["response"]?["error"] ?? (isError ? value : [:])
        let names = ["code", "type", "status"].compactMap { error[$0]?.stringValue?.lowercased() }
        for name in names {
            if ["auth", "permission", "api_key"].contains(where: name.contains) { return .authentication }
            if ["rate_limit", "quota", "billing", "exhausted"].contains(where: name.contains) { return .quota }
            if ["server_error", "overloaded", "api_error", "internal", "unavailable"].contains(where: name.contains) {
                return .server
            }
        }
        return nil
    }

    /// The refusals of a new recording that would take the place of good answers of an old one.
    ///
    /// There are none where the new recording has an answer to all that the old one has an answer to. One that another
    /// answer to the same request makes up for is none: the client tried again. Nor is one where the old recording has a
    /// refusal for that request too, which is what it was recorded for.
    static func spoiling(_ old: [Interaction], by new: [Interaction]) -> [(interaction: Interaction, kind: Refusal)] {
        func key(_ interaction: Interaction) -> RequestKey { RequestKey(interaction.request) }
        let answered = Set(new.filter { Refusal($0) == nil }.map(key))
        guard old.contains(where: { Refusal($0) == nil && $0.isWhole && !answered.contains(key($0)) }) else {
            return []
        }
        let expected = Set(old.filter { Refusal($0) != nil }.map(key))
        return new.compactMap { interaction in
            guard let kind = Refusal(interaction) else { return nil }
            let key = key(interaction)
            return answered.contains(key) || expected.contains(key) ? nil : (interaction, kind)
        }
    }
}
