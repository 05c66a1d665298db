import LMJSON
import LMProtocol
import LMResponses
import LMTestSupport
import LMTransport
import Testing

@testable import LMGrok

/// The public bug reports of other clients, as an app sees them through a session. The numbers are those of the event
/// level's tests.
struct SessionRowTests {
    /// The events of a stream, framed.
    private static func stream(_ events: String...) -> StubTransport.Reply {
        .events(events.map { "data: \($0)\n\n" }.joined())
    }
    private static let created = #"{"type":"response.created","response":{"id":"r","model":"grok-4.3"}}"#
    private static func text(_ text: String) -> String {
        #"{"type":"response.output_text.delta","output_index":1,"content_index":0,"delta":"\#(text)"}"#
    }
    private static let completed = #"{"type":"response.completed","response":{"status":"completed","output":[]}}"#

    private static func session(_ transport: StubTransport, tools: [any Tool] = []) -> LanguageModelSession {
        LanguageModelSession(model: GrokModel.grok4_3.apiKey(canaryKey).transport(transport), tools: tools)
    }

    /// What a streamed turn gives: the last snapshot, and the error that ended it.
    private static func run(
        _ reply: StubTransport.Reply
    ) async -> (text: String?, error: (any Error)?, session: LanguageModelSession) {
        let session = session(StubTransport(reply))
        var text: String?
        do {
            for try await snapshot in session.streamResponse(to: "Hi") { text = snapshot.content }
            return (text, nil, session)
        } catch {
            return (text, error, session)
        }
    }

    private static func answer(_ reply: StubTransport.Reply) async throws -> LanguageModelSession.Response<String> {
        try await session(StubTransport(reply)).respond(to: "Hi")
    }

    // MARK: Failures

