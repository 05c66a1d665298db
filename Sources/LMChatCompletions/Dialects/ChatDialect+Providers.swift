import LMJSON
import LMProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// What each provider takes, from its own pages and from recorded traffic (reference: Chat Completions on the wire).
extension ChatDialect {
    private static func with(
        _ name: String, _ provider: String, _ base: String? = nil, hosts: [String] = [], variables: [String] = [],
        like dialect: ChatDialect = .common, _ change: (inout ChatDialect) -> Void = { _ in }
    ) -> ChatDialect {
        var changed = ChatDialect(name, provider: provider, like: dialect)
        changed.baseURL = base.flatMap { URL(string: $0) }
        changed.keyHosts = hosts
        changed.keyVariables = variables
        change(&changed)
        return changed
    }

    /// All of them that have a name of their own.
    public static let all: [ChatDialect] = [
        .openai, .azure, .xai, .deepseek, .mistral, .groq, .openrouter, .together, .fireworks, .perplexity, .moonshot,
        .alibaba, .copilot, .venice, .gemini, .doubleword, .ollama, .llamacpp, .vllm, .lmstudio,
    ]

    /// A server of which nothing is known but that it offers Chat Completions: only what all take is sent.
    public static let generic = ChatDialect()

    /// What nearly all of the providers below take.
    private static let common: ChatDialect = {
        var dialect = ChatDialect()
        dialect.parameters.formUnion([.seed, .frequencyPenalty, .presencePenalty, .parallelToolCalls])
        return dialect
    }()

    private static let fixedSampling: Set<Parameter> = [
        .temperature, .topP, .frequencyPenalty, .presencePenalty, .stop,
    ]

    /// OpenAI. The models that reason take no sampling options; from GPT-5.2 on they refuse tools together with an effort
    /// on this API, and from GPT-5.6 on also where none is named: LMResponses has them whole.
    public static let openai = with(
        "OpenAI", "openai", "https://api.openai.com/v1", hosts: ["openai.com"], variables: ["OPENAI_API_KEY"]
    ) {
        $0.limitName = "max_completion_tokens"
        $0.parameters.insert(.promptCacheKey)
        $0.schemaDialect = .openAIStrict
        $0.toolStrictness = .explicit
        $0.takesLaterInstructions = true
        $0.callIDs = .atMost(40)
        $0.files = .data
        $0.takesAudio = true
        $0.maximumAttachmentBytes = 50 << 20
        $0.imageTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"]
        $0.modelRules = [
            ModelRule("gpt-5-chat", "gpt-5.1-chat", "gpt-5.2-chat", efforts: []),
            ModelRule(
                "gpt-5.6", "gpt-5.7", "gpt-5.8", "gpt-5.9", refused: fixedSampling,
                efforts: ["none", "low", "medium", "high", "xhigh"], effortsWithTools: ["none"],
                needsEffortWithTools: true),
            ModelRule(
                "gpt-5.2", "gpt-5.3", "gpt-5.4", "gpt-5.5", refused: fixedSampling,
                efforts: ["none", "low", "medium", "high", "xhigh"], effortsWithTools: ["none"]),
            ModelRule("gpt-5.1", refused: fixedSampling, efforts: ["none", "low", "medium", "high"]),
            ModelRule("gpt-5", refused: fixedSampling, efforts: ["minimal", "low", "medium", "high"]),
            ModelRule("o1", "o3", "o4", refused: fixedSampling, efforts: ["low", "medium", "high"]),
        ]
    }

    /// OpenAI's and other models at Azure. The address is the deployment's, with its `api-version`, or the v1 one's.
    public static let azure = with(
        "Azure", "azure", hosts: ["azure.com"], variables: ["AZURE_OPENAI_API_KEY", "AZURE_API_KEY"], like: .openai
    ) { $0.keyField = "api-key" }

    /// xAI. Penalties and texts to stop at are refused by the current models.
    public static let xai = with(
        "xAI", "xai", "https://api.x.ai/v1", hosts: ["x.ai"], variables: ["XAI_API_KEY", "GROK_API_KEY"]
    ) {
        $0.parameters.subtract([.stop, .frequencyPenalty, .presencePenalty])
        $0.schemaDialect = .xai
        $0.takesLaterInstructions = true
        $0.emptyContent = .omitted
        $0.reasoningReturn = .turnsWithCalls
        $0.efforts = ["low", "high"]
        $0.imageTypes = ["image/png", "image/jpeg"]
        $0.modelRules = [
            ModelRule("grok-4-fast", "grok-4-1-fast", "grok-code-fast", "grok-4-0709", "grok-3-fast", efforts: [])
        ]
    }

