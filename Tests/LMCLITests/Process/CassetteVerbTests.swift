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

    @Test func `what no cassette exercises is named`() async throws {
        let coverage = try await run("coverage", folder)
        #expect(coverage.output.hasPrefix("grammar coverage: "))
        #expect(coverage.output.contains("\n  response.refusal.delta\n"))
        #expect(coverage.output.contains("response.created: response/object"))
        let json = try await json("coverage", folder)
        #expect((json["covered"]?.intValue ?? 0) > 10)
        #expect((json["total"]?.intValue ?? 0) > (json["covered"]?.intValue ?? 0))
    }

    @Test func `a cassette goes out and comes back by every way`() async throws {
        let original = try Cassette(contentsOf: path("pair"))
        let har = tool.folder.path + "/x.har"
        #expect(try await run("export", path("pair"), "-o", har).status == 0)
        let imported = tool.folder.path + "/har.cassette.jsonl"
        #expect(try await run("import", har, "-o", imported).status == 0)
        #expect(try Cassette(contentsOf: imported).interactions == original.interactions)
        let unpacked = tool.folder.path + "/unpacked"
        #expect(try await run("unpack", path("pair"), "-o", unpacked).status == 0)
        let packed = tool.folder.path + "/packed.cassette.jsonl"
        #expect(try await run("pack", unpacked, "-o", packed).status == 0)
        #expect(tool.folder.read("packed.cassette.jsonl") == original.text)
        #expect(try await run("pack", unpacked, "-o", packed).status == 73, "what is there is kept")
        let stream = try await run("export", path("pair"), "--as", "sse", "--only", "2")
        #expect(stream.outputBytes == original.interactions[1].response?.body)
        let sse = try tool.folder.write(stream.outputBytes, to: "two.sse")
        #expect(try await run("import", sse, "-o", tool.folder.path + "/sse.cassette.jsonl").status == 0)
        #expect(try await tool.run("replay", tool.folder.path + "/sse.cassette.jsonl").output == "two words\n")
        #expect(try await run("export", path("pair"), "--as", "curl").output.contains("${XAI_API_KEY}"))
        #expect(try await run("export", path("pair")).output.hasPrefix("<!doctype html>"))
        let nonsense = try tool.folder.write("{\"log\":1}".utf8, to: "x.json")
        #expect(try await run("import", nonsense, "-o", "y").status == 65)
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

    @Test func `exchanges that nobody asks for are left out`() async throws {
        let script = """
            "$LM" ask --base-url "$LM_BASE_URL" -m grok-4.3 --no-save --no-stdin --retries 0 --dry-run x >/dev/null
            curl -s "$LM_BASE_URL/responses" -d '{"model":"grok-4.3","input":"Say two."}'
            """
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/curl") else { return }
        var tool = tool
        tool.variables["LM"] = Tool.path
        let failed = try await tool.run("cassette", "prune", path("pair"), "--", "false")
        #expect(failed.status == 1)
        let listed = try await tool.run("cassette", "prune", path("pair"), "--list", "--", "bash", "-c", script)
        #expect(listed.output.hasSuffix("eof\n") && listed.output.contains("\n1: POST"), "\(listed.output)")
        let pruned = try await tool.run("cassette", "prune", path("pair"), "--", "bash", "-c", script)
        #expect(pruned.status == 0, "\(pruned.errors)")
        #expect(try await tool.run("replay", path("pair")).output == "two words\n")
        #expect(try await run("prune", path("pair"), "--drop", "1").status == 1, "nothing would be left")
        #expect(try await run("prune", path("pair"), "--drop", "9").status == 66)
    }

    @Test func `a stream is shrunk to what still fails`() async throws {
        let small = tool.folder.path + "/small.cassette.jsonl"
        let script = "! \"$0\" cassette export \"$1\" --as sse | grep -q '\"delta\":\"one\"'"
        let outcome = try await tool.run(
            "cassette", "shrink", path("pair"), "-o", small, "--", "bash", "-c", script, Tool.path, "{}")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let cassette = try Cassette(contentsOf: small)
        #expect(cassette.interactions[0].response?.events.map(\.delta) == ["one"])
        #expect(cassette.interactions.count == 2, "the other exchange stays")
        #expect(tool.folder.names.allSatisfy { !$0.contains("candidate") })
        let fine = try await tool.run("cassette", "shrink", path("pair"), "-o", small, "--force", "--", "true")
        #expect(fine.status == 1)
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
