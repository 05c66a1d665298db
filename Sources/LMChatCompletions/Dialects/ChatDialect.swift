import LMJSON
import LMProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What one kind of Chat Completions server takes: the differences between servers, as data.
///
/// Start from one of those here and change what your server does differently:
///
/// ```swift
/// var dialect = ChatDialect.generic
/// dialect.name = "My gateway"
/// dialect.parameters.insert(.topK)
/// ```
public struct ChatDialect: Sendable, Hashable {
    /// A member of a request that not every server takes. Each is sent only where the dialect names it.
    public enum Parameter: String, Sendable, Hashable, CaseIterable {
        /// How much chance there is in the choice of words.
        case temperature
        /// The probability that the candidates reach together.
        case topP = "top_p"
        /// The number of candidates.
        case topK = "top_k"
        /// The number that makes a random choice repeatable.
        case seed
        /// Texts at which the answer ends.
        case stop
        /// How much a token counts against itself for each time it stood in the answer.
        case frequencyPenalty = "frequency_penalty"
        /// How much a token counts against itself if it stood in the answer.
        case presencePenalty = "presence_penalty"
        /// The most tokens of an answer.
        case maximumTokens = "max_tokens"
        /// Whether several tools may be called in one turn.
        case parallelToolCalls = "parallel_tool_calls"
        /// The request for usage at the end of a stream.
        case streamUsage = "stream_options"
        /// A key by which requests of one conversation are routed to one cache.
        case promptCacheKey = "prompt_cache_key"
    }

    /// How an answer in the shape of a schema is asked for.
    public enum SchemaFormat: Sendable, Hashable {
        /// `response_format` of the type `json_schema`.
        case jsonSchema
        /// `response_format` of the type `json_object`; the schema stands in the prompt, and the value is checked here.
        case jsonObject
        /// Nothing but the schema in the prompt; the value is checked here.
        case promptOnly
    }

    /// What a tool's `strict` member says.
    public enum ToolStrictness: Sendable, Hashable {
        /// Nothing: the server may not know the member.
        case unsaid
        /// `true` where the schema is one the server can keep to, else nothing.
        case explicit
    }

    /// A choice of tools that a request may make; `auto` is every server's default and needs none.
    public enum ToolChoice: String, Sendable, Hashable, CaseIterable {
        /// The tools are told, and none may be called.
        case none
        /// Some tool has to be called.
        case required
        /// One tool has to be called.
        case named
    }

    /// What stands in a message of the model that has calls and no words.
    public enum EmptyContent: Sendable, Hashable {
        /// No `content` at all.
        case omitted
        /// `null`.
        case null
        /// An empty string.
        case empty
    }

    /// How a reasoning effort is asked for.
    public enum ReasoningRequest: Sendable, Hashable {
        /// Not at all.
        case none
        /// `reasoning_effort`.
        case effort
        /// `reasoning: {"effort": …}`, as OpenRouter has it.
        case reasoningObject
        /// `thinking: {"type": "enabled"}`, and `reasoning_effort`; `none` is `disabled`.
        case thinking
        /// `enable_thinking`, which knows on and off only.
        case enableThinking
        /// `chat_template_kwargs: {"enable_thinking": false}` for `none`, and `reasoning_effort` for all else.
        case templateSwitch
        /// `venice_parameters: {"disable_thinking": true}` for `none`, and `reasoning_effort` for all else.
        case venice
    }

    /// Which messages of the model its reasoning is sent back with.
    public enum ReasoningReturn: Sendable, Hashable {
        /// With none: the server needs nothing, or has no place for it.
        case never
        /// With those that have calls.
        case messagesWithCalls
        /// With those of a turn in which tools were called, from the first call on.
        case turnsWithCalls
        /// With all.
        case always
    }

    /// Which identifiers of calls the server takes.
    public enum CallIDs: Sendable, Hashable {
        /// Any of at most so many characters.
        case atMost(Int)
        /// Nine letters and digits, as Mistral has it. Others are replaced, by the same nine each time.
        case nineAlphanumerics
    }

    /// Which images a message may have.
    public enum Images: Sendable, Hashable {
        /// At an address, or in the request.
        case any
        /// In the request only.
        case dataOnly
    }

    /// Which files a message may have.
    public enum Files: Sendable, Hashable {
        /// None. A text is put into the prompt as words.
        case none
        /// In the request.
        case data
        /// In the request, or at an address.
        case dataOrAddress
    }

    /// What some of a server's models do not take, by their names.
    public struct ModelRule: Sendable, Hashable {
        /// The beginnings of the names that the rule is for.
        public var prefixes: [String]
        /// What these models do not take.
        public var refused: Set<Parameter>
        /// The efforts that they take, from least to most; `nil` for the dialect's.
        public var efforts: [String]?
        /// The efforts that they take in a request with tools; `nil` for the same.
        public var effortsWithTools: [String]?
        /// Whether a request with tools has to name an effort.
        public var needsEffortWithTools: Bool
        /// How an answer in the shape of a schema is asked for; `nil` for the dialect's way.
        public var schemaFormat: SchemaFormat?

