import Foundation
import LMJSON
import LMTestSupport
import LMTransport
import Testing

@testable import lm_cli

/// Every API is spoken, and known by its answers.
@Suite struct WireTests {
    private static let chat = """
        data: {"id":"c1","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"Hel"}}]}

        data: {"id":"c1","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":{"content":"lo"},"finish_reason":"stop"}]}

        data: {"id":"c1","object":"chat.completion.chunk","model":"m","choices":[],"usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5}}

        data: [DONE]


        """
    private static let messages = """
        event: message_start
        data: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-4-6","content":[],"stop_reason":null,"usage":{"input_tokens":3,"output_tokens":1}}}

        event: content_block_start
        data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

        event: content_block_delta
        data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hello"}}

        event: content_block_stop
        data: {"type":"content_block_stop","index":0}

        event: message_delta
        data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":2}}

        event: message_stop
        data: {"type":"message_stop"}


        """
    private static let gemini = """
        data: {"candidates":[{"content":{"parts":[{"text":"Hel"}],"role":"model"},"index":0}],"modelVersion":"gemini-2.5-flash"}

        data: {"candidates":[{"content":{"parts":[{"text":"lo"}],"role":"model"},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":3,"candidatesTokenCount":2,"totalTokenCount":5},"modelVersion":"gemini-2.5-flash"}


        """
    static let answers = [("chat", chat), ("messages", messages), ("gemini", gemini)]
    private static let targets = [
        "chat": "/v1/chat/completions", "messages": "/v1/messages",
        "gemini": "/v1beta/models/test:streamGenerateContent?alt=sse",
    ]
    private static let fields: [String: HTTPFieldName] = [
        "chat": "authorization", "messages": "x-api-key", "gemini": "x-goog-api-key",
    ]

    @Test(arguments: answers)
    func `a bare stream is known by its events`(wire: String, stream: String) async throws {
        let tool = try Tool()
        let path = tool.folder.path + "/answer.sse"
        try Data(stream.utf8).write(to: URL(filePath: path))
        for arguments in [[], ["--wire", wire]] {
            let outcome = try await tool.run(["replay", path] + arguments)
            #expect(outcome.output == "Hello\n", "\(outcome.errors)")
            #expect(outcome.status == 0)
        }
        let events = try await tool.run("replay", "--as", "events", "--deterministic", path)
        let last = try JSONValue(parsing: String(events.output.split(separator: "\n").last ?? ""))
        #expect(last["type"] == "end")
        #expect(last["finishReason"] == "stop")
        #expect(events.output.contains(#""input":3"#))
        let wrong = try await tool.run("replay", path, "--wire", wire == "chat" ? "messages" : "chat")
        #expect(wrong.status != 0)
    }

    @Test(arguments: answers)
    func `a model is asked over its API, with the key in its field`(wire: String, stream: String) async throws {
        let server = try LoopbackServer { _ in
            ServedReply.document(200, "text/event-stream", stream)
        }
        let tool = try Tool()
        let key = tool.folder.path + "/key"
        try Data(canaryKey.utf8).write(to: URL(filePath: key))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
        let base = server.url(wire == "chat" ? "/v1" : "").absoluteString
        let outcome = try await tool.run(
            "ask", "--no-stdin", "--no-save", "--base-url", base, "--wire", wire, "--key-file", key, "-m", "test", "hi")
        #expect(outcome.output == "Hello\n", "\(outcome.errors)")
        let request = try #require(server.requests.first)
        #expect(request.target == Self.targets[wire])
        #expect(request.headers[try #require(Self.fields[wire])]?.hasSuffix(canaryKey) == true)
        #expect(!(outcome.output + outcome.errors).contains(canaryKey))
    }

    @Test func `a model's name says whose it is`() async throws {
        let dry = try await Tool(["ANTHROPIC_API_KEY": canaryKey]).run(
            "ask", "--dry-run", "-m", "claude-sonnet-4-6", "hi")
        #expect(dry.output.contains("https://api.anthropic.com/v1/messages"), "\(dry.output)\(dry.errors)")
        #expect(dry.output.contains("claude-sonnet-4-6"))
        #expect(dry.output.contains("x-api-key: (key from ANTHROPIC_API_KEY, removed)"))
        #expect(!(dry.output + dry.errors).contains(canaryKey))
    }
}
