import Foundation
import LMJSON
import LMProtocol
import Testing

@testable import LMChatCompletions

/// What each kind of server is sent.
struct DialectTests {
    private static func body(
        _ dialect: ChatDialect, model: String = "m", entries: [Transcript.Entry] = [MessageTests.prompt()],
        _ change: (inout GenerationRequest) -> Void
    ) throws -> (json: JSONValue, adjustments: [Adjustment]) {
        let body = try MessageTests.body(entries, dialect, model: model, change)
        return (body.json, body.adjustments)
    }
    private static let tool = Transcript.ToolDefinition(
        name: "f", description: "Does it.",
        parameters: GenerationSchema(
            name: "Arguments",
            jsonSchema: [
                "type": "object", "properties": ["x": ["type": "string"]], "required": ["x"],
                "additionalProperties": false,
            ]))
    private static let schema = tool.parameters

    /// One row of the table of providers.
    struct Row: Sendable, CustomTestStringConvertible {
        var dialect: ChatDialect
        var limit = "max_tokens"
        var schema: String? = "json_schema"
        var seed: String? = "seed"
        var isForced = true
        var asksForUsage = true
        var hosts: [String]
        var variables: [String]
        var testDescription: String { dialect.name }
    }

    static let rows = [
        Row(dialect: .openai, limit: "max_completion_tokens", hosts: ["openai.com"], variables: ["OPENAI_API_KEY"]),
        Row(
            dialect: .azure, limit: "max_completion_tokens", hosts: ["azure.com"],
            variables: ["AZURE_OPENAI_API_KEY", "AZURE_API_KEY"]),
        Row(dialect: .xai, hosts: ["x.ai"], variables: ["XAI_API_KEY", "GROK_API_KEY"]),
        Row(
            dialect: .deepseek, schema: "json_object", seed: nil, isForced: false, hosts: ["deepseek.com"],
            variables: ["DEEPSEEK_API_KEY"]),
        Row(
            dialect: .mistral, seed: "random_seed", asksForUsage: false, hosts: ["mistral.ai"],
            variables: ["MISTRAL_API_KEY"]),
        Row(
            dialect: .groq, limit: "max_completion_tokens", schema: "json_object", hosts: ["groq.com"],
            variables: ["GROQ_API_KEY"]),
        Row(dialect: .openrouter, hosts: ["openrouter.ai"], variables: ["OPENROUTER_API_KEY"]),
        Row(dialect: .ollama, isForced: false, hosts: ["ollama.com"], variables: ["OLLAMA_API_KEY"]),
        Row(dialect: .llamacpp, hosts: [], variables: []), Row(dialect: .vllm, hosts: [], variables: []),
        Row(dialect: .lmstudio, hosts: [], variables: []),
        Row(dialect: .together, hosts: ["together.xyz", "together.ai"], variables: ["TOGETHER_API_KEY"]),
        Row(dialect: .fireworks, hosts: ["fireworks.ai"], variables: ["FIREWORKS_API_KEY"]),
        Row(
            dialect: .perplexity, seed: nil, asksForUsage: false, hosts: ["perplexity.ai"],
            variables: ["PERPLEXITY_API_KEY"]),
        Row(dialect: .copilot, seed: nil, hosts: ["githubcopilot.com"], variables: []),
        Row(
            dialect: .moonshot, limit: "max_completion_tokens", schema: "json_object", isForced: false,
            hosts: ["moonshot.ai", "moonshot.cn"], variables: ["MOONSHOT_API_KEY"]),
        Row(
            dialect: .alibaba, schema: "json_object", isForced: false, hosts: ["aliyuncs.com"],
            variables: ["DASHSCOPE_API_KEY"]),
        Row(dialect: .venice, hosts: ["venice.ai"], variables: ["VENICE_API_KEY"]),
        Row(
            dialect: .gemini, seed: nil, hosts: ["generativelanguage.googleapis.com"],
            variables: ["GEMINI_API_KEY", "GOOGLE_API_KEY"]),
        Row(dialect: .doubleword, hosts: ["doubleword.ai"], variables: ["DOUBLEWORD_API_KEY"]),
    ]

    @Test func `every dialect has its row`() {
        #expect(Set(Self.rows.map(\.dialect.name)) == Set(ChatDialect.all.map(\.name)))
    }

