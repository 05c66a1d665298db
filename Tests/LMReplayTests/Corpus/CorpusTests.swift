import LMTestSupport
import LMTransport
import Testing

@testable import LMReplay

@Suite struct CorpusTests {
    private func event(_ type: String, _ members: String = "") -> String {
        "event: \(type)\ndata: {\"type\":\"\(type)\"\(members.isEmpty ? "" : ",\(members)")}\n\n"
    }

    private func cassette(_ events: [String], request: RecordedRequest = Samples.request) -> Cassette {
        Samples.cassette([Samples.interaction(request: request, body: Array(events.joined().utf8))])
    }

    private let handMade = """
        {"cassette":1,"recorder":"r","mood":"fine"}
        {"note":"first"}
        {"request":1,"method":"GET","url":"http://h/?key=s","headers":{},"why":[1]}
        {"response":1,"status":200,"headers":{"content-type":"text/event-stream"}}
        {"event":1,"json":{"user":"ann"},"seen":true}
        {"note":"inside"}
        {"end":1,"how":"eof","bytes":22}
        {"request":2,"method":"GET","url":"http://h/2","headers":{},"why":2}
        {"end":2,"how":"reset","bytes":0}
        {"request":3,"method":"GET","url":"http://h/3","headers":{}}

        """

    // MARK: - Editing

