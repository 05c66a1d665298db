import LMJSON
import LMReplay
import LMTestSupport
import Testing

@testable import lm_cli

@Suite struct RecordReplayTests {
    /// Records one answer of a server and gives the cassette's path.
    private func record(
        _ tool: Tool, _ arguments: [String] = [], name: String = "x.cassette.jsonl",
        _ steps: @escaping @Sendable (ReceivedRequest) -> [LoopbackStep]
    ) async throws -> (outcome: Tool.Outcome, path: String) {
        let server = try LoopbackServer(steps)
        let path = tool.folder.path + "/" + name
        let outcome = try await tool.run(
            ["record", "-o", path, "--base-url", server.url("/v1").absoluteString, "-m", "test"] + arguments + [
                "The sky is"
            ])
        return (outcome, path)
    }

    @Test func `acceptance 23: what was recorded replays as the same text, offline`() async throws {
        let tool = try Tool()
        let (recorded, path) = try await record(tool) { _ in ServedReply.steps("blue", " and wide") }
        #expect(recorded.status == 0, "\(recorded.errors)")
        #expect(recorded.output == "blue and wide\n")
        let replayed = try await tool.run("replay", path)
        #expect(replayed.output == recorded.output)
        #expect(replayed.status == 0)
        #expect(replayed.errors == "")
    }

    @Test func `the recorded body is the served one, to the byte`() async throws {
        let tool = try Tool()
        let pieces = [": keepalive\n\n", "\u{FEFF}", "data: x\r\n\r\n"] + ServedReply.stream(["ok"]) + [": tail"]
        let (outcome, path) = try await record(tool) { _ in
            [.streamHead] + pieces.map { LoopbackStep.chunk($0) } + [.lastChunk]
        }
        let wire = try await tool.run("replay", path, "--as", "wire")
        #expect(wire.output == pieces.joined(), "\(outcome.errors)")
        let cassette = try Cassette(contentsOf: path)
        #expect(cassette.interactions.first?.response?.body == Array(pieces.joined().utf8))
    }

    @Test func `the same question is answered from the cassette, another is a miss that shows the difference`()
        async throws
    {
        let tool = try Tool()
        let (_, path) = try await record(tool) { _ in ServedReply.steps("blue") }
        let same = try await tool.run(
            "ask", "--replay", path, "--base-url", "http://127.0.0.1:9/v1", "-m", "test", "The sky is")
        #expect(same.output == "blue\n", "\(same.errors)")
        let other = try await tool.run(
            "ask", "--replay", path, "--base-url", "http://127.0.0.1:9/v1", "-m", "test", "The sea is")
        #expect(other.status == 4)
        #expect(other.errors.contains("The sea is"))
        #expect(other.errors.contains("The sky is"))
    }

    @Test func `no key is in what is written`() async throws {
        let tool = try Tool()
        let key = try tool.folder.write(canaryKey.utf8, to: "key")
        let (outcome, path) = try await record(tool, ["--key-file", key, "-v"]) { _ in ServedReply.steps("ok") }
        #expect(outcome.status == 0)
        let cassette = try #require(tool.folder.read("x.cassette.jsonl"))
        #expect(!String(decoding: cassette, as: UTF8.self).contains(canaryKey))
        #expect(!outcome.errors.contains(canaryKey))
        #expect(tool.folder.mode(of: "x.cassette.jsonl").map { $0 & 0o077 } != nil)
        #expect(path.isEmpty == false)
    }

    @Test func `a key that the server echoes keeps the cassette from being written`() async throws {
        let tool = try Tool()
        let key = try tool.folder.write(canaryKey.utf8, to: "key")
        let (outcome, _) = try await record(tool, ["--key-file", key]) { _ in
            ServedReply.steps("your key is \(canaryKey)")
        }
        #expect(outcome.status == 1)
        #expect(tool.folder.read("x.cassette.jsonl") == nil)
        #expect(!outcome.errors.contains(canaryKey))
    }