    /// DeepSeek. It keeps to no schema and knows no seed; the reasoning of a turn with calls has to come back.
    public static let deepseek = with(
        "DeepSeek", "deepseek", "https://api.deepseek.com", hosts: ["deepseek.com"], variables: ["DEEPSEEK_API_KEY"]
    ) {
        $0.parameters.subtract([.seed, .parallelToolCalls])
        $0.maximumStopSequences = 16
        $0.schemaFormat = .jsonObject
        $0.toolChoices = [.none]
        $0.takesLaterInstructions = true
        $0.emptyContent = .empty
        $0.reasoningRequest = .thinking
        $0.efforts = ["none", "low", "high", "max"]
        $0.reasoningReturn = .turnsWithCalls
        $0.fillsMissingReasoning = true
    }

    /// Mistral. It refuses members that it does not know, and sends usage without being asked.
    public static let mistral = with(
        "Mistral", "mistral", "https://api.mistral.ai/v1", hosts: ["mistral.ai"], variables: ["MISTRAL_API_KEY"]
    ) {
        $0.parameters.remove(.streamUsage)
        $0.seedName = "random_seed"
        $0.temperatures = 0...1.5
        $0.emptyContent = .empty
        $0.callIDs = .nineAlphanumerics
        $0.namesToolOutputs = true
        $0.separatesOutputsFromUser = true
        $0.reasoningReturn = .always
        $0.efforts = ["none", "high"]
    }

    /// Groq. Only its gpt-oss models keep to a schema.
    public static let groq = with(
        "Groq", "groq", "https://api.groq.com/openai/v1", hosts: ["groq.com"], variables: ["GROQ_API_KEY"]
    ) {
        $0.limitName = "max_completion_tokens"
        $0.emptyContent = .omitted
        $0.schemaFormat = .jsonObject
        $0.schemaDialect = .openAIStrict
        $0.modelRules = [
            ModelRule("gpt-oss", efforts: ["low", "medium", "high"], schemaFormat: .jsonSchema),
            ModelRule("qwen3", efforts: ["none", "default"]),
        ]
    }

    /// OpenRouter. What a model keeps of its reasoning goes back as it came.
    public static let openrouter = with(
        "OpenRouter", "openrouter", "https://openrouter.ai/api/v1", hosts: ["openrouter.ai"],
        variables: ["OPENROUTER_API_KEY"]
    ) {
        $0.parameters.insert(.topK)
        $0.takesLaterInstructions = true
        $0.needsToolsBesideCalls = true
        $0.schemaDialect = .openAIStrict
        $0.reasoningRequest = .reasoningObject
        $0.reasoningReturn = .always
        $0.efforts = ["none", "minimal", "low", "medium", "high", "xhigh"]
        $0.files = .dataOrAddress
        $0.takesAudio = true
    }

    /// Together.
    public static let together = with(
        "Together", "together", "https://api.together.xyz/v1", hosts: ["together.xyz", "together.ai"],
        variables: ["TOGETHER_API_KEY"]
    ) {
        $0.parameters.insert(.topK)
        $0.reasoningReturn = .messagesWithCalls
    }

    /// Fireworks.
    public static let fireworks = with(
        "Fireworks", "fireworks", "https://api.fireworks.ai/inference/v1", hosts: ["fireworks.ai"],
        variables: ["FIREWORKS_API_KEY"]
    ) {
        $0.parameters.insert(.topK)
        $0.parameters.remove(.parallelToolCalls)
        $0.reasoningReturn = .messagesWithCalls
    }

    /// Perplexity. It calls no tools; its reasoning models write their reasoning into the answer's head.
    public static let perplexity = with(
        "Perplexity", "perplexity", "https://api.perplexity.ai", hosts: ["perplexity.ai"],
        variables: ["PERPLEXITY_API_KEY"]
    ) {
        $0.parameters.subtract([.seed, .streamUsage, .parallelToolCalls, .stop])
        $0.parameters.insert(.topK)
        $0.temperatures = 0...1.99
        $0.reasoningTag = "think"
    }

    /// Moonshot. Its newer models fix their sampling; the reasoning of messages with calls has to come back.
    public static let moonshot = with(
        "Moonshot", "moonshot", "https://api.moonshot.ai/v1", hosts: ["moonshot.ai", "moonshot.cn"],
        variables: ["MOONSHOT_API_KEY"]
    ) {
        $0.limitName = "max_completion_tokens"
        $0.parameters.remove(.parallelToolCalls)
        $0.temperatures = 0...1
        $0.schemaFormat = .jsonObject
        $0.toolChoices = [.none]
        $0.emptyContent = .empty
        $0.reasoningRequest = .thinking
        $0.efforts = ["none", "high"]
        $0.reasoningReturn = .messagesWithCalls
        $0.modelRules = [
            ModelRule(
                "kimi-k2.5", "kimi-k2.6", refused: [.temperature, .topP, .seed, .frequencyPenalty, .presencePenalty]),
            ModelRule(
                "kimi-k2.7", refused: [.temperature, .topP, .seed, .frequencyPenalty, .presencePenalty], efforts: []),
            ModelRule(
                "kimi-k3", refused: [.temperature, .topP, .seed, .frequencyPenalty, .presencePenalty],
                efforts: ["low", "high", "max"]),
        ]
    }

