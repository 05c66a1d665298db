import LMJSON

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Transcript {
    /// One step of a conversation.
    public enum Entry: Sendable, Hashable, Identifiable {
        /// What the model is told before the conversation, and the tools it is offered.
        case instructions(Instructions)
        /// What the user says.
        case prompt(Prompt)
        /// The tools the model calls in one turn.
        case toolCalls(ToolCalls)
        /// What one tool answered.
        case toolOutput(ToolOutput)
        /// What the model says.
        case response(Response)
        /// What the model thinks.
        case reasoning(Reasoning)
        /// What only the provider reads: a step of its own, such as a search that the server ran, to be sent back as
        /// it came.
        case data(DataEntry)

        /// Names the value among its kind.
        public var id: String {
            switch self {
            case .instructions(let entry): entry.id
            case .prompt(let entry): entry.id
            case .toolCalls(let entry): entry.id
            case .toolOutput(let entry): entry.id
            case .response(let entry): entry.id
            case .reasoning(let entry): entry.id
            case .data(let entry): entry.id
            }
        }
    }

    /// What the model is told before the conversation.
    public struct Instructions: Sendable, Hashable, Identifiable {
        /// Names the value among its kind.
        public var id: String
        /// The pieces, in order.
        public var segments: [Segment]
        /// The tools that the model is offered.
        public var toolDefinitions: [ToolDefinition]

        /// Makes an entry.
        public init(id: String = UUID().uuidString, segments: [Segment], toolDefinitions: [ToolDefinition] = []) {
            self.id = id
            self.segments = segments
            self.toolDefinitions = toolDefinitions
        }
    }

    /// What the user says, and how the answer was to be made.
    public struct Prompt: Sendable, Hashable, Identifiable {
        /// Names the value among its kind.
        public var id: String
        /// What else is known, by name.
        public var metadata: [String: GeneratedContent]
        /// The pieces, in order.
        public var segments: [Segment]
        /// Sampling, length and tool calling.
        public var options: GenerationOptions
        /// Reasoning, and whether the schema stands in the prompt.
        public var contextOptions: ContextOptions
        /// The shape the answer was to have.
        public var responseFormat: ResponseFormat?

        /// Makes an entry.
        public init(
            id: String = UUID().uuidString, metadata: [String: GeneratedContent] = [:], segments: [Segment],
            options: GenerationOptions = GenerationOptions(), responseFormat: ResponseFormat? = nil,
            contextOptions: ContextOptions = ContextOptions()
        ) {
            self.id = id
            self.metadata = metadata
            self.segments = segments
            self.options = options
            self.contextOptions = contextOptions
            self.responseFormat = responseFormat
        }
    }

    /// The shape that an answer is to have.
    public struct ResponseFormat: Sendable, Hashable {
        /// The schema of the shape.
        public var schema: GenerationSchema
        /// The name of the shape.
        public var name: String { schema.name }

        /// Makes a format.
        public init(schema: GenerationSchema) { self.schema = schema }
    }

    /// The tools that the model calls in one turn.
    public struct ToolCalls: Sendable, Hashable, Identifiable, RandomAccessCollection {
        /// Names the value among its kind.
        public var id: String
        private var calls: [ToolCall]

        /// Makes an entry.
        public init(id: String = UUID().uuidString, _ calls: some Sequence<ToolCall>) {
            self.id = id
            self.calls = Array(calls)
        }
        /// The position of the first element.
        public var startIndex: Int { calls.startIndex }
        /// The position behind the last element.
        public var endIndex: Int { calls.endIndex }
        /// The element at a position.
        public subscript(position: Int) -> ToolCall { calls[position] }
    }

    /// One call of a tool.
    public struct ToolCall: Sendable, Hashable, Identifiable {
        /// The identifier that the call's output bears too.
        public var id: String
        /// What else is known, by name.
        public var metadata: [String: GeneratedContent]
        /// The name of the tool.
        public var toolName: String
        /// The arguments. Where the model's text is no JSON, they are that text as a string, not complete.
        public var arguments: GeneratedContent
        /// What the provider keeps with the call, such as a signature, to be sent back with it.
        public var providerData: ProviderData?

        /// Makes a call.
        ///
        /// - Parameters:
        ///   - id: The identifier that the call's output bears too.
        ///   - metadata: What else is known, by name.
        ///   - toolName: The name of the tool.
        ///   - arguments: The arguments.
        ///   - providerData: What the provider keeps with the call.
        public init(
            id: String, metadata: [String: GeneratedContent] = [:], toolName: String, arguments: GeneratedContent,
            providerData: ProviderData? = nil
        ) {
            self.providerData = providerData
            self.id = id
            self.metadata = metadata
            self.toolName = toolName
            self.arguments = arguments
        }
    }

    /// A tool as the model is told of it.
    public struct ToolDefinition: Sendable, Hashable {
        /// The name.
        public var name: String
        /// The value in words.
        public var description: String
        /// The shape of the arguments.
        public var parameters: GenerationSchema
        /// Options that only one provider knows, such as a cache marker.
        public var providerOptions: ProviderOptions

        /// Makes a definition.
        ///
        /// - Parameters:
        ///   - name: The name.
        ///   - description: What the tool does, in words for the model.
        ///   - parameters: The shape of the arguments.
        ///   - providerOptions: Options that only one provider knows.
        public init(
            name: String, description: String, parameters: GenerationSchema, providerOptions: ProviderOptions = [:]
        ) {
            self.providerOptions = providerOptions
            self.name = name
            self.description = description
            self.parameters = parameters
        }
    }

    /// What a tool answered.
    public struct ToolOutput: Sendable, Hashable, Identifiable {
        /// The identifier of the call.
        public var id: String
        /// The name of the tool.
        public var toolName: String
        /// The pieces, in order.
        public var segments: [Segment]
        /// Whether the output says that the call failed, was refused or was never run.
        public var isError: Bool

        /// Makes an entry.
        ///
        /// - Parameters:
        ///   - id: The identifier of the call.
        ///   - toolName: The name of the tool.
        ///   - segments: The pieces, in order.
        ///   - isError: Whether the output says that the call failed, was refused or was never run.
        public init(id: String, toolName: String, segments: [Segment], isError: Bool = false) {
            self.isError = isError
            self.id = id
            self.toolName = toolName
            self.segments = segments
        }
    }

    /// What the model says.
    public struct Response: Sendable, Hashable, Identifiable {
        /// Names the value among its kind.
        public var id: String
        /// Identifiers of what the response refers to; kept for compatibility.
        public var assetIDs: [String]
        /// What else is known, by name.
        public var metadata: [String: GeneratedContent]
        /// The pieces, in order.
        public var segments: [Segment]
        /// What the provider keeps with the message as a whole, to be sent back with it.
        public var providerData: ProviderData?

        /// Makes an entry.
        ///
        /// - Parameters:
        ///   - id: Names the entry among its kind.
        ///   - assetIDs: Identifiers of what the response refers to.
        ///   - metadata: What else is known, by name.
        ///   - segments: The pieces, in order.
        ///   - providerData: What the provider keeps with the message as a whole.
        public init(
            id: String = UUID().uuidString, assetIDs: [String] = [], metadata: [String: GeneratedContent] = [:],
            segments: [Segment], providerData: ProviderData? = nil
        ) {
            self.providerData = providerData
            self.id = id
            self.assetIDs = assetIDs
            self.metadata = metadata
            self.segments = segments
        }
    }

    /// What the model thinks, as far as it says so.
    public struct Reasoning: Sendable, Hashable, Identifiable {
        /// Names the value among its kind.
        public var id: String
        /// What else is known, by name.
        public var metadata: [String: GeneratedContent]
        /// The paragraphs of the summary or of the reasoning itself. May be empty where only a signature came.
        public var segments: [Segment]
        /// What the model needs to read it again, in the provider's own encoding.
        public var signature: Data?

        /// Makes an entry.
        public init(
            id: String = UUID().uuidString, metadata: [String: GeneratedContent] = [:], segments: [Segment],
            signature: Data? = nil
        ) {
            self.id = id
            self.metadata = metadata
            self.segments = segments
            self.signature = signature
        }
    }

    /// A step in the provider's own format, kept so that it can be sent back unchanged.
    public struct DataEntry: Sendable, Hashable, Identifiable {
        /// Names the value among its kind.
        public var id: String
        /// The MIME type of the content: ``ProviderData/contentType``, or one of the app's own.
        public var contentType: String
        /// What it holds.
        public var content: Data
        /// What else is known, by name.
        public var metadata: [String: GeneratedContent]

        /// Makes an entry.
        public init(
            id: String = UUID().uuidString, contentType: String, content: Data,
            metadata: [String: GeneratedContent] = [:]
        ) {
            self.id = id
            self.contentType = contentType
            self.content = content
            self.metadata = metadata
        }
    }
}
