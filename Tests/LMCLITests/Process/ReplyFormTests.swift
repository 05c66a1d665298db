import LMJSON
import LMTestSupport
import Testing

@testable import lm_cli

/// Replies of a shape that is asked for, parts of replies, and limits on them.
@Suite struct ReplyFormTests {
    private func ask(
        _ tool: Tool, _ arguments: [String], _ replies: String...
    ) async throws -> (
        outcome: Tool.Outcome, server: LoopbackServer
    ) {
        let server = try LoopbackServer { request in
            ServedReply.steps(replies[min(request.index, replies.count - 1)])
        }
        let outcome = try await tool.run(
            ["ask", "--no-stdin", "--base-url", server.url("/v1").absoluteString, "-m", "test"] + arguments)
        return (outcome, server)
    }

    @Test func `a reply that fits its schema is printed, and the server was told the schema`() async throws {
        let (outcome, server) = try await ask(
            Tool(), ["--schema", "name, age int", "who?"], #"{"name":"Ada","age":36}"#)
        #expect(outcome.output == "{\"name\":\"Ada\",\"age\":36}\n", "\(outcome.errors)")
        let format = try JSONValue(parsing: server.requests[0].body)["text"]?["format"]
        #expect(format?["type"] == "json_schema")
        #expect(format?["schema"]?["properties"]?["age"]?["type"] == "integer")
    }

    @Test(arguments: [#"{"name":"Ada"}"#, #"{"name":"Ada","age":"old"}"#, "Ada, 36"])
    func `a reply that does not fit is kept aside, and never printed`(reply: String) async throws {
        let tool = try Tool()
        let path = try tool.folder.write("before".utf8, to: "out.json")
        let (outcome, _) = try await ask(tool, ["--schema", "name, age int", "-o", path, "who?"], reply)
        #expect(outcome.status == 65, "\(outcome.errors)")
        #expect(outcome.errors.contains("does not fit the schema"))
        #expect(outcome.errors.contains("out.json.rejected"))
        #expect(tool.folder.read("out.json") == Array("before".utf8))
        #expect(tool.folder.read("out.json.rejected").map { String(decoding: $0, as: UTF8.self) } == reply + "\n")
        let (piped, _) = try await ask(tool, ["--schema", "name, age int", "who?"], reply)
        #expect(piped.output == "")
        #expect(piped.status == 65)
    }

    @Test func `a schema may be a file or JSON Schema itself`() async throws {
        let tool = try Tool()
        let json =
            #"{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"],"additionalProperties":false}"#
        let path = try tool.folder.write(json.utf8, to: "plan.json")
        for spec in [json, path] {
            let (outcome, _) = try await ask(tool, ["--schema", spec, "who?"], #"{"n":1}"#)
            #expect(outcome.output == "{\"n\":1}\n", "\(outcome.errors)")
        }
        let (missing, server) = try await ask(tool, ["--schema", "nowhere.json", "who?"], "no")
        #expect(missing.status == 66)
        #expect(server.requests.isEmpty)
    }

    @Test func `only a code block is printed, the first or the last`() async throws {
        let reply = "Here:\n\n```swift\nlet a = 1\n```\n\nor\n\n~~~\nlet b = 2\n~~~\n"
        #expect(try await ask(Tool(), ["-x", "code"], reply).outcome.output == "let a = 1\n")
        #expect(try await ask(Tool(), ["--xl", "code"], reply).outcome.output == "let b = 2\n")
        let (none, _) = try await ask(Tool(), ["-x", "code"], "no code")
        #expect(none.status == 65)
        #expect(none.output == "")
        #expect(none.errors.contains("has no code block"))
    }

    @Test func `what no option says can be put into the request`() async throws {
        let (outcome, server) = try await ask(
            Tool(), ["--option", "user=me", "--option", "a.b=[1,2]", "--option", "a.c=x=y", "hi"], "ok")
        #expect(outcome.output == "ok\n")
        let body = try JSONValue(parsing: server.requests[0].body)
        #expect(body["user"] == "me")
        #expect(body["a"] == ["b": [1, 2], "c": "x=y"])
        #expect(try await ask(Tool(), ["--option", "user", "hi"], "no").outcome.status == 64)
    }

    @Test func `a reply ends when its budget is spent, and is kept`() async throws {
        let stream = ServedReply.stream(
            ["four words of text ", String(repeating: "and more ", count: 100)], model: "grok-4.3")
        let server = try LoopbackServer { _ in
            [.streamHead] + stream[..<5].map { LoopbackStep.chunk($0) } + [.hold]
        }
        let tool = try Tool()
        let target = ["--base-url", server.url("/v1").absoluteString, "-m", "grok-4.3"]
        let outcome = try await tool.run(["ask", "--no-stdin", "--budget", "0.0004", "hi"] + target)
        #expect(outcome.status == 74, "\(outcome.errors)")
        #expect(outcome.errors.contains("the budget of $0.00040 is spent"))
        #expect(outcome.output.hasPrefix("four words of text"))
        let unknown = try await tool.run(
            "ask", "--no-stdin", "--budget", "1", "-m", "test", "--base-url", server.url("/v1").absoluteString, "hi")
        #expect(unknown.status == 64)
        #expect(server.requests.count == 1)
    }

    @Test func `a file may stand at an address`() async throws {
        let files = try LoopbackServer { request in
            request.target == "/notes.txt"
                ? ServedReply.document(200, "text/plain", "remember the milk")
                : ServedReply.document(404, "text/plain", "")
        }
        let (outcome, server) = try await ask(Tool(), ["-f", files.url("/notes.txt").absoluteString, "what?"], "milk")
        #expect(outcome.output == "milk\n", "\(outcome.errors)")
        #expect(String(decoding: server.requests[0].body, as: UTF8.self).contains("remember the milk"))
        let (missing, other) = try await ask(Tool(), ["-f", files.url("/none").absoluteString, "what?"], "no")
        #expect(missing.status == 66)
        #expect(missing.errors.contains("HTTP 404. Nothing was sent."))
        #expect(other.requests.isEmpty)
    }
}