    @Test func `a cassette that is there is kept, unless --force`() async throws {
        let tool = try Tool()
        _ = try await record(tool) { _ in ServedReply.steps("one") }
        let (kept, path) = try await record(tool) { _ in ServedReply.steps("two") }
        #expect(kept.status == 73)
        #expect(kept.errors.contains("--force"))
        #expect(try await tool.run("replay", path).output == "one\n")
        let (replaced, _) = try await record(tool, ["--force"]) { _ in ServedReply.steps("two") }
        #expect(replaced.status == 0)
        #expect(try await tool.run("replay", path).output == "two\n")
    }

    @Test func `a recording that broke never replaces a good one, and is explained`() async throws {
        let tool = try Tool()
        _ = try await record(tool) { _ in ServedReply.steps("good") }
        let stream = ServedReply.stream(["half"])
        let (broken, path) = try await record(tool, ["--force"]) { _ in
            [.streamHead] + stream[..<4].map { LoopbackStep.chunk($0) } + [.reset]
        }
        #expect(broken.status == 74)
        #expect(broken.output == "half\n")
        #expect(try await tool.run("replay", path).output == "good\n")
        let part = try await tool.run("replay", path + ".part")
        #expect(part.status == 65)
        #expect(part.errors.contains("not finished") || part.errors.contains("unfinished"), "\(part.errors)")
        let (kept, _) = try await record(tool, ["--keep-partial"], name: "partial.cassette.jsonl") { _ in
            [.streamHead] + stream[..<4].map { LoopbackStep.chunk($0) } + [.reset]
        }
        #expect(kept.status == 74)
        let replayed = try await tool.run("replay", tool.folder.path + "/partial.cassette.jsonl")
        #expect(replayed.output == "half\n")
        #expect(replayed.status == 74, "it breaks at the same byte in the same way")
    }

