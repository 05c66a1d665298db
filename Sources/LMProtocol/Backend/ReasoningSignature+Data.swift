import LMJSON

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ReasoningSignature {
    /// The signature as a transcript keeps it in ``Transcript/Reasoning/signature``: JSON, the same bytes every time.
    public var data: Data {
        var members: [JSONObject.Member] = []
        if let itemID { members.append(.init(key: "itemID", value: .string(itemID))) }
        if let encryptedContent { members.append(.init(key: "encryptedContent", value: .string(encryptedContent))) }
        members.append(.init(key: "requestedModel", value: .string(requestedModel)))
        if let servedModel { members.append(.init(key: "servedModel", value: .string(servedModel))) }
        return Data(JSONValue.object(JSONObject(members)).bytes())
    }

    /// Reads a signature that ``data`` wrote; `nil` for bytes of another origin, which are another provider's.
    public init?(data: Data) {
        guard let json = try? JSONValue(parsing: data), let requestedModel = json["requestedModel"]?.stringValue else {
            return nil
        }
        self.init(
            itemID: json["itemID"]?.stringValue, encryptedContent: json["encryptedContent"]?.stringValue,
            requestedModel: requestedModel, servedModel: json["servedModel"]?.stringValue)
    }
}
