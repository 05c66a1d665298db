import LMJSON

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a provider keeps with a transcript for itself, stamped with who made it: the signature of its reasoning, its
/// encrypted reasoning, the result of a tool that it ran.
///
/// Nothing but the provider's own backend looks inside. A backend sends back what is its own, unchanged and in place,
/// and leaves out what is another's, with an ``Adjustment``. Members keep their order and numbers their digits.
public struct ProviderData: Sendable, Hashable {
    /// The family of providers that can read it, such as `anthropic`, `google`, `openai` or `xai`.
    public var provider: String
    /// The model that was asked for, for data that only the model that made it can read; `nil` if that does not matter.
    public var requestedModel: String?
    /// The model that answered, if the server said so.
    public var servedModel: String?
    /// The data, in the provider's own words.
    public var content: JSONValue

    /// Makes a value.
    ///
    /// - Parameters:
    ///   - provider: The family of providers that can read it.
    ///   - requestedModel: The model that was asked for.
    ///   - servedModel: The model that answered.
    ///   - content: The data, in the provider's own words.
    public init(provider: String, requestedModel: String? = nil, servedModel: String? = nil, content: JSONValue) {
        self.provider = provider
        self.requestedModel = requestedModel
        self.servedModel = servedModel
        self.content = content
    }

    /// Whether a model made it: asked for under this name, or named so by the server.
    public func isMade(by model: String) -> Bool { requestedModel == model || servedModel == model }
}

extension ProviderData {
    /// The MIME type of ``data``, where it stands in a ``Transcript/DataEntry``.
    public static let contentType = "application/vnd.swift-lm.provider-data+json"

    /// The value as JSON.
    public var json: JSONValue {
        var json = JSONObject(["provider": .string(provider)])
        if let requestedModel { json["requestedModel"] = .string(requestedModel) }
        if let servedModel { json["servedModel"] = .string(servedModel) }
        json["content"] = content
        return .object(json)
    }

    /// Reads a value that ``json`` wrote; `nil` for anything else.
    public init?(json: JSONValue) {
        guard let provider = json["provider"]?.stringValue, let content = json["content"] else { return nil }
        self.init(
            provider: provider, requestedModel: json["requestedModel"]?.stringValue,
            servedModel: json["servedModel"]?.stringValue, content: content)
    }

    /// The value as bytes, the same ones every time; what ``Transcript/Reasoning/signature`` keeps.
    public var data: Data { Data(json.bytes()) }

    /// Reads a value that ``data`` wrote; `nil` for bytes of another origin.
    public init?(data: Data) {
        guard let json = try? JSONValue(parsing: data) else { return nil }
        self.init(json: json)
    }
}

extension Transcript.Reasoning {
    /// What the provider needs to read the reasoning again, with who made it; `nil` if there is none, or if the
    /// ``signature`` was written by someone else.
    public var providerData: ProviderData? {
        get { signature.flatMap(ProviderData.init(data:)) }
        set { signature = newValue?.data }
    }

    /// Makes an entry with what the provider needs to read it again.
    ///
    /// - Parameters:
    ///   - id: Names the entry among its kind.
    ///   - metadata: What else is known, by name.
    ///   - segments: The paragraphs.
    ///   - providerData: What the provider needs to read it again.
    public init(
        id: String = UUID().uuidString, metadata: [String: GeneratedContent] = [:], segments: [Transcript.Segment],
        providerData: ProviderData?
    ) {
        self.init(id: id, metadata: metadata, segments: segments, signature: providerData?.data)
    }
}

extension Transcript.DataEntry {
    /// The step in the provider's own words, with who made it; `nil` for an entry of another ``contentType``.
    public var providerData: ProviderData? {
        contentType == ProviderData.contentType ? ProviderData(data: content) : nil
    }

    /// Makes an entry of a provider's step.
    ///
    /// - Parameters:
    ///   - id: Names the entry among its kind.
    ///   - providerData: The step, to be sent back unchanged.
    ///   - metadata: What else is known, by name.
    public init(
        id: String = UUID().uuidString, providerData: ProviderData, metadata: [String: GeneratedContent] = [:]
    ) {
        self.init(id: id, contentType: ProviderData.contentType, content: providerData.data, metadata: metadata)
    }
}
