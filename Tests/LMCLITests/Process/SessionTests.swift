import Foundation
import LMJSON
import LMTestSupport
import Testing

@testable import lm_cli

@Suite struct SessionTests {
    /// A server that answers each request with how many messages it had.
    private func server() throws -> LoopbackServer {
        try LoopbackServer { request in
            let body = try? JSONValue(parsing: request.body)
            let count = body?["input"]?.arrayValue?.count ?? 1
            return ServedReply.steps("messages: \(count)")
        }
    }

    private func ask(_ tool: Tool, _ server: LoopbackServer, _ arguments: String...) async throws -> Tool.Outcome {
        try await tool.run(["ask", "--base-url", server.url("/v1").absoluteString, "-m", "test"] + arguments)
    }

    @Test func `a conversation goes on with -c, over processes`() async throws {
        let tool = try Tool()
        let server = try server()
        #expect(try await ask(tool, server, "one").output == "messages: 1\n")
        // The model and the server are those of the conversation.
        #expect(try await tool.run("ask", "-c", "two").output == "messages: 3\n")
        let list = try await tool.run("sessions", "--json")
        let headings = try #require(try JSONValue(parsing: list.output).arrayValue)
        #expect(headings.count == 1)
        #expect(headings[0]["turns"] == 2)
        #expect(headings[0]["title"] == "one")
        #expect(headings[0]["totalTokens"] == 76)
        #expect(headings[0]["costTicks"] == 22_000_000)
    }

    @Test func `a fork leaves its origin as it was`() async throws {
        let tool = try Tool()
        let server = try server()
        _ = try await ask(tool, server, "one")
        _ = try await tool.run("ask", "-c", "--fork", "two")
        let headings = try #require(try JSONValue(parsing: try await tool.run("sessions", "--json").output).arrayValue)
        #expect(headings.map { $0["turns"] } == [1, 2])
        let id = try #require(headings[0]["id"]?.stringValue)
        #expect(try await tool.run("ask", "-r", id, "three").output == "messages: 3\n")
    }

    @Test func `the last question is asked again, with what stood before it`() async throws {
        let tool = try Tool()
        let server = try server()
        _ = try await ask(tool, server, "one")
        _ = try await tool.run("ask", "-c", "two")
        let again = try await tool.run("again", "-m", "other", "--base-url", server.url("/v1").absoluteString)
        #expect(again.output == "messages: 3\n")
        let body = try JSONValue(parsing: server.requests[2].body)
        #expect(body["model"] == "other")
        #expect(body.text().contains("two"))
        #expect(server.requests.count == 3)
    }

    @Test func `a conversation is shown with each prompt and reply once`() async throws {
        let tool = try Tool()
        let server = try server()
        _ = try await ask(tool, server, "what is **this**?")
        let shown = try await tool.run("sessions", "show", "last")
        #expect(shown.output == "> what is **this**?\n\nmessages: 1\n")
        let markdown = try await tool.run("sessions", "export", "last")
        #expect(markdown.output.contains("## Prompt\n\nwhat is **this**?\n\n## Reply\n\nmessages: 1\n"))
        let json = try JSONValue(parsing: try await tool.run("sessions", "export", "last", "--as", "json").output)
        #expect(json["transcript"] != nil)
    }

    @Test func `a reply that was cut is kept, and can be gone on from`() async throws {
        let tool = try Tool()
        let stream = ServedReply.stream(["half a reply"])
        let server = try LoopbackServer { request in
            request.index == 0
                ? [.streamHead] + stream[..<4].map { LoopbackStep.chunk($0) } + [.close] : ServedReply.steps("whole")
        }
        let cut = try await ask(tool, server, "one")
        #expect(cut.status == 74)
        #expect(cut.errors.contains("Kept: lm-cli sessions show last."))
        #expect(try await tool.run("sessions", "show", "last").output.contains("half a reply"))
        let headings = try JSONValue(parsing: try await tool.run("sessions", "--json").output)
        #expect(headings[0]?["ending"] == "failed")
        #expect(try await tool.run("ask", "-c", "go on").output == "whole\n")
        #expect(String(decoding: server.requests[1].body, as: UTF8.self).contains("half a reply"))
    }

