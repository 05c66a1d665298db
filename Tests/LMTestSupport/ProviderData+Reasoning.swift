import LMJSON
import LMProtocol

extension ProviderData {
    /// The encrypted reasoning of a Responses server, as a transcript keeps it.
    public static func encryptedReasoning(
        id: String? = nil, _ encrypted: String?, requested: String = "m", served: String? = nil,
        provider: String = "xai"
    ) -> ProviderData {
        var members: [JSONObject.Member] = [.init(key: "type", value: "reasoning")]
        if let id { members.append(.init(key: "id", value: .string(id))) }
        if let encrypted { members.append(.init(key: "encrypted_content", value: .string(encrypted))) }
        return ProviderData(
            provider: provider, requestedModel: requested, servedModel: served, content: .object(JSONObject(members)))
    }
}

extension ProviderData {
    /// The encrypted reasoning in what a transcript keeps of a Responses server's.
    public var encryptedContent: String? { content["encrypted_content"]?.stringValue }
}
