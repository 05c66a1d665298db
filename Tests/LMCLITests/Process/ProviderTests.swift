import LMJSON
import LMTestSupport
import Testing

@testable import lm_cli

@Suite struct ProviderTests {
    /// The stream of a reply of the Chat Completions API.
    private static func chat(_ text: String) -> [LoopbackStep] {
        let chunks = [
            #"{"id":"c1","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"\#(text)"}}]}"#,
            #"{"id":"c1","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5}}"#,
            "[DONE]",
        ]
        return [.streamHead] + chunks.map { LoopbackStep.chunk("data: \($0)\n\n") } + [.lastChunk]
    }

    private func choice(
        _ model: String? = nil, _ change: (inout ServerOptions) -> Void = { _ in }, _ variables: [String: String] = [:]
    ) throws -> ModelChoice {
        var options = ModelOptions()
        options.model.given = model
        var server = ServerOptions()
        change(&server)
        let home = ["LM_HOME": "/nonexistent"].merging(variables) { $1 }
        return try ModelChoice(options, server, ProviderContext(environment: Environment(home)), isSent: true)
    }

    @Test(arguments: [
        ("claude-opus-4-5", "anthropic", Wire.messages, "claude-opus-4-5"),
        ("gpt-5.1", "openai", .responses, "gpt-5.1"),
        ("o3-mini", "openai", .responses, "o3-mini"), ("gemini-2.5-pro", "gemini", .gemini, "gemini-2.5-pro"),
        ("grok-4.3", "xai", .responses, "grok-4.3"), ("4.3", "xai", .responses, "grok-4.3"),
        ("ollama/gemma3", "ollama", .chat, "gemma3"), ("mistral/mistral-small", "mistral", .chat, "mistral-small"),
        ("openrouter/anthropic/claude-sonnet-4-5", "openrouter", .chat, "anthropic/claude-sonnet-4-5"),
        ("openai/gpt-oss-20b", "openai", .responses, "gpt-oss-20b"),
        ("google/gemini-2.5-pro", "gemini", .gemini, "gemini-2.5-pro"),
    ])
    func `a model's name says whose it is`(model: String, provider: String, wire: Wire, name: String) throws {
        let choice = try choice(model)
        #expect(choice.server.provider.name == provider)
        #expect(choice.server.wire == wire)
        #expect(choice.name == name)
    }

    @Test func `options win over the name`() throws {
        let named = try choice("anthropic/claude-sonnet-4-5") { $0.provider = "openrouter" }
        #expect(named.server.provider.name == "openrouter" && named.name == "anthropic/claude-sonnet-4-5")
        let wire = try choice("gpt-5.1") { $0.wire = .chat }
        #expect(wire.server.provider == .openai && wire.server.wire == .chat)
        let local = try choice("llama3") { $0.baseURL = "http://127.0.0.1:11434/v1" }
        #expect(local.server.provider.name == "ollama" && local.server.wire == .chat)
        let host = try choice("custom") { $0.baseURL = "https://api.mistral.ai/v1" }
        #expect(host.server.provider.name == "mistral")
        let other = try choice("any") { $0.baseURL = "http://127.0.0.1:9/v1" }
        #expect(other.server.provider == .generic && other.server.wire == .responses)
    }

    @Test func `a key of the environment goes to its provider's hosts only`() throws {
        let keys = [
            "ANTHROPIC_API_KEY": "a-canary", "OPENAI_API_KEY": "o-canary", "MISTRAL_API_KEY": "m-canary",
            "XAI_API_KEY": "x",
        ]
        #expect(try choice("claude-opus-4-5", { _ in }, keys).server.key.key == "a-canary")
        #expect(try choice("mistral/x", { _ in }, keys).server.key.key == "m-canary")
        for address in [
            "https://evil.example/v1", "http://api.anthropic.com", "https://api.anthropic.com.evil.example",
        ] {
            #expect(try choice("claude-opus-4-5", { $0.baseURL = address }, keys).server.key.key == nil, "\(address)")
        }
        #expect(try choice("ollama/gemma3", { _ in }, keys).server.key.key == nil)
    }

    @Test func `without a model the first provider whose key is there is asked`() throws {
        #expect(try choice().name == "grok-4.7")
        let other = try choice(nil, { _ in }, ["ANTHROPIC_API_KEY": "a"])
        #expect(other.server.provider == .anthropic && other.name == Provider.anthropic.standardModel)
        #expect(try choice(nil, { _ in }, ["ANTHROPIC_API_KEY": "a", "XAI_API_KEY": "x"]).server.provider == .xai)
        #expect(throws: CLIError.self) { try choice(nil) { $0.provider = "azure" } }
        #expect(throws: CLIError.self) { try choice(nil) { $0.provider = "olama" } }
    }

    @Test func `names, aliases and hosts are nobody else's`() {
        let names = Provider.all.flatMap { [$0.name] + $0.aliases }
        #expect(Set(names).count == names.count)
        for provider in Provider.all where !provider.keyVariables.isEmpty { #expect(!provider.hosts.isEmpty) }
    }

    @Test func `a conversation moves to a server of another API and back`() async throws {
        let tool = try Tool()
        let server = try LoopbackServer { request in
            request.target.hasSuffix("/chat/completions") ? Self.chat("from chat") : ServedReply.steps("from responses")
        }
        let target = ["--no-stdin", "--base-url", server.url("/v1").absoluteString, "-m"]
        #expect(try await tool.run(["ask", "one"] + target + ["first"]).output == "from responses\n")
        let moved = try await tool.run(["ask", "-c", "--wire", "chat", "two"] + target + ["second"])
        #expect(moved.output == "from chat\n", "\(moved.errors)")
        // The API of the conversation is kept with it.
        #expect(try await tool.run("ask", "-c", "--no-stdin", "three").output == "from chat\n")
        let body = try JSONValue(parsing: server.requests[2].body)
        #expect(body["messages"]?.arrayValue?.count == 5)
        #expect(body["model"] == "second")
        #expect(
            try await tool.run(["ask", "-c", "--wire", "responses", "four"] + target + ["third"]).output
                == "from responses\n")
    }

    @Test func `what a provider lacks is told with its own lines`() async throws {
        let outcome = try await Tool().run("ask", "--no-stdin", "-m", "mistral/mistral-small", "hi")
        #expect(outcome.status == 77)
        #expect(outcome.errors.contains("lm-cli keys set mistral"), "\(outcome.errors)")
        #expect(outcome.errors.contains("MISTRAL_API_KEY"))
        #expect(outcome.errors.contains("https://console.mistral.ai"))
        let unknown = try await Tool().run("ask", "--no-stdin", "--provider", "mistrel", "-m", "x", "hi")
        #expect(unknown.status == 64)
        #expect(unknown.errors.contains("Did you mean: mistral"))
    }
}
