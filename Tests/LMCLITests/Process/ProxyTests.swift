import Foundation
import LMJSON
import LMReplay
import LMTestSupport
import Testing

@testable import lm_cli

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite struct ProxyTests {
    private let ask = "\"$LM\" ask --base-url \"$LM_BASE_URL\" -m test --no-save --no-stdin --retries 0"

    private func server(_ key: String? = nil) throws -> LoopbackServer {
        try LoopbackServer { request in
            if let key, !request.headers.contains(where: { $0.value.contains(key) }) {
                return ServedReply.document(401, "application/json", #"{"error":"no key"}"#)
            }
            return ServedReply.steps("blue", " and wide")
        }
    }

    /// Runs `record -o x … -- bash -c SCRIPT`.
    private func record(
        _ tool: Tool, _ server: LoopbackServer, _ options: [String] = [], _ script: String
    ) async throws
        -> Tool.Outcome
    {
        var tool = tool
        tool.variables["LM"] = Tool.path
        return try await tool.run(
            ["record", "-o", path(tool), "--base-url", server.url("/v1").absoluteString] + options + [
                "--", "bash", "-c", script,
            ])
    }

    private func path(_ tool: Tool) -> String { tool.folder.path + "/x.cassette.jsonl" }

    private func replay(_ tool: Tool, _ options: [String] = [], _ script: String) async throws -> Tool.Outcome {
        var tool = tool
        tool.variables["LM"] = Tool.path
        return try await tool.run(["replay", path(tool)] + options + ["--", "bash", "-c", script])
    }

    @Test func `a command is recorded, and replays without a server`() async throws {
        let tool = try Tool()
        let recorded = try await record(tool, try server(), [], "\(ask) 'The sky is'; \(ask) Twice")
        #expect(recorded.status == 0, "\(recorded.errors)")
        #expect(recorded.output == "blue and wide\nblue and wide\n")
        #expect(recorded.errors.contains("2 exchanges"))
        let cassette = try Cassette(contentsOf: path(tool))
        #expect(cassette.interactions.allSatisfy { $0.isWhole })
        let replayed = try await replay(tool, [], "\(ask) Twice; \(ask) 'The sky is'")
        #expect(replayed.status == 0, "\(replayed.errors)")
        #expect(replayed.output == recorded.output)
        #expect(replayed.errors.contains("served 2/2 exchanges, 0 misses, 0 network connections"))
    }

    @Test func `acceptance 24: the exit code is the command's`() async throws {
        let tool = try Tool()
        let recorded = try await record(tool, try server(), [], "\(ask) hi; exit 7")
        #expect(recorded.status == 7)
        #expect(try await replay(tool, [], "exit 9").status == 9)
        #expect(try await tool.run("replay", path(tool), "--", "/no/such/program").status == 66)
    }

    @Test func `a request that is not on the cassette ends with 4, the difference and the command that records it`()
        async throws
    {
        let tool = try Tool()
        _ = try await record(tool, try server(), [], "\(ask) 'The sky is'")
        let missed = try await replay(tool, [], "\(ask) 'The sea is'; true")
        #expect(missed.status == 4)
        #expect(missed.errors.contains("request 1 is not on \(path(tool))"))
        #expect(missed.errors.contains(#""The sea is" ≠ "The sky is""#), "\(missed.errors)")
        #expect(missed.errors.contains("lm-cli record -o \(path(tool)) --mode missing -- bash -c '"))
        #expect(missed.errors.contains("served 0/1 exchange, 1 miss, 0 network connections"))
        let lenient = try await replay(tool, ["--match", "method,path,model"], "\(ask) 'The sea is'")
        #expect(lenient.status == 0, "\(lenient.errors)")
        #expect(lenient.output == "blue and wide\n")
    }

    @Test func `what is missing is recorded, what is there is not asked for again`() async throws {
        let tool = try Tool()
        let server = try server()
        _ = try await record(tool, server, [], "\(ask) one")
        let kept = try await record(tool, server, [], "\(ask) one")
        #expect(kept.status == 73, "an existing cassette is kept")
        let more = try await record(tool, server, ["--mode", "missing"], "\(ask) one; \(ask) two")
        #expect(more.status == 0, "\(more.errors)")
        #expect(more.errors.contains("1 answered from the cassette, 1 recorded"))
        #expect(server.requests.count == 2)
        let third = try await replay(tool, ["--on-miss", "record"], "\(ask) three")
        #expect(third.output == "blue and wide\n", "\(third.errors)")
        #expect(try Cassette(contentsOf: path(tool)).interactions.count == 3)
        let forwarded = try await replay(tool, ["--on-miss", "forward"], "\(ask) one; \(ask) four")
        #expect(forwarded.errors.contains("1 network connection"))
        #expect(try Cassette(contentsOf: path(tool)).interactions.count == 3)
    }

    @Test func `continuous integration completes no cassette, unless it is told to`() async throws {
        var tool = try Tool()
        let server = try server()
        _ = try await record(tool, server, [], "\(ask) one")
        tool.variables["CI"] = "true"
        let refused = try await replay(tool, ["--on-miss", "record"], "\(ask) two")
        #expect(refused.status == 64)
        #expect(refused.errors.contains("LM_CASSETTE_ALLOW_CI"))
        tool.variables["LM_CASSETTE_ALLOW_CI"] = "1"
        #expect(try await replay(tool, ["--on-miss", "record"], "\(ask) two").status == 0)
    }

    @Test func `a prompt completes a cassette, too`() async throws {
        let tool = try Tool()
        let server = try server()
        for prompt in ["one", "two", "one"] {
            let outcome = try await tool.run(
                "record", "-o", path(tool), "--mode", "missing", "--base-url", server.url("/v1").absoluteString, "-m",
                "test", prompt)
            #expect(outcome.output == "blue and wide\n", "\(outcome.errors)")
        }
        #expect(server.requests.count == 2)
        #expect(try Cassette(contentsOf: path(tool)).interactions.count == 2)
    }

    @Test func `the tool's key is added to requests without one, and is in no file`() async throws {
        let tool = try Tool()
        let key = try tool.folder.write(canaryKey.utf8, to: "key")
        let recorded = try await record(tool, try server(canaryKey), ["--key-file", key], "\(ask) hi")
        #expect(recorded.output == "blue and wide\n", "\(recorded.errors)")
        let bytes = try #require(tool.folder.read("x.cassette.jsonl"))
        #expect(!String(decoding: bytes, as: UTF8.self).contains(canaryKey))
        #expect(!recorded.errors.contains(canaryKey))
    }

    @Test func `further redaction rules are applied, and wrong ones are refused`() async throws {
        let tool = try Tool()
        let policy = try tool.folder.write(
            #"{"name":"team-1","rules":[{"json":"**/content","replace":"HIDDEN"}]}"#.utf8, to: "policy.json")
        let recorded = try await record(tool, try server(), ["--redact", policy], "\(ask) secretive")
        #expect(recorded.status == 0, "\(recorded.errors)")
        let text = String(decoding: try #require(tool.folder.read("x.cassette.jsonl")), as: UTF8.self)
        #expect(!text.contains("secretive") && text.contains("HIDDEN") && text.contains("team-1"))
        let wrong = try tool.folder.write(#"{"name":"x","rules":[{"jsn":"a"}]}"#.utf8, to: "wrong.json")
        let refused = try await record(tool, try server(), ["--force", "--redact", wrong], "true")
        #expect(refused.status == 65)
        #expect(refused.errors.contains("Rule 1"))
    }

    @Test func `a command that sends nothing makes no cassette and says so`() async throws {
        let tool = try Tool()
        let outcome = try await record(tool, try server(), [], "true")
        #expect(outcome.status == 73)
        #expect(outcome.errors.contains("XAI_BASE_URL"))
        #expect(tool.folder.names.allSatisfy { !$0.contains("cassette") })
    }

    @Test func `signals go to the command, and its recording is finished`() async throws {
        var tool = try Tool()
        tool.variables["LM"] = Tool.path
        let server = try server()
        let running = try RunningTool(
            [
                "record", "-o", path(tool), "--base-url", server.url("/v1").absoluteString, "--", "bash", "-c",
                "trap 'exit 9' TERM; \(ask) hi; echo ready; while :; do read -t 1 line < <(:) ; done",
            ], environment: tool.variables)
        _ = try await running.readOutput(until: "ready")
        running.signal(SIGTERM)
        #expect(try await running.wait() == 9)
        #expect(try Cassette(contentsOf: path(tool)).interactions.count == 1)
    }

    @Test func `the proxy records until it is stopped, into a file that is named after the time`() async throws {
        let tool = try Tool()
        let server = try server()
        let folder = tool.folder.path + "/tapes/"
        let proxy = try RunningTool(
            ["proxy", "-o", folder, "--upstream", server.url("/v1").absoluteString], environment: tool.variables)
        let url = try await proxy.readOutput(until: "\n").trimmingCharacters(in: .newlines)
        let answer = try await tool.run("ask", "--base-url", url, "-m", "test", "--no-save", "The sky is")
        #expect(answer.output == "blue and wide\n", "\(answer.errors)")
        proxy.signal(SIGINT)
        let log = try await proxy.readErrors(until: "1 exchange,")
        #expect(log.contains("POST /v1/responses → ") && log.contains(" 200"))
        #expect(try await proxy.wait() == 128 + SIGINT)
        let name = try #require(try CassetteFolder(path: folder).names().first)
        #expect(try await tool.run("replay", folder + name + ".cassette.jsonl").output == "blue and wide\n")
    }

    @Test func `a part of a stream plays from an event or a time to another`() async throws {
        let tool = try Tool()
        let stream = ServedReply.stream(["one", " two"])
        let path = try tool.folder.write(stream.joined().utf8, to: "reply.sse")
        let part = try await tool.run("replay", path, "--as", "wire", "--from", "2", "--to", "3")
        #expect(part.output == stream[1...2].joined())
        let start = try await tool.run("replay", path, "--to", "4")
        #expect(start.output == "one\n")
        #expect(start.status == 0, "an end that was asked for is no failure")
        #expect(try await tool.run("replay", path, "--from", "soon").status == 64)
    }

    @Test func `a replay misbehaves as it is told`() async throws {
        let tool = try Tool()
        let stream = ServedReply.stream(["one", " two"])
        let path = try tool.folder.write(stream.joined().utf8, to: "reply.sse")
        #expect(try await tool.run("replay", path, "--cut", "event:4").status == 74)
        #expect(try await tool.run("replay", path, "--cut", "3").status == 69)
        #expect(try await tool.run("replay", path, "--status", "429:2s").status == 75)
        #expect(try await tool.run("replay", path, "--shake", "3").output == "one two\n")
        #expect(try await tool.run("replay", path, "--corrupt", "4").status == 76)
    }
}