    @Test func `redacting keeps lines and keys that are not known`() throws {
        let cassette = try Cassette(text: Array(handMade.utf8))
        let policy = Redaction(adding: [.init(.json("user"), .pseudonym("user"))], name: "users")
        let text = cassette.redacted(by: policy).text.text
        #expect(
            text == """
                {"cassette":1,"recorder":"r","redaction":"default-2+users","mood":"fine"}
                {"note":"first"}
                {"request":1,"method":"GET","url":"http://h/?key=REDACTED","headers":{},"why":[1]}
                {"response":1,"status":200,"headers":{"content-type":"text/event-stream"}}
                {"event":1,"json":{"user":"<user:1>"},"seen":true}
                {"end":1,"how":"eof","bytes":27}
                {"note":"inside"}
                {"request":2,"method":"GET","url":"http://h/2","headers":{},"why":2}
                {"end":2,"how":"reset","bytes":0}
                {"request":3,"method":"GET","url":"http://h/3","headers":{}}

                """)
    }

    @Test func `pruning leaves exchanges out and numbers the others anew`() throws {
        let cassette = try Cassette(text: Array(handMade.utf8)).pruned(of: [1])
        #expect(cassette.interactions.map(\.number) == [1, 2])
        #expect(cassette.interactions.map(\.request.url) == ["http://h/2", "http://h/3"])
        #expect(cassette.text.text.contains(#""why":2"#) && !cassette.text.text.contains("inside"))
    }

    @Test func `trimming leaves out what was broken off`() throws {
        #expect(try Cassette(text: Array(handMade.utf8)).trimmed().interactions.map(\.number) == [1, 2])
    }

    @Test func `what is whole of a damaged file can be saved, and of a part`() throws {
        let folder = try TemporaryFolder()
        folder.write(Array(handMade.utf8) + Array("{\"end\":3,\"how".utf8), to: "x.cassette.jsonl.part")
        let (cassette, damage) = try Cassette.salvage(contentsOf: folder.file("x.cassette.jsonl.part"))
        #expect(cassette.interactions.count == 2 && damage?.line == 11 && damage?.wholeInteractions == 2)
        folder.write(Array("{\"cassette\":1}\n{".utf8), to: "y.cassette.jsonl")
        #expect(throws: CassetteError.self) { try Cassette.salvage(contentsOf: folder.file("y.cassette.jsonl")) }
    }

    @Test func `migrating writes each line as this version does`() throws {
        let odd =
            #"{ "cassette" : 1 , "mood":"fine" }"# + "\n"
            + #"{"request":1,"url":"http://h/","method":"GET","headers":{}}"# + "\n"
        #expect(
            try Cassette(text: Array(odd.utf8)).migrated().text.text == """
                {"cassette":1,"mood":"fine"}
                {"request":1,"method":"GET","url":"http://h/","headers":{}}

                """)
    }

    @Test func `writing a cassette replaces the old one whole, and not with a secret`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("x.cassette.jsonl")
        try cassette([event("a")]).write(to: path)
        let text = folder.contents("x.cassette.jsonl")
        #expect(text == cassette([event("a")]).text)
        do {
            try cassette([event("a", "\"k\":\"\(canaryKey)\"")]).write(to: path)
            Issue.record("It was written.")
        } catch { #expect(error.kind == .secretFound && error.line == 7) }
        #expect(folder.contents("x.cassette.jsonl") == text && folder.names == ["x.cassette.jsonl"])
    }

    // MARK: - Looking

    @Test func `a summary has the figures`() {
        let usage =
            #""response":{"usage":{"input_tokens":10,"input_tokens_details":{"cached_tokens":4},"output_tokens":7,"output_tokens_details":{"reasoning_tokens":2},"cost_in_usd_ticks":500}}"#
        let summary = CassetteSummary(cassette([event("a"), event("response.completed", usage)]))
        #expect(summary.interactions == 1 && summary.events == 2 && summary.partial == 0)
        #expect(summary.models == ["grok-4.7"])
        #expect(summary.usage.input == 10 && summary.usage.inputCached == 4 && summary.usage.output == 7)
        #expect(summary.usage.outputReasoning == 2 && summary.usage.costTicks == 500)
    }

    @Test(arguments: [
        (#"{"type":"response.output_text.delta","delta":"x"}"#, RecordedEvent.Kind.text, "x"),
        (#"{"type":"response.reasoning_summary_text.delta","delta":"x"}"#, .reasoning, "x"),
        (#"{"type":"response.function_call_arguments.delta","delta":"{"}"#, .tool, "{"),
        (#"{"type":"response.completed"}"#, .end, ""), (#"{"type":"error","message":"m"}"#, .error, ""),
        (#"{"choices":[{"delta":{"content":"x"}}]}"#, .text, "x"),
        (#"{"choices":[{"delta":{"reasoning_content":"x"}}]}"#, .reasoning, "x"),
        (#"{"type":"content_block_delta","delta":{"type":"text_delta","text":"x"}}"#, .text, "x"),
        (#"{"type":"content_block_delta","delta":{"type":"thinking_delta","thinking":"x"}}"#, .reasoning, "x"),
        ("[DONE]", .other, ""),
    ])
    func `events are told apart whosever they are`(payload: String, kind: RecordedEvent.Kind, delta: String) {
        let response = RecordedResponse(
            status: 200, headers: RecordedHeaders(keeping: Samples.eventStream),
            body: Array("data: \(payload)\n\n".utf8))
        #expect(response.events.map(\.kind) == [kind] && response.events.map(\.delta) == [delta])
    }

    @Test func `differences are of structure, not of wording`() throws {
        let first = cassette([event("created"), event("delta", #""delta":"Hello""#), event("completed")])
        let reworded = cassette([
            event("created"), event("delta", #""delta":"Hi""#), event("delta", #""delta":"!""#), event("completed"),
        ])
        #expect(CassetteDifference(first, first).isEmpty)
        #expect(CassetteDifference(first, reworded).lines == ["1: only in the second: delta behind delta"])
        var request = Samples.request
        request.body = Array(#"{"model":"grok-5","input":[{"role":"user","content":"Say hello."}],"stream":true}"#.utf8)
        let changed = cassette(
            [event("created", #""new":{"field":1}"#), event("ping"), event("completed")], request: request)
        #expect(
            CassetteDifference(first, changed).lines == [
                #"1: request: model: "grok-4.7" ≠ "grok-5""#, "1: only in the first: delta",
                "1: only in the second: ping",
                "1: only in the second: created: new", "1: only in the second: created: new/field",
            ])
    }

    @Test func `a grammar is what was seen`() {
        let grammar = EventGrammar(cassette([event("a", #""x":{"y":[1,{"z":2}]}"#), event("b")]))
        #expect(grammar.types == ["a", "b"])
        #expect(grammar.fields["a"] == ["x", "x/y", "x/y/*/z"])
    }

    @Test func `verifying names what is wrong, by line`() throws {
        #expect(CassetteVerification(text: cassette([event("a")]).text).findings.isEmpty)
        let sound = cassette([event("a", "\"k\":\"\(canaryKey)\"")])
        let count = try #require(sound.interactions[0].response?.body.count)
        let text =
            sound.text.text.replacing("https://api", with: "https://u:p@api")
            .replacing("\"bytes\":\(count)", with: "\"bytes\":7") + "{\"end\":"
        let verification = CassetteVerification(text: Array(text.utf8))
        #expect(!verification.isSound)
        #expect(
            verification.findings.map(\.description) == [
                "interaction 1 holds what the policy default-2 redacts", "line 7: a secret (xai-key)",
                "line 9: The line is not a line of a cassette: the JSON ends inside a value at byte 7."
                    + " Interactions that are whole before it: 1.",
                "line 8: interaction 1: its end line says 7 bytes and the body has \(count)",
            ])
    }
}