    @Test func `a question that never got a word is no conversation, and can be asked again`() async throws {
        let tool = try Tool()
        let server = try LoopbackServer { request in
            String(decoding: request.body, as: UTF8.self).contains("lost") && request.index < 3
                ? ServedReply.document(500, "application/json", #"{"error":"boom"}"#) : ServedReply.steps("ok")
        }
        // A loop of requests that fail leaves no conversation, and -c has none to go on from.
        _ = try await ask(tool, server, "--retries", "0", "lost 0")
        #expect(try await tool.run("sessions", "--json").output == "[]\n")
        #expect(try await tool.run("ask", "-c", "next").status == 66)
        #expect(try await ask(tool, server, "one").output == "ok\n")
        _ = try await tool.run("ask", "-c", "--retries", "0", "lost 2")
        // The conversation is as it was, and the question is there to be asked again.
        let list = try JSONValue(parsing: try await tool.run("sessions", "--json").output)
        #expect(list.arrayValue?.count == 1)
        #expect(list[0]?["turns"] == 1)
        #expect(list[0]?["ending"] == "complete")
        #expect(try await tool.run("again").output == "ok\n")
        let again = String(decoding: server.requests[3].body, as: UTF8.self)
        #expect(again.contains("lost 2") && again.contains("one"))
    }

    @Test func `a list of many conversations shows the newest twenty, and how to see the others`() async throws {
        let tool = try Tool()
        let server = try server()
        _ = try await ask(tool, server, "one")
        let folder = tool.folder.path + "/home/sessions"
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
        let bytes = try #require(FileManager.default.contents(atPath: "\(folder)/\(name)"))
        for number in 10..<40 {
            let copy = String(decoding: bytes, as: UTF8.self).replacing(
                name.replacing(".session.jsonl", with: ""), with: "copy-\(number)")
            try PrivateFile.write(Array(copy.utf8), to: "\(folder)/copy-\(number).session.jsonl")
        }
        let list = try await tool.run("sessions")
        #expect(list.output.split(separator: "\n").count == 20)
        #expect(list.output.split(separator: "\n").allSatisfy { $0.split(separator: "\t").count == 5 })
        #expect(list.errors.contains("the newest 20 of 31; all of them: lm-cli sessions ls --all"))
        #expect(try await tool.run("sessions", "ls", "--all").output.split(separator: "\n").count == 31)
    }

    @Test func `nothing is kept where that is not wanted, and files are their owner's only`() async throws {
        let tool = try Tool()
        let server = try server()
        _ = try await ask(tool, server, "--no-save", "one")
        #expect(try await tool.run("sessions").output == "")
        _ = try await ask(tool, server, "one")
        let store = SessionStore(environment: Environment(["LM_HOME": tool.folder.path + "/home"]))
        let id = try #require(store.names().first)
        #expect(tool.folder.mode(of: "home/sessions/\(id).session.jsonl") == 0o600)
        #expect(tool.folder.mode(of: "home/sessions") == 0o700)
    }

    @Test func `conversations are named by a part of their name, and forgotten`() async throws {
        let tool = try Tool()
        let server = try server()
        _ = try await ask(tool, server, "one")
        let store = SessionStore(environment: Environment(["LM_HOME": tool.folder.path + "/home"]))
        let id = try #require(store.names().first)
        #expect(try await tool.run("sessions", "show", String(id.suffix(6))).status == 0)
        #expect(try await tool.run("sessions", "rm", id).status == 0)
        let gone = try await tool.run("sessions", "show", id)
        #expect(gone.status == 66)
        #expect(gone.errors.contains("there is no conversation"))
        #expect(try await tool.run("again").status == 66)
    }

    @Test func `acceptance 20: sixty-four at once are kept as sixty-four`() async throws {
        let tool = try Tool()
        let server = try server()
        let outcome = try await tool.shell(
            "seq 64 | xargs -P 16 -I{} \"$LM\" ask --no-stdin --base-url \(server.url("/v1").absoluteString) -m test 'number {}'"
        )
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors == "")
        let headings = try #require(try JSONValue(parsing: try await tool.run("sessions", "--json").output).arrayValue)
        #expect(headings.count == 64)
        #expect(Set(headings.compactMap { $0["title"]?.stringValue }).count == 64)
    }

    @Test func `a damaged conversation says so`() async throws {
        let tool = try Tool()
        let server = try server()
        _ = try await ask(tool, server, "one")
        let store = SessionStore(environment: Environment(["LM_HOME": tool.folder.path + "/home"]))
        let id = try #require(store.names().first)
        let path = store.path(of: id)
        let bytes = try #require(try PrivateFile.read(path))
        try PrivateFile.write(Array(bytes.prefix(bytes.count - 10)), to: path)
        let shown = try await tool.run("sessions", "show", id)
        #expect(shown.status == 65)
        #expect(shown.errors.contains("is damaged"))
    }

    @Test func `what cannot be read of the conversations is told, and the rest is listed`() async throws {
        let tool = try Tool()
        _ = try await ask(tool, try server(), "hello")
        _ = try tool.folder.write("{".utf8, to: "home/sessions/20260101-000000-aaaaaa.session.jsonl")
        let listed = try await tool.run("sessions")
        #expect(listed.status == 0)
        #expect(listed.output.contains("hello"))
        #expect(listed.errors.contains("20260101-000000-aaaaaa is damaged or of a newer version"), "\(listed.errors)")
        #expect(!listed.output.contains("No conversation"))
    }

    @Test func `a folder of conversations that is none is told`() async throws {
        let tool = try Tool()
        try FileManager.default.createDirectory(atPath: tool.folder.path + "/home", withIntermediateDirectories: true)
        _ = try tool.folder.write("x".utf8, to: "home/sessions")
        let listed = try await tool.run("sessions")
        #expect(listed.errors.contains("cannot be listed"), "\(listed.errors)")
        #expect(!listed.errors.contains("No conversation"))
    }
}