    /// Alibaba's DashScope.
    public static let alibaba = with(
        "Alibaba", "alibaba", "https://dashscope-intl.aliyuncs.com/compatible-mode/v1", hosts: ["aliyuncs.com"],
        variables: ["DASHSCOPE_API_KEY"]
    ) {
        $0.parameters.insert(.topK)
        $0.temperatures = 0.01...1.99
        $0.schemaFormat = .jsonObject
        $0.toolChoices = [.none, .named]
        $0.emptyContent = .empty
        $0.reasoningRequest = .enableThinking
        $0.efforts = ["none", "high"]
        $0.reasoningReturn = .messagesWithCalls
    }

    /// GitHub Copilot. Its short-lived token and its two header fields (`Copilot-Integration-Id`, `Editor-Version`) are the
    /// app's to give.
    public static let copilot = with(
        "Copilot", "copilot", "https://api.githubcopilot.com", hosts: ["githubcopilot.com"]
    ) {
        $0.parameters.subtract([.seed, .parallelToolCalls])
        $0.schemaDialect = .openAIStrict
        $0.emptyContent = .omitted
        $0.needsToolsBesideCalls = true
        $0.reasoningReturn = .always
        $0.callIDs = .atMost(64)
    }

    /// Venice.
    public static let venice = with(
        "Venice", "venice", "https://api.venice.ai/api/v1", hosts: ["venice.ai"], variables: ["VENICE_API_KEY"]
    ) {
        $0.parameters.insert(.topK)
        $0.emptyContent = .omitted
        $0.reasoningRequest = .venice
        $0.efforts = ["none", "low", "medium", "high"]
        $0.reasoningReturn = .messagesWithCalls
    }

    /// Google's layer for this API. LMGemini speaks Google's own.
    public static let gemini = with(
        "Gemini", "gemini", "https://generativelanguage.googleapis.com/v1beta/openai",
        hosts: ["generativelanguage.googleapis.com"], variables: ["GEMINI_API_KEY", "GOOGLE_API_KEY"]
    ) {
        $0.parameters.subtract([.parallelToolCalls, .seed, .frequencyPenalty, .presencePenalty])
        $0.schemaDialect = .portable
        $0.emptyContent = .omitted
        $0.namesToolOutputs = true
        $0.efforts = ["none", "minimal", "low", "medium", "high"]
        $0.foreignCallContent = ["google": ["thought_signature": "skip_thought_signature_validator"]]
        $0.reasoningTag = "thought"
        $0.images = .dataOnly
    }

    /// Doubleword.
    public static let doubleword = with(
        "Doubleword", "doubleword", "https://api.doubleword.ai/v1", hosts: ["doubleword.ai"],
        variables: ["DOUBLEWORD_API_KEY"]
    ) { $0.reasoningReturn = .always }

    /// Ollama on this machine, or its cloud. It ignores a choice of tools.
    public static let ollama = with(
        "Ollama", "ollama", "http://localhost:11434/v1", hosts: ["ollama.com"], variables: ["OLLAMA_API_KEY"]
    ) {
        $0.parameters.remove(.parallelToolCalls)
        $0.toolChoices = []
        $0.emptyContent = .empty
        $0.efforts = ["none", "low", "medium", "high"]
        $0.reasoningReturn = .always
        $0.images = .dataOnly
    }

    /// llama.cpp's server.
    public static let llamacpp = with("llama.cpp", "llamacpp", "http://localhost:8080/v1") {
        $0.parameters.insert(.topK)
        $0.emptyContent = .empty
        $0.reasoningRequest = .templateSwitch
        $0.efforts = ["none", "low", "medium", "high"]
        $0.reasoningReturn = .always
        $0.images = .dataOnly
    }

    /// vLLM.
    public static let vllm = with("vLLM", "vllm", "http://localhost:8000/v1") {
        $0.parameters.insert(.topK)
        $0.reasoningRequest = .templateSwitch
        $0.efforts = ["none", "low", "medium", "high"]
        $0.reasoningReturn = .always
    }

    /// LM Studio.
    public static let lmstudio = with("LM Studio", "lmstudio", "http://localhost:1234/v1") {
        $0.parameters.insert(.topK)
        $0.parameters.remove(.parallelToolCalls)
        $0.toolChoices = [.none, .required]
        $0.emptyContent = .empty
        $0.efforts = ["none", "low", "medium", "high"]
        $0.images = .dataOnly
    }
}
