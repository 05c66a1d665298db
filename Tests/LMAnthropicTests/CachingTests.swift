import LMJSON
import LMProtocol
import LMTestSupport
import Testing

@testable import LMAnthropic

/// The markers of the prompt cache.
@Suite struct CachingTests {
    private static let mark: ProviderOptions = ["anthropic": ["cache_control": ["type": "ephemeral"]]]
    private static let hour: ProviderOptions = ["anthropic": ["cache_control": ["type": "ephemeral", "ttl": "1h"]]]

    /// The markers of a body, in the order of the cache.
    private func markers(_ value: JSONValue?) -> [JSONValue] {
        guard let members = value?.objectValue else { return (value?.arrayValue ?? []).flatMap(markers) }
        return (members["content"].map(markers) ?? []) + [members["cache_control"]].compactMap(\.self)
    }
    private func all(_ sent: Sent) -> [JSONValue] {
        ["tools", "system", "messages"].flatMap { markers(sent.body[$0]) }
            + [sent.body["cache_control"]].compactMap(\.self)
    }

    @Test func `one line marks the tools, the system and the last turn`() async throws {
        let entries: [Transcript.Entry] = [.told("Be brief."), .says("Hi")]
        let plain = try await asked(.sonnet4_6, { $0.tools = [anyTool("look")] }, entries: entries)
        #expect(all(plain).isEmpty)
        for (caching, marker) in [
            (.automatic, ["type": "ephemeral"]), (.anHour, ["type": "ephemeral", "ttl": "1h"]),
        ] as [(ClaudeModel.Caching, JSONValue)] {
            let sent = try await asked(
                .sonnet4_6.caching(caching), { $0.tools = [anyTool("a"), anyTool("b")] }, entries: entries)
            #expect(sent.body["cache_control"] == marker)
            #expect(sent.body["system"] == [["type": "text", "text": "Be brief.", "cache_control": marker]])
            #expect(sent.body["tools"]?.arrayValue?.map { $0["cache_control"] } == [JSONValue?.none, marker])
            #expect(sent.messages == plain.messages)
            #expect(sent.adjustments.isEmpty)
        }
    }

    @Test func `markers of the app's own are four at most, with those of tools and system`() async throws {
        let entries: [Transcript.Entry] =
            [.told("Be brief.", Self.mark)]
            + (0..<6).flatMap { number in
                [.says("\(number)", id: "p\(number)", Self.mark), .answered("a", id: "a\(number)")]
            } + [.says("Last")]
        let sent = try await asked(
            .sonnet4_6.caching(.automatic), { $0.tools = [anyTool("look", Self.mark)] }, entries: entries)
        #expect(all(sent).count == 4)
        #expect(sent.body["tools"]?[0]?["cache_control"] != nil)
        #expect(sent.body["system"]?[0]?["cache_control"] != nil)
        let marked = sent.messages.filter { $0["content"]?[0]?["cache_control"] != nil }
        #expect(marked.compactMap { $0["content"]?[0]?["text"]?.stringValue } == ["4", "5"])
        #expect(sent.kinds == [.optionDropped])
    }

    @Test(
        arguments: [
            (false, true, [nil, nil], [Adjustment.Kind.optionClamped]), (true, false, ["1h", nil], []),
            (true, true, ["1h", "1h"], []), (false, false, [nil, nil], []),
        ] as [(Bool, Bool, [String?], [Adjustment.Kind])])
    func `no marker lives longer than one before it`(
        tools: Bool, system: Bool, ttls: [String?], adjustments: [Adjustment.Kind]
    ) async throws {
        let sent = try await asked(
            .sonnet4_6, { $0.tools = [anyTool("look", tools ? Self.hour : Self.mark)] },
            entries: [.told("Be brief.", system ? Self.hour : Self.mark), .says("Hi")])
        #expect(all(sent).map { $0["ttl"]?.stringValue } == ttls)
        #expect(sent.kinds == adjustments)
    }

    @Test func `markers that are set by themselves live as long as one of the app's behind them`() async throws {
        let sent = try await asked(
            .sonnet4_6.caching(.automatic), { $0.tools = [anyTool("look")] },
            entries: [.told("Be brief."), .says("Hi", Self.hour)])
        #expect(all(sent).map { $0["ttl"]?.stringValue } == ["1h", "1h", "1h", nil])
        #expect(sent.adjustments.isEmpty)
    }

    @Test func `a marker may stand on a result of a tool`() async throws {
        let entries: [Transcript.Entry] = [
            .says("?"), try .called("t1"),
            .toolOutput(
                .init(
                    id: "t1", toolName: "look", segments: [.text(.init(content: "ok", providerOptions: Self.mark))])),
        ]
        let sent = try await asked(.sonnet4_6, { $0.tools = [anyTool("look")] }, entries: entries)
        #expect(
            sent.messages[2]["content"]?[0]?["content"] == [
                ["type": "text", "text": "ok", "cache_control": ["type": "ephemeral"]]
            ])
    }

    @Test func `a server that knows no markers gets none, and that is said`() async throws {
        let options: ProviderOptions = ["llamacpp": ["cache_control": ["type": "ephemeral"]]]
        let model = ClaudeModel(name: "qwen3", dialect: .llamaCpp)
        let own = try await asked(model, entries: [.says("Hi", options)])
        #expect(all(own).isEmpty && own.kinds == [.optionDropped])
        let automatic = try await asked(model.caching(.automatic))
        #expect(all(automatic).isEmpty && automatic.kinds == [.optionDropped])
        #expect(try await asked(model).adjustments.isEmpty)
    }

    @Test func `what a conversation was cached as is the beginning of what follows`() async throws {
        let transport = StubTransport([Wire.answer, Wire.answer])
        let session = LanguageModelSession(
            model: ClaudeModel.sonnet4_6.caching(.automatic).apiKey("k").transport(transport), instructions: "Be brief."
        )
        _ = try await session.respond(to: "One?")
        _ = try await session.respond(to: "Two?")
        let bodies = try transport.requests.map { try JSONValue(parsing: $0.body) }
        #expect(bodies[0]["system"] == bodies[1]["system"])
        let (first, second) = (bodies[0]["messages"]?.arrayValue ?? [], bodies[1]["messages"]?.arrayValue ?? [])
        #expect(Array(second.prefix(first.count)) == first)
    }

    @Test func `what was not cached, read and written are one input`() async throws {
        let usage: JSONValue = [
            "input_tokens": 3, "cache_creation_input_tokens": 65, "cache_read_input_tokens": 4500, "output_tokens": 9,
            "cache_creation": ["ephemeral_5m_input_tokens": 65, "ephemeral_1h_input_tokens": 0],
        ]
        let (log, _) = readWire(Wire.start(), Wire.text(0, "x"), Wire.end("end_turn", usage: usage))
        #expect(log.usage?.input == .init(totalTokenCount: 4568, cachedTokenCount: 4500, cacheWriteTokenCount: 65))
        #expect(log.usage?.metadata["cache_creation"] == usage["cache_creation"])
    }
}