    @Test(arguments: rows)
    func `a server is sent what it takes under the name that it knows, and what is left out is told`(_ row: Row) throws
    {
        let (json, adjustments) = try Self.body(row.dialect) {
            $0.tools = [Self.tool]
            $0.schema = Self.schema
            $0.options = GenerationOptions(
                samplingMode: .random(probabilityThreshold: 0.5, seed: 7), maximumResponseTokens: 100)
            $0.options.toolCallingMode = .required
        }
        #expect(json[row.limit] == 100)
        #expect(json[row.limit == "max_tokens" ? "max_completion_tokens" : "max_tokens"] == nil)
        #expect(json["response_format"]?["type"]?.stringValue == row.schema)
        #expect(json["seed"] == (row.seed == "seed" ? 7 : nil))
        #expect(json["random_seed"] == (row.seed == "random_seed" ? 7 : nil))
        #expect(json["tool_choice"] == (row.isForced ? "required" : nil))
        #expect(json["stream"] == true)
        #expect(json["stream_options"] == (row.asksForUsage ? ["include_usage": true] : nil))
        #expect(json["parallel_tool_calls"] == nil)
        let dropped = adjustments.filter { $0.kind == .optionDropped }.count
        #expect(dropped == (row.seed == nil ? 1 : 0) + (row.isForced ? 0 : 1))
        #expect(json.objectValue?.map(\.key).last == "messages")
        if row.schema == "json_object" {
            #expect(json["messages"]?.text().lowercased().contains("json") == true)
            #expect(adjustments.contains { $0.kind == .schemaChanged })
        }
    }

    @Test(arguments: rows)
    func `a key goes only to the server's own hosts, from its own variables`(_ row: Row) throws {
        #expect(row.dialect.keyHosts == row.hosts)
        #expect(row.dialect.keyVariables == row.variables)
        var model = ChatCompletionsModel(
            name: "m", baseURL: URL(string: "https://api.\(row.hosts.first ?? "example.com")/v1"), dialect: row.dialect)
        model.environment.environment = { Dictionary(uniqueKeysWithValues: row.variables.map { ($0, "canary") }) }
        #expect((model.apiKeySource != nil) == !row.variables.isEmpty)
        model.baseURL = try #require(URL(string: "https://example.org/v1"))
        #expect(model.apiKeySource == nil)
    }