        /// Makes a rule.
        public init(
            _ prefixes: String..., refused: Set<Parameter> = [], efforts: [String]? = nil,
            effortsWithTools: [String]? = nil, needsEffortWithTools: Bool = false, schemaFormat: SchemaFormat? = nil
        ) {
            self.prefixes = prefixes
            self.refused = refused
            self.efforts = efforts
            self.effortsWithTools = effortsWithTools
            self.needsEffortWithTools = needsEffortWithTools
            self.schemaFormat = schemaFormat
        }
    }

    // MARK: Who

    /// The name, for messages.
    public var name: String
    /// The family of providers that the server belongs to: the name of its provider options, and what its models keep with
    /// a transcript is for them only.
    public var provider: String
    /// The provider's address, that paths are relative to; `nil` where each server has its own.
    public var baseURL: URL?
    /// The hosts that a key from the environment may be sent to, and all below them.
    public var keyHosts: [String]
    /// The environment variables that may hold a key for these hosts; the first one that is set counts.
    public var keyVariables: [String]
    /// The header field that holds the key; `nil` for `Authorization: Bearer`.
    public var keyField: String?

    // MARK: What a request says

    /// What the server takes of the members that not every server takes.
    public var parameters: Set<Parameter>
    /// What some of its models do not take. The first rule whose prefix fits counts.
    public var modelRules: [ModelRule]
    /// The name of the limit on tokens: `max_tokens` or `max_completion_tokens`.
    public var limitName: String
    /// The name of the seed.
    public var seedName: String
    /// The temperatures that the server takes.
    public var temperatures: ClosedRange<Double>
    /// The most texts that the answer may be told to end at.
    public var maximumStopSequences: Int
    /// How an answer in the shape of a schema is asked for.
    public var schemaFormat: SchemaFormat
    /// What the server's JSON Schema can say.
    public var schemaDialect: SchemaDialect
    /// What a tool's `strict` member says.
    public var toolStrictness: ToolStrictness
    /// The choices of tools that the server takes.
    public var toolChoices: Set<ToolChoice>
    /// Whether a conversation with calls has to tell the tools even where none may be called any more.
    public var needsToolsBesideCalls: Bool
    /// How a reasoning effort is asked for.
    public var reasoningRequest: ReasoningRequest
    /// The efforts that the server's models take, from least to most; empty where that is the model's own.
    public var efforts: [String]

    // MARK: What messages look like

    /// The role of instructions: `system`, or `developer`.
    public var instructionsRole: String
    /// Whether instructions may come again behind the first message. Where not, they become a message of the user.
    public var takesLaterInstructions: Bool
    /// What stands in a message of the model that has calls and no words.
    public var emptyContent: EmptyContent
    /// Which identifiers of calls the server takes.
    public var callIDs: CallIDs
    /// Whether an output says the name of its tool.
    public var namesToolOutputs: Bool
    /// Whether a message of the model has to stand between the output of a tool and a message of the user.
    public var separatesOutputsFromUser: Bool
    /// Which messages of the model its reasoning is sent back with.
    public var reasoningReturn: ReasoningReturn
    /// Whether a message that has to have reasoning gets an empty one where there was none.
    public var fillsMissingReasoning: Bool
    /// What stands in `extra_content` of a call that another model made; `nil` for nothing.
    public var foreignCallContent: JSONValue?
    /// The tag between which the server's models write reasoning at the head of an answer; `nil` for none.
    public var reasoningTag: String?
    /// Which images a message may have.
    public var images: Images
    /// The MIME types of images that the server reads; empty for any.
    public var imageTypes: Set<String>
    /// The most bytes that an image or a file may have.
    public var maximumAttachmentBytes: Int
    /// Which files a message may have.
    public var files: Files
    /// Whether a message may have audio, as WAV or MP3.
    public var takesAudio: Bool

    /// Makes a dialect that is like another but for its name and family.
    public init(_ name: String, provider: String, like dialect: ChatDialect = .generic) {
        self = dialect
        self.name = name
        self.provider = provider
        baseURL = nil
        keyHosts = []
        keyVariables = []
    }

    /// Makes the dialect of a server of which nothing is known.
    init() {
        name = "generic"
        provider = "chat"
        keyHosts = []
        keyVariables = []
        parameters = [.temperature, .topP, .stop, .maximumTokens, .streamUsage]
        modelRules = []
        limitName = "max_tokens"
        seedName = "seed"
        temperatures = 0...2
        maximumStopSequences = 4
        schemaFormat = .jsonSchema
        schemaDialect = .generic
        toolStrictness = .unsaid
        toolChoices = [.none, .required, .named]
        needsToolsBesideCalls = false
        reasoningRequest = .effort
        efforts = []
        instructionsRole = "system"
        takesLaterInstructions = false
        emptyContent = .null
        callIDs = .atMost(256)
        namesToolOutputs = false
        separatesOutputsFromUser = false
        reasoningReturn = .never
        fillsMissingReasoning = false
        images = .any
        imageTypes = []
        maximumAttachmentBytes = 20 << 20
        files = .none
        takesAudio = false
    }

    /// Where no request is sent to: a server whose address has to be given and was not.
    static let noAddress = URL(filePath: "/")

    /// The rule for a model; `nil` where there is none.
    func rule(for model: String) -> ModelRule? {
        let name = model.split(separator: "/").last.map { $0.lowercased() } ?? model.lowercased()
        return modelRules.first { rule in rule.prefixes.contains { name.hasPrefix($0) } }
    }
}
