import LMProtocol
import LMProvider

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What one kind of Responses server takes: the differences between servers, as data.
///
/// Start from one of the three and change what your server does differently.
public struct ResponsesDialect: Sendable, Hashable {
    /// A sampling option of a request. Each is sent only where the dialect names it.
    public enum Parameter: String, Sendable, Hashable, CaseIterable {
        /// How much chance there is in the choice of words, from 0 to 2.
        case temperature
        /// The probability that the candidates reach together.
        case topP = "top_p"
        /// The number of candidates.
        case topK = "top_k"
        /// The number that makes a random choice repeatable.
        case seed
        /// The most tokens of an answer.
        ///
        /// xAI documents that reasoning counts among them. Recorded answers of Grok 4.3 to a limit of 16 have more than a
        /// hundred tokens of reasoning and are complete, so do not rely on it there; OpenAI's servers keep to it.
        case maximumOutputTokens = "max_output_tokens"
    }

    /// What a tool's `strict` member says.
    public enum ToolStrictness: Sendable, Hashable {
        /// Nothing: the server keeps to every tool's schema anyway.
        case implicit
        /// `true` where the schema is one the server can keep to, else `false`.
        case explicit
        /// Nothing: the server may not know the member.
        case unsaid
    }

    /// The name, for messages.
    public var name: String
    /// The family of providers that the server belongs to: what its models keep with a transcript is for them only.
    public var provider: String
    /// What the server's JSON Schema can say.
    public var schemaDialect: SchemaDialect
    /// The sampling options that the server is known to take.
    public var parameters: Set<Parameter>
    /// Whether to ask for reasoning in encrypted form, to be sent back with later requests.
    public var asksForEncryptedReasoning: Bool
    /// Whether the server routes requests of one conversation to one cache by a key.
    public var takesPromptCacheKey: Bool
    /// Whether the server keeps metadata of the app's with a response. The others refuse or pass over them.
    public var takesMetadata: Bool
    /// Whether the server ignores images in system messages, so that they have to move to a user message.
    public var ignoresSystemImages: Bool
    /// What a tool's `strict` member says.
    public var toolStrictness: ToolStrictness
    /// The MIME types of images that the server reads; empty for any.
    public var imageTypes: Set<String>
    /// The most bytes that an image may have.
    public var maximumImageBytes: Int
    /// The hosts that a key from the environment may be sent to, and all below them.
    public var keyHosts: [String]
    /// The environment variables that may hold a key for these hosts; the first one that is set counts.
    public var keyVariables: [String]

    /// Makes a dialect.
    public init(
        name: String, provider: String, schemaDialect: SchemaDialect, parameters: Set<Parameter>,
        asksForEncryptedReasoning: Bool, takesPromptCacheKey: Bool, takesMetadata: Bool, ignoresSystemImages: Bool,
        toolStrictness: ToolStrictness,
        imageTypes: Set<String>, maximumImageBytes: Int, keyHosts: [String], keyVariables: [String]
    ) {
        self.name = name
        self.provider = provider
        self.schemaDialect = schemaDialect
        self.parameters = parameters
        self.asksForEncryptedReasoning = asksForEncryptedReasoning
        self.takesPromptCacheKey = takesPromptCacheKey
        self.takesMetadata = takesMetadata
        self.ignoresSystemImages = ignoresSystemImages
        self.toolStrictness = toolStrictness
        self.imageTypes = imageTypes
        self.maximumImageBytes = maximumImageBytes
        self.keyHosts = keyHosts
        self.keyVariables = keyVariables
    }
}

extension ResponsesDialect {
    /// The sampling options that the server takes. The Responses API has no stop sequences and no penalties.
    var sampling: SamplingTable {
        let options: [Parameter: SamplingTable.Option] = [
            .temperature: .temperature, .topP: .topP, .topK: .topK, .seed: .seed,
            .maximumOutputTokens: .maximumTokens,
        ]
        var names: [SamplingTable.Option: String] = [:]
        for parameter in parameters { if let option = options[parameter] { names[option] = parameter.rawValue } }
        return SamplingTable(names: names)
    }

    /// What encodes images for the server.
    func media(_ readFile: @escaping @Sendable (URL) throws -> Data) -> MediaEncoder {
        MediaEncoder(
            server: name, imageTypes: imageTypes, maximumImageBytes: maximumImageBytes, readFile: readFile)
    }

    /// xAI's API.
    ///
    /// `top_k` is sent as the package this one follows does; xAI's reference does not list it, and its servers are not
    /// known to reject it. A sampling seed is not supported.
    public static let xai = ResponsesDialect(
        name: "xAI", provider: "xai", schemaDialect: .xai,
        parameters: [.temperature, .topP, .topK, .maximumOutputTokens],
        asksForEncryptedReasoning: true, takesPromptCacheKey: true, takesMetadata: true, ignoresSystemImages: true,
        toolStrictness: .implicit, imageTypes: ["image/png", "image/jpeg"], maximumImageBytes: 10 << 20,
        keyHosts: ["x.ai"], keyVariables: ["GROK_API_KEY", "XAI_API_KEY"])

    /// OpenAI's API.
    public static let openai = ResponsesDialect(
        name: "OpenAI", provider: "openai", schemaDialect: .openAIStrict,
        parameters: [.temperature, .topP, .maximumOutputTokens],
        asksForEncryptedReasoning: true, takesPromptCacheKey: true, takesMetadata: true, ignoresSystemImages: false,
        toolStrictness: .explicit, imageTypes: ["image/png", "image/jpeg", "image/gif", "image/webp"],
        maximumImageBytes: 50 << 20, keyHosts: ["openai.com"], keyVariables: ["OPENAI_API_KEY"])

    /// A server of which nothing is known but that it offers the Responses API, such as one on the local machine.
    public static let generic = ResponsesDialect(
        name: "generic", provider: "responses", schemaDialect: .generic,
        parameters: [.temperature, .topP, .maximumOutputTokens],
        asksForEncryptedReasoning: false, takesPromptCacheKey: false, takesMetadata: false, ignoresSystemImages: false,
        toolStrictness: .unsaid, imageTypes: [], maximumImageBytes: 50 << 20, keyHosts: [], keyVariables: [])
}
