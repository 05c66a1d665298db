import LMJSON
import LMProtocol
import LMTestSupport
import Testing

@testable import LMAnthropic

/// What a model is told of thinking, and what of it goes back.
@Suite struct ThinkingTests {
    private static let forced: @Sendable (inout GenerationRequest) -> Void = {
        $0.tools = [anyTool("look")]
        $0.options.toolCallingMode = .required
        $0.contextOptions.reasoningLevel = .deep
    }

    @Test(
        arguments: [
            ("claude-sonnet-4-5", false, "any", Adjustment.Kind.optionDropped), ("claude-sonnet-4-6", true, "any", nil),
            ("claude-opus-5-5", true, nil, .optionDropped), ("claude-sonnet-5-5", true, nil, .optionDropped),
            ("claude-of-tomorrow", true, nil, .optionDropped),
        ] as [(String, Bool, String?, Adjustment.Kind?)])
    func `a forced call and thinking are what the model takes of the two`(
        model: String, thinks: Bool, choice: String?, adjustment: Adjustment.Kind?
    ) async throws {
        let sent = try await asked(ClaudeModel(name: model), Self.forced)
        #expect((sent.body["thinking"] != nil) == thinks)
        #expect(sent.body["tool_choice"]?["type"]?.stringValue == choice)
        #expect(sent.kinds == [adjustment].compactMap(\.self))
    }

    @Test func `a model that cannot both think and be forced gets none of its thinking back`() async throws {
        let entries: [Transcript.Entry] = [
            .says("?"), .thought("Hm.", by: "claude-sonnet-4-5"), .answered("A."), .says("?", id: "q"),
        ]
        let sent = try await asked(.sonnet4_5, Self.forced, entries: entries)
        #expect(sent.messages[1]["content"] == "A.")
        #expect(sent.kinds == [.optionDropped, .reasoningDropped])
    }

    @Test func `thinking begins with a turn, not inside one`() async throws {
        let entries: [Transcript.Entry] = [.says("?"), try .called("t1"), .returned("t1")]
        func ask(_ model: ClaudeModel, _ entries: [Transcript.Entry]) async throws -> Sent {
            try await asked(
                model,
                {
                    $0.tools = [anyTool("look")]
                    $0.contextOptions.reasoningLevel = .light
                }, entries: entries)
        }
        let inside = try await ask(.sonnet4_5, entries)
        #expect(inside.body["thinking"] == nil)
        #expect(inside.kinds == [.optionDropped])
        var begun = entries
        begun.insert(.thought("Hm.", by: "claude-sonnet-4-5"), at: 1)
        #expect(try await ask(.sonnet4_5, begun).body["thinking"]?["type"] == "enabled")
        #expect(try await ask(.sonnet4_6, entries).body["thinking"]?["type"] == "adaptive")
        // The next turn is free again.
        let next = entries + [.answered("A."), .says("?", id: "q")]
        #expect(try await ask(.sonnet4_5, next).body["thinking"]?["type"] == "enabled")
    }

    @Test func `a budget leaves room for the answer`() async throws {
        let sent = try await asked(
            ClaudeModel(name: "claude-opus-4-1"),
            {
                $0.contextOptions.reasoningLevel = .deep
                $0.options.maximumResponseTokens = 60_000
            })
        let budget = try #require(sent.body["thinking"]?["budget_tokens"]?.intValue)
        let limit = try #require(sent.body["max_tokens"]?.intValue)
        #expect(limit == 32_000 && budget < limit && budget >= 1024)
        #expect(sent.kinds == [.optionClamped])
    }

    @Test func `between calls, models with a budget are asked for thinking by name`() async throws {
        let sent = try await asked(
            .sonnet4_5,
            {
                $0.tools = [anyTool("look")]
                $0.contextOptions.reasoningLevel = .light
            })
        #expect(sent.betas == "interleaved-thinking-2025-05-14")
        #expect(try await asked(.sonnet4_6, { $0.contextOptions.reasoningLevel = .light }).betas == nil)
    }

    @Test func `what the app says in the wire's own words goes as it is`() async throws {
        let sent = try await asked(
            .sonnet4_5,
            {
                $0.options.providerOptions = [
                    "anthropic": ["thinking": ["type": "enabled", "budget_tokens": 4000, "display": "omitted"]]
                ]
                $0.options.temperature = 0.5
            })
        #expect(sent.body["thinking"] == ["type": "enabled", "budget_tokens": 4000, "display": "omitted"])
        #expect(sent.body["max_tokens"] == 20_000)
        #expect(sent.body["temperature"] == nil)
        #expect(sent.kinds == [.optionDropped])
    }

