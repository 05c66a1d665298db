/// What a provider's JSON Schema can say.
public struct SchemaDialect: Sendable, Hashable {
    /// The name of the dialect, for messages.
    public var name: String

    /// xAI's Responses API.
    public static let xai = SchemaDialect(name: "xAI")
    /// The strict mode of OpenAI's APIs.
    public static let openAIStrict = SchemaDialect(name: "OpenAI strict")
    /// What every provider takes: the intersection of the others.
    public static let portable = SchemaDialect(name: "portable")
    /// JSON Schema as it is, for servers that say nothing of what they take.
    public static let generic = SchemaDialect(name: "JSON Schema")
}
