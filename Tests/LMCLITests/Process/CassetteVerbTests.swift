import Foundation
import LMJSON
import LMReplay
import LMTestSupport
import Testing

@testable import lm_cli

@Suite struct CassetteVerbTests {
    private let tool: Tool
    private let folder: String

    /// Two cassettes in a folder: one of two exchanges, one that broke.
    init() throws {
        tool = try Tool()
        folder = tool.folder.path + "/tapes"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try write(["one", "two"].enumerated().map { exchange($0 + 1, $1) }, named: "pair")
        var broken = exchange(1, "three")
        broken.ending = Ending(.reset)
        broken.response?.body.removeLast(400)
        try write([broken], named: "broken")
    }

    private func exchange(_ number: Int, _ text: String) -> Interaction {
        let body = ServedReply.stream([text, " words"]).joined()
        var headers = RecordedResponseHeaders()
        headers[.contentType] = "text/event-stream"
        return Interaction(
            number: number,
            request: RecordedRequest(
                method: "POST", url: "https://api.x.ai/v1/responses",
                body: Array(#"{"model":"grok-4.3","input":"Say \#(text)."}"#.utf8)),
            response: RecordedResponse(status: 200, headers: headers, body: Array(body.utf8)))
    }

    private func write(_ interactions: [Interaction], named name: String) throws {
        try Cassette(
            header: CassetteHeader(recorder: "test", recorded: "2026-11-30T11:25:09Z", redaction: "default-1"),
            interactions: interactions
        ).write(to: path(name))
    }

    private func path(_ name: String) -> String { "\(folder)/\(name).cassette.jsonl" }

    private func run(_ arguments: String...) async throws -> Tool.Outcome {
        try await tool.run(["cassette"] + arguments)
    }

    private func json(_ arguments: String...) async throws -> JSONValue {
        try JSONValue(parsing: try await tool.run(["cassette"] + arguments + ["--json"]).output)
    }

    @Test func `a folder is listed, for people and as JSON`() async throws {
        let list = try await run("ls", folder)
        #expect(list.output.contains("pair\t2\t"), "\(list.output)")
        #expect(!list.output.contains("NAME"))
        let json = try await json("ls", folder)
        #expect(json[1]?["name"] == "pair")
        #expect(json[1]?["exchanges"] == 2)
        #expect(json[1]?["usage"]?["costTicks"] == 22_000_000)
        #expect(json[0]?["broken"] == 1)
        try tool.folder.write("{\"cassette\":1}\nnonsense\n".utf8, to: "tapes/bad.cassette.jsonl")
        let damaged = try await run("ls", folder)
        #expect(damaged.output.contains("bad\tdamaged") && damaged.output.contains("pair"), "\(damaged.output)")
    }

    @Test func `an exchange is shown with what was asked and answered`() async throws {
        let show = try await run("show", path("pair"))
        #expect(show.output.contains("2  POST https://api.x.ai/v1/responses → 200 · grok-4.3"))
        #expect(show.output.contains("user: Say two."))
        #expect(show.output.contains("reply: two words"))
        #expect(try await json("show", path("pair"))["interactions"]?[1]?["reply"] == "two words")
    }

    @Test func `what is in order is told from what is not`() async throws {
        let sound = try await run("verify", path("pair"))
        #expect(sound.status == 0)
        #expect(sound.output.hasPrefix("ok "))
        #expect(sound.output.contains("16/16 events understood"), "\(sound.output)")
        try tool.folder.write(try #require(tool.folder.read("tapes/pair.cassette.jsonl")).dropLast(40), to: "cut")
        let bad = try await run("verify", tool.folder.path + "/cut")
        #expect(bad.status == 1)
        #expect(bad.output.contains("BAD") && bad.output.contains("line "))
        let event = ServedReply.stream(["x"]).joined().replacing("\"item\":{", with: "\"itom\":{")
        var odd = exchange(1, "x")
        odd.response?.body = Array(event.utf8)
        try write([odd], named: "odd")
        let misunderstood = try await run("verify", path("odd"))
        #expect(misunderstood.status == 1)
        #expect(misunderstood.output.contains("event 2"), "\(misunderstood.output)")
        #expect(try await json("verify", path("odd"))[0]?["sound"] == false)
    }

    @Test(arguments: [
        (
            "https://api.deepseek.com/chat/completions",
            #"data: {"id":"1","choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}"# + "\n\n"
                + "data: [DONE]\n\n", #""delta":{"content":"Hi"}"#
        ),
        (
            "https://api.anthropic.com/v1/messages",
            "event: message_start\n"
                + #"data: {"type":"message_start","message":{"id":"m","role":"assistant","content":[],"usage":{}}}"#
                + "\n\n"
                + #"data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{}}"# + "\n\n"
                + #"data: {"type":"message_stop"}"# + "\n\n", #""stop_reason":"end_turn""#
        ),
        (
            "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse",
            #"data: {"candidates":[{"content":{"parts":[{"text":"Hi"}]},"finishReason":"STOP"}]}"# + "\n\n",
            #""parts":["#
        ),
    ])
    func `events of every wire are understood, or named`(url: String, body: String, part: String) async throws {
        var answer = exchange(1, "x")
        answer.request.url = url
        answer.response?.body = Array(body.utf8)
        try write([answer], named: "wire")
        let count = body.split(separator: "\n\n").count
        let sound = try await run("verify", path("wire"))
        #expect(sound.output.contains("\(count)/\(count) events understood"), "\(sound.output)")
        #expect(sound.status == 0)
        answer.response?.body = Array(body.replacing(part, with: "{").utf8)
        try write([answer], named: "wire")
        let broken = try await run("verify", path("wire"))
        #expect(broken.status == 1)
        #expect(broken.output.contains("BAD") && broken.output.contains("interaction 1:"), "\(broken.output)")
    }

    @Test func `secrets are found and never shown`() async throws {
        let leak = "xai-" + String(repeating: "a1B2", count: 20)
        let text = String(decoding: try #require(tool.folder.read("tapes/pair.cassette.jsonl")), as: UTF8.self)
        try tool.folder.write(text.replacing("Say one.", with: leak).utf8, to: "tapes/leaky.cassette.jsonl")
        for verb in [["scan", folder], ["redact", "--check", folder], ["verify", folder]] {
            let outcome = try await tool.run(["cassette"] + verb)
            #expect(outcome.status == 1, "\(verb) \(outcome.errors)")
            #expect(!(outcome.output + outcome.errors).contains(leak))
            #expect(outcome.output.contains("leaky"))
        }
        #expect(try await run("scan", path("pair")).status == 0)
        let key = try tool.folder.write("Say-two.-and-more".utf8, to: "key")
        try tool.folder.write("x U2F5LXR3by4tYW5kLW1vcmU= y".utf8, to: "encoded.txt")
        let known = try await run("scan", tool.folder.path + "/encoded.txt", "--key-file", key)
        #expect(known.status == 1)
        #expect(known.output.contains("encoded.txt:1  live-key"), "\(known.output)")
    }

    @Test func `redaction rules change a cassette in place or elsewhere`() async throws {
        let policy = try tool.folder.write(
            #"{"name":"t-1","rules":[{"json":"input","replace":"HIDDEN"}]}"#.utf8, to: "policy.json")
        #expect(try await run("redact", path("pair")).status == 64)
        #expect(try await run("redact", "--check", path("pair"), "--redact", policy).status == 1)
        let elsewhere = tool.folder.path + "/new.cassette.jsonl"
        #expect(try await run("redact", path("pair"), "-o", elsewhere, "--redact", policy).status == 0)
        #expect(
            String(decoding: try #require(tool.folder.read("new.cassette.jsonl")), as: UTF8.self).contains("HIDDEN"))
        #expect(try await run("redact", "-i", path("pair"), "--redact", policy).status == 0)
        #expect(try await run("redact", "--check", path("pair"), "--redact", policy).status == 0)
    }

    @Test func `structure is compared, and wording where it is asked for`() async throws {
        try write([exchange(1, "one"), exchange(2, "TWO")], named: "other")
        let requests = try await run("diff", path("pair"), path("other"))
        #expect(requests.status == 1)
        #expect(requests.output == "2: request: input: \"Say two.\" ≠ \"Say TWO.\"\n")
        let text = try await run("diff", path("pair"), path("other"), "--text")
        #expect(text.output.contains("2: text: two words ≠ TWO words"))
        #expect(try await run("diff", path("pair"), path("pair"), "--text").status == 0)
    }

    @Test func `figures are summed up`() async throws {
        let stats = try await json("stats", folder)
        #expect(stats["cassettes"] == 2)
        #expect(stats["exchanges"] == 3)
        #expect(stats["usage"]?["input"] == 62)
        #expect(try await run("stats", folder).output.contains("$0.0022 with each replay"))
    }

    @Test func `a damaged cassette is trimmed to what is whole`() async throws {
        let whole = try #require(tool.folder.read("tapes/pair.cassette.jsonl"))
        let damaged = try tool.folder.write(whole.dropLast(200), to: "damaged.cassette.jsonl")
        #expect(try await tool.run("replay", damaged).status == 65)
        #expect(try await run("trim", damaged).status == 0)
        #expect(try await tool.run("replay", damaged).output == "one words\n")
        let again = try await run("trim", damaged)
        #expect(again.errors.contains("whole already"))
        #expect(
            try await run("trim", path("broken")).errors.contains("whole already"), "a broken stream is whole as it is")
    }

    @Test func `a cassette edited by hand is written anew`() async throws {
        let text = String(decoding: try #require(tool.folder.read("tapes/pair.cassette.jsonl")), as: UTF8.self)
        try tool.folder.write(
            text.replacing("{\"end\":1,", with: "{ \"end\": 1,").utf8, to: "tapes/pair.cassette.jsonl")
        #expect(try await run("migrate", "--check", path("pair")).status == 1)
        #expect(try await run("migrate", path("pair")).output == path("pair") + "\n")
        #expect(tool.folder.read("tapes/pair.cassette.jsonl") == Array(text.utf8))
        #expect(try await run("migrate", "--check", folder).status == 0)
    }
}