    @Test(
        arguments: [
            (
                MessagesDialect.deepSeek, "deepseek-chat", ContextOptions.ReasoningLevel.moderate,
                #"{"type":"enabled"}"#, "low", 1
            ),
            (.deepSeek, "deepseek-chat", .deep, #"{"type":"enabled"}"#, "high", 0),
            (.deepSeek, "deepseek-chat", .custom("off"), #"{"type":"disabled"}"#, nil, 0),
            (.moonshot, "kimi-k2.7-code", .custom("off"), nil, nil, 1),
            (.moonshot, "kimi-k2.6", .custom("off"), #"{"type":"disabled"}"#, nil, 0),
            (.moonshot, "kimi-k3", .deep, #"{"type":"enabled"}"#, "high", 0),
            (.ollama, "qwen3", .deep, #"{"type":"enabled"}"#, "high", 0),
            (.llamaCpp, "qwen3", .deep, #"{"type":"enabled","budget_tokens":16384}"#, nil, 0),
            (.llamaCpp, "qwen3", .custom("none"), nil, nil, 1),
            (.generic, "m", .custom("none"), #"{"type":"disabled"}"#, nil, 0),
        ] as [(MessagesDialect, String, ContextOptions.ReasoningLevel, String?, String?, Int)])
    func `other servers are told to think in their own way`(
        dialect: MessagesDialect, model: String, level: ContextOptions.ReasoningLevel, thinking: String?,
        effort: String?, adjustments: Int
    ) async throws {
        let sent = try await asked(
            ClaudeModel(name: model, dialect: dialect), { $0.contextOptions.reasoningLevel = level })
        #expect(sent.body["thinking"] == (try thinking.map { try JSONValue(parsing: $0) }))
        #expect(sent.body["output_config"]?["effort"]?.stringValue == effort)
        #expect(sent.adjustments.count == adjustments, "\(sent.adjustments)")
        #expect(sent.request.headers["anthropic-version"] == nil)
    }

    @Test(arguments: [MessagesDialect.deepSeek, .moonshot])
    func `where every turn with calls needs its thinking, one that has none gets an empty one`(
        dialect: MessagesDialect
    ) async throws {
        let entries: [Transcript.Entry] = [.says("?"), try .called("t1"), .returned("t1")]
        func blocks(_ level: ContextOptions.ReasoningLevel?) async throws -> [JSONValue?] {
            try await asked(
                ClaudeModel(name: "m", dialect: dialect),
                {
                    $0.tools = [anyTool("look")]
                    $0.contextOptions.reasoningLevel = level
                }, entries: entries
            ).messages[1]["content"]?.arrayValue?.map { $0["type"] } ?? []
        }
        #expect(try await blocks(nil) == ["thinking", "tool_use"])
        #expect(try await blocks(.custom("off")) == ["tool_use"])
    }

    @Test func `thinking without a signature goes back to the server that made it only`() async throws {
        func history(_ provider: String) -> [Transcript.Entry] {
            let data = ProviderData(
                provider: provider, requestedModel: "m", content: ["type": "thinking", "signature": nil])
            return [
                .says("?"),
                .reasoning(.init(id: "r", segments: [.text(.init(content: "Hm."))], providerData: data)),
                .answered("A."), .says("?", id: "q"),
            ]
        }
        let own = try await asked(ClaudeModel(name: "m", dialect: .llamaCpp), entries: history("llamacpp"))
        #expect(own.messages[1]["content"]?[0] == ["type": "thinking", "thinking": "Hm."])
        for (dialect, provider) in [
            (MessagesDialect.anthropic, "llamacpp"), (.llamaCpp, "deepseek"), (.deepSeek, "anthropic"),
        ] {
            let sent = try await asked(ClaudeModel(name: "m", dialect: dialect), entries: history(provider))
            #expect(sent.messages[1]["content"] == "A.")
            #expect(sent.kinds == [.reasoningDropped])
        }
    }

    @Test func `where thinking and sampling do not go together, servers that copied the API take both`() async throws {
        let sent = try await asked(
            ClaudeModel(name: "qwen3", dialect: .llamaCpp),
            {
                $0.options = .init(samplingMode: .random(probabilityThreshold: 0.9), temperature: 0.2)
                $0.contextOptions.reasoningLevel = .light
            })
        #expect(sent.body["temperature"] == 0.2 && sent.body["top_p"] == 0.9)
        #expect(sent.adjustments.isEmpty)
    }
}