    @Test(arguments: [
        (
            "row 1", StubTransport.Reply.document(200, #"{"code":"x","error":"Timed out waiting for first token"}"#),
            FailureCategory.server, "Timed out waiting for first token"
        ),
        (
            "row 2", .document(400, #"{"code":"invalid-argument","error":"Model not found: x"}"#), .modelNotFound,
            "Model not found: x"
        ),
        (
            "row 3", .document(400, #"{"code":"invalid-argument","error":"Incorrect API key provided."}"#),
            .authentication, "Incorrect API key provided."
        ),
        (
            "row 6", stream(#"{"type":"error","error":{"code":"server_error","message":"Broken."}}"#), .server,
            "Broken."
        ),
        (
            "row 44", .document(403, #"{"error":"Content violates usage guidelines. Failed check: SAFETY_CHECK"}"#),
            .guardrail, "usage guidelines"
        ),
        (
            "row 45",
            .document(
                400, #"{"error":"This model's maximum prompt length is 1000 but the request contains 2000 tokens."}"#),
            .contextSize, "maximum prompt length"
        ),
        (
            "row 46", .document(429, #"{"code":429,"error":"You ran out of credits. [WKE=blocked:spending-limit]"}"#),
            .quotaExhausted, "You ran out of credits."
        ),
        ("row 58", .document(200, #"{"object":"response","status":"completed"}"#), .malformedResponse, "no output"),
    ])
    func `a failure before the first event shows no snapshot`(
        _ row: String, _ reply: StubTransport.Reply, _ category: FailureCategory, _ words: String
    ) async {
        let (text, error, session) = await Self.run(reply)
        #expect(text == nil, "\(row)")
        #expect((error as? any LanguageModelFailure)?.category == category, "\(row)")
        #expect(error?.localizedDescription.contains(words) == true, "\(row)")
        #expect(session.isResponding == false, "\(row)")
    }

    @Test(arguments: [
        (
            "row 4", #"{"type":"error","code":null,"message":"Service temporarily unavailable."}"#,
            FailureCategory.overloaded
        ),
        (
            "row 9",
            #"{"type":"response.incomplete","response":{"incomplete_details":{"reason":"content_filter"}}}"#, .guardrail
        ),
        ("row 48", #"{"type":"response.in_progress","response":{}}"#, .incompleteStream),
        ("row 56", #"{"type":"response.output_text.delta","delta":"x""#, .malformedResponse),
        ("row 68", #"{"type":"response.created","response":{"id":"other"}}"#, .malformedResponse),
    ])
    func `a failure after some words keeps them, in the last snapshot and in the error`(
        _ row: String, _ last: String, _ category: FailureCategory
    ) async {
        let (text, error, session) = await Self.run(Self.stream(Self.created, Self.text("Hel"), Self.text("lo"), last))
        #expect(text == "Hello", "\(row)")
        let failure = error as? any LanguageModelFailure
        #expect(failure?.category == category, "\(row)")
        #expect(failure?.partial?.text == "Hello", "\(row)")
        #expect(session.isResponding == false, "\(row)")
    }

    @Test func `row 63: a call that was open when an error came is not run`() async {
        let transport = StubTransport(
            Self.stream(
                Self.created,
                #"{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","call_id":"c","name":"count","arguments":""}}"#,
                #"{"type":"response.function_call_arguments.delta","output_index":0,"delta":"{\"n\":1}"}"#,
                #"{"type":"error","code":"server_error","message":"Broken."}"#))
        let tool = CountingTool()
        await #expect(throws: GrokError.self) {
            try await Self.session(transport, tools: [tool]).respond(to: "Count")
        }
        #expect(tool.calls.isEmpty)
    }

    // MARK: Ends

    @Test func `row 7: an answer cut by the token limit is an answer that says so`() async throws {
        let response = try await Self.answer(
            Self.stream(
                Self.created, Self.text("partial"),
                #"{"type":"response.incomplete","response":{"incomplete_details":{"reason":"max_output_tokens"},"usage":{"input_tokens":3,"output_tokens":5}}}"#
            ))
        #expect(response.content == "partial")
        #expect(response.finishReason.unified == .length)
        #expect(response.usage.totalTokenCount == 8)
    }

    @Test func `row 8: a limit that only reasoning reached is an empty answer that says so`() async throws {
        let response = try await Self.answer(
            Self.stream(
                Self.created,
                #"{"type":"response.incomplete","response":{"incomplete_details":{"reason":"max_output_tokens"},"output":[{"type":"reasoning","id":"rs","summary":[]}]}}"#
            ))
        #expect(response.content == "")
        #expect(response.finishReason.unified == .length)
    }

    @Test(arguments: [#""usage":null"#, #""x":1"#])
    func `rows 10 and 12: an end without details or usage is an end`(_ usage: String) async throws {
        let response = try await Self.answer(
            Self.stream(Self.created, Self.text("Hi"), #"{"type":"response.incomplete","response":{\#(usage)}}"#))
        #expect(response.content == "Hi")
        #expect(response.finishReason.unified == .other)
        #expect(response.usage.totalTokenCount == 0)
    }

    @Test func `row 20: a call that was cut off is never run`() async throws {
        let transport = StubTransport(
            Self.stream(
                Self.created,
                #"{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","call_id":"c","name":"count","arguments":""}}"#,
                #"{"type":"response.function_call_arguments.delta","output_index":0,"delta":"{\"n\":48151"}"#,
                #"{"type":"response.incomplete","response":{"incomplete_details":{"reason":"max_output_tokens"}}}"#))
        let tool = CountingTool()
        _ = try? await Self.session(transport, tools: [tool]).respond(to: "Count")
        #expect(tool.calls.isEmpty)
    }

    // MARK: Content

    @Test func `row 17: arguments that come only at the end are the ones the tool gets`() async throws {
        let transport = StubTransport(
            Self.stream(
                Self.created,
                #"{"type":"response.output_item.done","output_index":0,"item":{"type":"function_call","call_id":"c1","name":"count","arguments":"{\"n\":7}"}}"#,
                Self.completed), Self.stream(Self.created, Self.text("Seven."), Self.completed))
        let tool = CountingTool()
        let response = try await Self.session(transport, tools: [tool]).respond(to: "Count")
        #expect(tool.calls == [7])
        #expect(response.content == "Seven.")
        let input = try JSONValue(parsing: transport.requests[1].body)["input"]?.arrayValue ?? []
        #expect(
            input.suffix(2) == [
                ["type": "function_call", "call_id": "c1", "name": "count", "arguments": #"{"n":7}"#],
                ["type": "function_call_output", "call_id": "c1", "output": "counted 7"],
            ])
    }

    @Test func `rows 26 to 28: reasoning comes back as it came, item by item, encrypted or summed up`() async throws {
        let transport = StubTransport(
            Self.stream(
                Self.created,
                #"{"type":"response.output_item.done","output_index":0,"item":{"type":"reasoning","id":"rs_X","summary":[{"type":"summary_text","text":"a"},{"type":"summary_text","text":"b"}],"encrypted_content":"E1"}}"#,
                #"{"type":"response.output_item.done","output_index":1,"item":{"type":"web_search_call","id":"ws_1","status":"completed","action":{"type":"search","query":"q"}}}"#,
                #"{"type":"response.output_item.done","output_index":2,"item":{"type":"reasoning","id":"tco_1","summary":[],"encrypted_content":"E2"}}"#,
                #"{"type":"response.output_item.done","output_index":3,"item":{"type":"reasoning","id":"rs_X","summary":[],"encrypted_content":"E3"}}"#,
                #"{"type":"response.output_item.done","output_index":4,"item":{"type":"message","id":"m","content":[{"type":"output_text","text":"Found.","annotations":[{"type":"url_citation","url":"https://a.example"}]}]}}"#,
                Self.completed), Self.stream(Self.created, Self.text("Yes."), Self.completed))
        let session = Self.session(transport)
        let first = try await session.respond(to: "Search")
        #expect(first.content == "Found.")
        #expect(first.citations == [Citation(url: "https://a.example")])
        try await session.respond(to: "Really?")
        let input = try JSONValue(parsing: transport.requests[1].body)["input"]?.arrayValue ?? []
        #expect(
            input == [
                ["type": "message", "role": "user", "content": "Search"],
                [
                    "type": "reasoning", "id": "rs_X",
                    "summary": [["type": "summary_text", "text": "a"], ["type": "summary_text", "text": "b"]],
                    "encrypted_content": "E1",
                ],
                [
                    "type": "web_search_call", "id": "ws_1", "status": "completed",
                    "action": ["type": "search", "query": "q"],
                ], ["type": "reasoning", "id": "tco_1", "summary": [], "encrypted_content": "E2"],
                ["type": "reasoning", "id": "rs_X", "summary": [], "encrypted_content": "E3"],
                ["type": "message", "role": "assistant", "content": "Found."],
                ["type": "message", "role": "user", "content": "Really?"],
            ])
    }

    @Test func `row 67: another model than the one asked for is named on the response`() async throws {
        let response = try await Self.session(
            StubTransport(
                Self.stream(
                    #"{"type":"response.created","response":{"id":"r","model":"grok-9"}}"#, Self.text("Hi"),
                    Self.completed)
            )
        ).respond(to: "Hi")
        #expect(response.servedModel == "grok-9")
        #expect(response.adjustments.map(\.kind) == [.modelRedirected])
    }

    @Test(arguments: [
        "data: [DONE]\n\n", ": keepalive\n\n", "event: response.doom_loop_check\ndata: {\"type\":\"x\"}\n\n", "",
    ])
    func `rows 51, 54 and 65: what stands around the answer does not show`(_ noise: String) async throws {
        let answer = [Self.created, Self.text("Hi"), Self.completed].map { "data: \($0)\n\n" }.joined()
        let response = try await Self.answer(.events("\u{FEFF}: queued\n\n" + answer + noise))
        #expect(response.content == "Hi")
    }
}

/// A tool that keeps what it was called with.
final class CountingTool: Tool {
    struct Arguments: ConvertibleFromGeneratedContent {
        var n: Int
        init(_ content: GeneratedContent) throws { n = content.json["n"]?.intValue ?? 0 }
    }
    private let seen = Counted()
    let name = "count"
    let description = "Counts."
    var parameters: GenerationSchema {
        GenerationSchema(
            name: "Arguments",
            jsonSchema: ["type": "object", "properties": ["n": ["type": "integer"]], "required": ["n"]])
    }
    var calls: [Int] { seen.values }

    func call(arguments: Arguments) async throws -> String {
        seen.add(arguments.n)
        return "counted \(arguments.n)"
    }
}
