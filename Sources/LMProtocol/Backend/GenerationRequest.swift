import LMJSON

/// Everything a backend needs for one generation.
public struct GenerationRequest: Sendable {
    /// The whole conversation, oldest entry first, ending with what the model is to answer.
    public var transcript: Transcript
    /// The tools that the model may call.
    public var tools: [Transcript.ToolDefinition]
    /// The shape that the answer has to have; `nil` for text. A session asks for an object always, and for a value of
    /// another kind in a property of one: see ``GenerationSchema/rootedInObject``.
    public var schema: GenerationSchema?
    /// Sampling, length and tool calling.
    public var options: GenerationOptions
    /// Reasoning, and whether the schema stands in the prompt.
    public var contextOptions: ContextOptions
    /// What the app adds for the backend, by name.
    public var metadata: [String: JSONValue]
    /// Whether the transcript has been mended.
    var isChecked = false

    /// Makes a request.
    public init(
        transcript: Transcript, tools: [Transcript.ToolDefinition] = [], schema: GenerationSchema? = nil,
        options: GenerationOptions = GenerationOptions(), contextOptions: ContextOptions = ContextOptions(),
        metadata: [String: JSONValue] = [:]
    ) {
        self.transcript = transcript
        self.tools = tools
        self.schema = schema
        self.options = options
        self.contextOptions = contextOptions
        self.metadata = metadata
    }
}