    @Test func `an unknown server is sent only what all take`() throws {
        let (json, _) = try Self.body(.generic) { $0.tools = [Self.tool] }
        #expect(
            json.objectValue.map { $0.map(\.key) } == ["model", "stream", "stream_options", "tools", "messages"])
        #expect(json["tools"]?[0]?["function"]?["strict"] == nil)
    }

    @Test func `a dialect of one's own begins with another and changes what differs`() throws {
        var dialect = ChatDialect("My gateway", provider: "mine", like: .mistral)
        dialect.limitName = "max_completion_tokens"
        dialect.parameters.insert(.topK)
        let (json, _) = try Self.body(dialect) {
            $0.options = GenerationOptions(samplingMode: .random(top: 3), maximumResponseTokens: 9)
        }
        #expect(json["max_completion_tokens"] == 9)
        #expect(json["top_k"] == 3)
        #expect(dialect.keyHosts.isEmpty)
        #expect(dialect.baseURL == nil)
    }

    // MARK: Sampling

    @Test(arguments: [
        (ChatDialect.openai, 2.0), (.mistral, 1.5), (.moonshot, 1), (.perplexity, 1.99), (.alibaba, 1.99),
    ])
    func `a temperature out of range is moved into it, and told`(_ dialect: ChatDialect, _ limit: Double) throws {
        let (json, adjustments) = try Self.body(dialect) { $0.options = GenerationOptions(temperature: 5) }
        #expect(json["temperature"]?.doubleValue == limit)
        #expect(adjustments.map(\.kind) == [.optionClamped])
    }

    @Test(arguments: ["gpt-5", "gpt-5.6", "o3-mini", "openai/gpt-5.1"])
    func `models that reason take no temperature, and greedy sampling is no approximation there`(_ model: String) throws
    {
        for options in [GenerationOptions(temperature: 0), GenerationOptions(samplingMode: .greedy)] {
            let (json, adjustments) = try Self.body(.openai, model: model) { $0.options = options }
            #expect(json["temperature"] == nil)
            #expect(adjustments.map(\.kind) == [.optionDropped])
        }
    }

    // MARK: Reasoning

    @Test func `an effort that a model does not take is moved to one that it does, and told`() throws {
        let (json, adjustments) = try Self.body(.openai, model: "gpt-5.1") {
            $0.contextOptions.reasoningLevel = .custom("minimal")
        }
        #expect(["none", "low"].contains(json["reasoning_effort"]?.stringValue))
        #expect(!adjustments.isEmpty)
    }

    @Test func `tools go with no effort where the model refuses both`() throws {
        let (named, _) = try Self.body(.openai, model: "gpt-5.2") {
            $0.tools = [Self.tool]
            $0.contextOptions.reasoningLevel = .deep
        }
        #expect(named["reasoning_effort"] == "none")
        let (unnamed, _) = try Self.body(.openai, model: "gpt-5.6") { $0.tools = [Self.tool] }
        #expect(unnamed["reasoning_effort"] == "none")
        let (silent, _) = try Self.body(.openai, model: "gpt-5.2") { $0.tools = [Self.tool] }
        #expect(silent["reasoning_effort"] == nil)
    }

    /// An effort, and the members that ask a server for it.
    struct Effort: Sendable, CustomTestStringConvertible {
        var dialect: ChatDialect
        var effort: String
        var members: JSONValue
        var testDescription: String { "\(dialect.name) \(effort)" }

        init(_ dialect: ChatDialect, _ effort: String, _ members: JSONValue) {
            (self.dialect, self.effort, self.members) = (dialect, effort, members)
        }
    }

    static let efforts = [
        Effort(.xai, "high", ["reasoning_effort": "high"]),
        Effort(.deepseek, "none", ["thinking": ["type": "disabled"]]),
        Effort(.deepseek, "high", ["thinking": ["type": "enabled"], "reasoning_effort": "high"]),
        Effort(.openrouter, "low", ["reasoning": ["effort": "low"]]),
        Effort(.mistral, "none", ["reasoning_effort": "none"]),
        Effort(.alibaba, "none", ["enable_thinking": false]), Effort(.alibaba, "high", ["enable_thinking": true]),
        Effort(.vllm, "none", ["chat_template_kwargs": ["enable_thinking": false]]),
        Effort(.llamacpp, "low", ["reasoning_effort": "low"]),
        Effort(.venice, "none", ["venice_parameters": ["disable_thinking": true]]),
        Effort(.ollama, "none", ["reasoning_effort": "none"]), Effort(.gemini, "low", ["reasoning_effort": "low"]),
    ]

    @Test(arguments: efforts)
    func `an effort is asked for in the server's own words`(_ row: Effort) throws {
        let (json, _) = try Self.body(row.dialect) { $0.contextOptions.reasoningLevel = .custom(row.effort) }
        let known: Set = [
            "reasoning_effort", "thinking", "reasoning", "enable_thinking", "chat_template_kwargs", "venice_parameters",
        ]
        var said = JSONObject()
        for member in json.objectValue ?? JSONObject() where known.contains(member.key) {
            said[member.key] = member.value
        }
        #expect(Set(said.map(\.key)) == Set(row.members.objectValue?.map(\.key) ?? []))
        for member in said { #expect(row.members[member.key] == member.value) }
    }

    // MARK: Tools

    @Test func `whether calls may be parallel is said only beside tools`() throws {
        var settings = ChatSettings(card: ChatCompletionsModel(name: "m", dialect: .openai).card, dialect: .openai)
        settings.parallelToolCalls = false
        var request = GenerationRequest(transcript: Transcript(entries: [MessageTests.prompt()]))
        let bare = try JSONValue(parsing: ChatRequestBuilder(settings: settings).build(request).bytes)
        #expect(bare["parallel_tool_calls"] == nil)
        request.tools = [Self.tool]
        let tooled = try JSONValue(parsing: ChatRequestBuilder(settings: settings).build(request).bytes)
        #expect(tooled["parallel_tool_calls"] == false)
    }

    @Test func `stream options go only with a stream`() throws {
        let (json, _) = try Self.body(.openai) {
            $0.options.providerOptions["openai"] = JSONObject([.init(key: "stream", value: false)])
        }
        #expect(json["stream"] == false)
        #expect(json["stream_options"] == nil)
    }

    @Test func `Mistral is sent nothing that it does not know`() throws {
        let (json, _) = try Self.body(.mistral) {
            $0.tools = [Self.tool]
            $0.options = GenerationOptions(samplingMode: .random(top: 3), maximumResponseTokens: 9)
        }
        #expect(
            Set(json.objectValue?.map(\.key) ?? []) == ["model", "stream", "max_tokens", "tools", "messages"])
    }
}
