/// Something that a model may ask the app to do.
///
/// A session runs the calls of one turn concurrently, each on the global executor, so a tool has to be safe to call
/// from several tasks at once.
public protocol Tool<Arguments, Output>: Sendable {
    /// A property that reads and writes the session's state.
    typealias SessionProperty = LanguageModelSession.SessionProperty

    /// What the tool answers: text, a generated value, attachments or a mix of them.
    associatedtype Output: PromptRepresentable
    /// What the tool is called with: a `@Generable` type, or ``GeneratedContent`` with ``parameters`` of one's own.
    associatedtype Arguments: ConvertibleFromGeneratedContent

    /// The name by which the model calls the tool; the type's own name by default.
    var name: String { get }
    /// What the tool does, in words for the model.
    var description: String { get }
    /// The shape of the arguments. Read when the session is made.
    var parameters: GenerationSchema { get }
    /// Whether the shape is described to the model in its instructions; `true` by default.
    var includesSchemaInInstructions: Bool { get }
    /// Options that only one provider knows, such as a cache marker; none by default.
    var providerOptions: ProviderOptions { get }

    /// Runs the tool. A thrown error ends the turn as ``LanguageModelSession/ToolCallError``; to let the model try
    /// something else, return a description of what went wrong.
    @concurrent func call(arguments: Arguments) async throws -> Output
}

extension Tool {
    /// The name.
    public var name: String { String(describing: Self.self) }
    /// Whether the shape is described to the model; `true`.
    public var includesSchemaInInstructions: Bool { true }
    /// Options that only one provider knows; none.
    public var providerOptions: ProviderOptions { [:] }
}

extension Tool where Arguments: Generable {
    /// The shape of the arguments, as their type says.
    public var parameters: GenerationSchema { Arguments.generationSchema }
}

extension Transcript.ToolDefinition {
    /// The definition of a tool.
    ///
    /// Providers take an object for the arguments, and nothing else: arguments of another kind, such as a list or a choice, go
    /// in a property of one, as ``GenerationSchema/rootedInObject`` says.
    public init(tool: some Tool) {
        self.init(
            name: tool.name, description: tool.description, parameters: tool.parameters.rootedInObject.schema,
            providerOptions: tool.providerOptions)
    }
}