    @Test func `an error that a server answers is a whole recording, and fails the same way`() async throws {
        let tool = try Tool()
        let (recorded, path) = try await record(tool) { _ in
            ServedReply.document(
                400, "application/json", #"{"code":"invalid-argument","error":"Incorrect API key provided: x."}"#)
        }
        #expect(recorded.status == 77)
        let replayed = try await tool.run("replay", path)
        #expect(replayed.status == 77)
        #expect(replayed.errors.contains("Incorrect API key provided"))
    }

    @Test func `ask --record writes the same cassette as record`() async throws {
        let tool = try Tool()
        let server = try LoopbackServer { _ in ServedReply.steps("blue") }
        let path = tool.folder.path + "/y.cassette.jsonl"
        let outcome = try await tool.run(
            "ask", "--record", path, "--base-url", server.url("/v1").absoluteString, "-m", "test", "The sky is")
        #expect(outcome.output == "blue\n")
        #expect(try await tool.run("replay", path).output == "blue\n")
    }

    @Test func `a reader that goes away does not spoil a recording`() async throws {
        let tool = try Tool()
        let lines = (0..<2000).map { "line \($0)\n" }
        let stream = ServedReply.stream(lines)
        let server = try LoopbackServer { _ in [.streamHead] + stream.map { LoopbackStep.chunk($0) } + [.lastChunk] }
        let path = tool.folder.path + "/long.cassette.jsonl"
        let outcome = try await tool.shell(
            "\"$LM\" record -o \(path) --base-url \(server.url("/v1").absoluteString) -m test hi </dev/null | head -1")
        #expect(outcome.output == "line 0\n")
        #expect(try await tool.run("replay", path).output == lines.joined())
    }

    @Test(arguments: [
        ("missing", Int32(66), "there is no such file"), ("damaged", 65, "line 3"), ("newer", 65, "99"),
        ("empty", 65, "is empty"),
        ("other", 65, "not a cassette"),
    ])
    func `a cassette that cannot be played says why, and where`(which: String, code: Int32, words: String) async throws
    {
        let tool = try Tool()
        let good = """
            {"cassette":1,"recorder":"swift-lm 0.1.0","recorded":"2026-11-30T11:25:09Z","redaction":"default-1"}
            {"request":1,"method":"POST","url":"https://api.x.ai/v1/responses","headers":{}}

            """
        switch which {
        case "damaged": try tool.folder.write((good + "{\"body\":1,\n").utf8, to: "x")
        case "newer": try tool.folder.write(good.replacing("{\"cassette\":1", with: "{\"cassette\":99").utf8, to: "x")
        case "empty": try tool.folder.write("".utf8, to: "x")
        case "other": try tool.folder.write("hello\n".utf8, to: "x")
        default: break
        }
        let outcome = try await tool.run("replay", tool.folder.path + "/x")
        #expect(outcome.status == code, "\(outcome.errors)")
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
        #expect(outcome.errors.hasPrefix("lm-cli: "))
        #expect(outcome.output == "")
    }

    @Test func `a saved event stream plays like a cassette`() async throws {
        let tool = try Tool()
        let body = ServedReply.stream(["Hel", "lo"]).joined()
        let path = try tool.folder.write(body.utf8, to: "reply.sse")
        #expect(try await tool.run("replay", path).output == "Hello\n")
        #expect(try await tool.run(["replay", "-"], input: Array(body.utf8)).output == "Hello\n")
        let events = try await tool.run("replay", "--as", "events", "--deterministic", path)
        let lines = events.output.split(separator: "\n")
        #expect(lines.first == #"{"type":"start","v":1,"id":"resp_1","model":"test"}"#)
        #expect(lines.last == #"{"type":"end","finishReason":"stop","rawFinishReason":"completed"}"#)
        #expect(!events.output.contains("\"t\":"))
        let again = try await tool.run("replay", "--as", "events", "--deterministic", path)
        #expect(again.output == events.output)
    }

    @Test func `a response that was not streamed plays too`() async throws {
        let tool = try Tool()
        let body =
            #"{"id":"r","object":"response","model":"m","status":"completed","output":[{"type":"message","id":"1","role":"assistant","content":[{"type":"output_text","text":"whole"}]}]}"#
        let path = try tool.folder.write(body.utf8, to: "reply.json")
        #expect(try await tool.run("replay", path).output == "whole\n")
    }

    @Test func `a stream that is cut ends in a classified error`() async throws {
        let tool = try Tool()
        let stream = ServedReply.stream(["half", " more"])
        let path = try tool.folder.write(stream[..<4].joined().utf8, to: "cut.sse")
        let outcome = try await tool.run("replay", "--as", "events", "--deterministic", path)
        #expect(outcome.status == 74)
        let last = try JSONValue(parsing: String(try #require(outcome.output.split(separator: "\n").last)))
        #expect(last["type"] == "error")
        #expect(last["kind"] == "incompleteStream")
        #expect(last["partial"] == "half")
    }

    @Test func `views show what was sent and what came back`() async throws {
        let tool = try Tool()
        let (_, path) = try await record(tool) { _ in ServedReply.steps("blue") }
        let headers = try await tool.run("replay", path, "--as", "headers")
        #expect(headers.output.contains("POST http://127.0.0.1"))
        #expect(headers.output.contains("\n200\ncontent-type: text/event-stream\n"))
        let chat = try await tool.run("replay", path, "--as", "chat")
        #expect(chat.output == "user: The sky is\n\nblue\n")
        let json = try await tool.run("replay", path, "--json")
        #expect(try JSONValue(parsing: json.output)["text"] == "blue")
    }

    @Test func `one exchange of several is played by its number`() async throws {
        let tool = try Tool()
        let (_, path) = try await record(tool) { _ in ServedReply.steps("blue") }
        #expect(try await tool.run("replay", path, "--only", "1").output == "blue\n")
        let missing = try await tool.run("replay", path, "--only", "2")
        #expect(missing.status == 66)
        #expect(missing.errors.contains("has no exchange 2"))
    }
}
