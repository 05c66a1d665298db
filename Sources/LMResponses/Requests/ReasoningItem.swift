import LMJSON
import LMProtocol

/// The encrypted reasoning of a Responses server, as later requests give it back.
struct ReasoningItem: Sendable, Hashable {
    /// The server's own identifier of the item; `nil` if it gave none.
    var id: String?
    /// The encrypted reasoning as the server sent it; `nil` if it sent none.
    var encryptedContent: String?

    /// What a transcript keeps of it.
    func data(provider: String, requestedModel: String, servedModel: String?) -> ProviderData {
        var content = JSONObject([.init(key: "type", value: "reasoning")])
        if let id { content["id"] = .string(id) }
        if let encryptedContent { content["encrypted_content"] = .string(encryptedContent) }
        return ProviderData(
            provider: provider, requestedModel: requestedModel, servedModel: servedModel, content: .object(content))
    }
}

extension ReasoningItem {
    /// Reads what a transcript keeps; `nil` for what is another provider's.
    init?(_ data: ProviderData, provider: String) {
        guard data.provider == provider, data.content["type"] == "reasoning" else { return nil }
        self.init(
            id: data.content["id"]?.stringValue, encryptedContent: data.content["encrypted_content"]?.stringValue)
    }

    /// Reads a signature from before provider data had a form that all wires share: its provider is not known, so the
    /// model decides.
    init?(legacy signature: JSONValue, model: String) {
        guard signature["requestedModel"]?.stringValue == model || signature["servedModel"]?.stringValue == model,
            signature["provider"] == nil
        else { return nil }
        self.init(id: signature["itemID"]?.stringValue, encryptedContent: signature["encryptedContent"]?.stringValue)
    }
}

extension Transcript {
    /// The media type of an output item in transcripts from before provider data had a form that all wires share.
    static let legacyResponsesItem = "application/vnd.responses.item+json"
}
