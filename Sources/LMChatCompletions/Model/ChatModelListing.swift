import LMJSON

/// One model of a server's list.
public struct ChatModelListing: Sendable, Hashable, Identifiable {
    /// The name that requests say.
    public var id: String
    /// The context window in tokens; `nil` where the server does not say.
    public var contextSize: Int?
    /// Whether the model reads images; `nil` where the server does not say.
    public var readsImages: Bool?
    /// Whether the model calls tools; `nil` where the server does not say.
    public var callsTools: Bool?
    /// All that the server says of it.
    public var json: JSONValue

    /// The models of a list, in whichever form the server gives it; none where it is no list.
    package static func list(_ document: JSONValue) -> [ChatModelListing] {
        let models = document["data"]?.arrayValue ?? document["models"]?.arrayValue ?? document.arrayValue ?? []
        return models.compactMap(ChatModelListing.init)
    }

    private init?(_ json: JSONValue) {
        guard let id = (json["id"] ?? json["name"])?.stringValue, !id.isEmpty else { return nil }
        self.id = id
        self.json = json
        // Each provider has a name of its own for it.
        let sizes = [
            json["context_length"], json["context_window"], json["max_context_length"], json["max_model_len"],
            json["meta"]?["n_ctx_train"], json["model_spec"]?["availableContextTokens"],
            json["capabilities"]?["limits"]?["max_context_window_tokens"],
        ]
        contextSize = sizes.compactMap { $0?.intValue }.first { $0 > 0 }
        let images = [
            json["supports_image_input"], json["supports_image_in"], json["capabilities"]?["vision"],
            json["capabilities"]?["supports"]?["vision"], json["model_spec"]?["capabilities"]?["supportsVision"],
        ]
        readsImages =
            images.compactMap { $0?.boolValue }.first
            ?? json["architecture"]?["input_modalities"]?.arrayValue?.contains("image")
        let tools = [
            json["supports_tools"], json["capabilities"]?["function_calling"],
            json["capabilities"]?["supports"]?["tool_calls"],
            json["model_spec"]?["capabilities"]?["supportsFunctionCalling"],
        ]
        callsTools =
            tools.compactMap { $0?.boolValue }.first
            ?? json["supported_parameters"]?.arrayValue?.contains("tools")
    }
}
