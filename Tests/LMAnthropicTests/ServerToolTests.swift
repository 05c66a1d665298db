import Foundation
import LMJSON
import LMProtocol
import LMTestSupport
import Testing

@testable import LMAnthropic

/// Tools that the server runs, and features that are asked for by name.
@Suite struct ServerToolTests {
    @Test func `tools of the server's stand behind the app's`() async throws {
        let url = try #require(URL(string: "https://tools.example/sse"))
        let model = ClaudeModel.sonnet4_6.serverTools([
            .webSearch(maximumUses: 3, domains: .allowed(["swift.org"])), .webFetch(cites: true), .codeExecution(),
            .mcp(url: url, name: "files", authorization: "tkn", allowedTools: ["read"]),
        ])
        let sent = try await asked(model, { $0.tools = [anyTool("look")] })
        #expect(
            sent.body["tools"]?.arrayValue?.dropFirst() == [
                ["type": "web_search_20250305", "name": "web_search", "max_uses": 3, "allowed_domains": ["swift.org"]],
                ["type": "web_fetch_20250910", "name": "web_fetch", "citations": ["enabled": true]],
                ["type": "code_execution_20250825", "name": "code_execution"],
                [
                    "type": "mcp_toolset", "mcp_server_name": "files", "default_config": ["enabled": false],
                    "configs": ["read": ["enabled": true]],
                ],
            ])
        #expect(
            sent.body["mcp_servers"] == [
                ["type": "url", "url": "https://tools.example/sse", "name": "files", "authorization_token": "tkn"]
            ])
        #expect(sent.betas == "mcp-client-2025-11-20")
        #expect(sent.body["tool_choice"] == nil)
        for shown in ["\(model.serverTools)", String(reflecting: model.serverTools)] { #expect(!shown.contains("tkn")) }
    }

    @Test func `features are asked for where the body uses them, beside the app's own`() async throws {
        var model = ClaudeModel.sonnet4_6
        model.additionalHeaders = ["Anthropic-Beta": "zeta-2026-01-01, context-1m-2025-08-07"]
        let file = Transcript.Segment.attachment(
            .init(content: .file(.init(providerFile: .init(provider: "anthropic", id: "file_1")))))
        let sent = try await asked(
            model,
            {
                $0.options.providerOptions = [
                    "anthropic": [
                        "context_management": ["edits": [["type": "compact_20260112"]]],
                        "betas": ["own-2026-02-02"], "service_tier": "standard_only",
                    ]
                ]
            }, entries: [.prompt(.init(id: "p", segments: [file]))])
        #expect(
            sent.betas?.split(separator: ",") == [
                "compact-2026-01-12", "context-1m-2025-08-07", "context-management-2025-06-27", "files-api-2025-04-14",
                "own-2026-02-02", "zeta-2026-01-01",
            ])
        #expect(sent.body["betas"] == nil)
        #expect(sent.body["service_tier"] == "standard_only")
        #expect(sent.messages[0]["content"]?[0]?["source"] == ["type": "file", "file_id": "file_1"])
    }

    @Test func `what the app says in the wire's own words stands beside what the request says`() async throws {
        let schema = GenerationSchema(
            name: "Shape",
            jsonSchema: ["type": "object", "properties": ["x": ["type": "string"]], "required": ["x"]])
        let sent = try await asked(
            .sonnet4_6,
            {
                $0.schema = schema
                $0.tools = [anyTool("look")]
                $0.options.providerOptions = [
                    "anthropic": [
                        "output_config": ["effort": "low"], "tools": [["type": "bash_20250124", "name": "bash"]],
                        "model": "another", "messages": [],
                    ]
                ]
            })
        #expect(sent.body["output_config"]?["effort"] == "low")
        #expect(sent.body["output_config"]?["format"] != nil)
        #expect(sent.body["tools"]?.arrayValue?.map { $0["name"] } == ["look", "bash"])
        #expect(sent.body["model"] == "claude-sonnet-4-6")
        #expect(sent.kinds.filter { $0 == .optionDropped }.count == 2)
    }

    @Test func `a strict tool is told its schema as the server keeps to it`() async throws {
        let schema = GenerationSchema(
            name: "Look",
            jsonSchema: [
                "type": "object", "properties": ["n": ["type": "integer", "minimum": 1]], "required": ["n"],
            ])
        let strict = Transcript.ToolDefinition(
            name: "look", description: "", parameters: schema, providerOptions: ["anthropic": ["strict": true]])
        let sent = try await asked(.sonnet4_6, { $0.tools = [strict] })
        #expect(sent.body["tools"]?[0]?["strict"] == true)
        #expect(sent.body["tools"]?[0]?["input_schema"]?["additionalProperties"] == false)
        #expect(sent.body["tools"]?[0]?["input_schema"]?["properties"]?["n"]?["minimum"] == nil)
        let old = try await asked(ClaudeModel(name: "claude-sonnet-4-0"), { $0.tools = [strict] })
        #expect(old.body["tools"]?[0]?["strict"] == nil)
        #expect(old.body["tools"]?[0]?["input_schema"]?["properties"]?["n"]?["minimum"] == 1)
        #expect(old.kinds == [.optionDropped])
    }

    @Test func `a block in the wire's own words goes as it is`() async throws {
        let block = JSONObject([
            "type": "search_result", "source": "kb-7", "title": "Facts", "content": [["type": "text", "text": "f"]],
        ])
        let sent = try await asked(entries: [
            .prompt(
                .init(
                    id: "p",
                    segments: [
                        .text(.init(content: "f", providerOptions: ProviderOptions(["anthropic": block]))),
                        .text(.init(content: "?")),
                    ]))
        ])
        #expect(sent.messages[0]["content"] == [.object(block), ["type": "text", "text": "?"]])
    }

    @Test func `a program that waits for the app's tool is found again`() async throws {
        let caller: JSONValue = ["type": "code_execution_20250825", "tool_id": "srvtoolu_1"]
        let use: JSONValue = ["type": "server_tool_use", "id": "srvtoolu_1", "name": "code_execution", "input": [:]]
        let end = Wire.event(
            "message_delta",
            [
                "delta": ["stop_reason": "tool_use", "container": ["id": "container_1", "expires_at": "x"]],
                "usage": ["output_tokens": 1],
            ])
        let transport = StubTransport([
            Wire.reply(
                Wire.start(), Wire.open(0, use), Wire.stop(0),
                Wire.open(1, ["type": "tool_use", "id": "t", "name": "look", "input": [:], "caller": caller]),
                Wire.stop(1), end, Wire.event("message_stop")), Wire.answer, Wire.answer,
        ])
        let session = LanguageModelSession(
            model: ClaudeModel.sonnet4_6.serverTools([.codeExecution()]).apiKey("k").transport(transport),
            tools: [Counter.tool])
        #expect(try await session.respond(to: "?").content == "Done.")
        _ = try await session.respond(to: "And?")
        let bodies = try transport.requests.map { try JSONValue(parsing: $0.body) }
        #expect(bodies.map { $0["container"] } == [nil, "container_1", nil])
        #expect(
            bodies[1]["messages"]?[1]?["content"]?.arrayValue?.last
                == ["type": "tool_use", "id": "t", "name": "look", "input": [:], "caller": caller])
    }

    @Test func `an answer that paused in a program goes on in its container`() async throws {
        let pause = Wire.event(
            "message_delta",
            [
                "delta": ["stop_reason": "pause_turn", "container": ["id": "container_1"]],
                "usage": ["output_tokens": 1],
            ])
        let transport = StubTransport([
            Wire.reply(Wire.start(), Wire.text(0, "So "), Wire.text(1, " "), pause, Wire.event("message_stop")),
            Wire.reply(Wire.start(), Wire.text(0, "far."), Wire.end("end_turn")),
        ])
        let session = LanguageModelSession(model: ClaudeModel.sonnet4_6.apiKey("k").transport(transport))
        #expect(try await session.respond(to: "?").content == "So  far.")
        let next = try JSONValue(parsing: transport.requests[1].body)
        #expect(next["container"] == "container_1")
        #expect(next["messages"]?[1]?["content"] == [["type": "text", "text": "So "]])
    }
}
