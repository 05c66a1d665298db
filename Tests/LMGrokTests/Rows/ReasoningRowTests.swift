import LMJSON
import LMProtocol
import LMTestSupport
import Testing

@testable import LMGrok

/// The public bug reports of other clients that are about reasoning, one test for each row of the project's list. Each
/// asserts the events of the model and what an app sees through a session: its transcript and its next request.
struct ReasoningRowTests {
    /// The reasoning in the transcript: the texts of each entry.
    private static func reasoning(_ run: RowRun) -> [[String]] {
        run.session.transcript.compactMap { entry in
            guard case .reasoning(let reasoning) = entry else { return nil }
            return reasoning.segments.compactMap { if case .text(let text) = $0 { text.content } else { nil } }
        }
    }

    /// The reasoning items of the second request.
    private static func sentAgain(_ run: RowRun) throws -> [JSONValue] {
        let input = try JSONValue(parsing: try #require(run.requests.last).body)["input"]?.arrayValue ?? []
        return input.filter { $0["type"] == "reasoning" }
    }

    private static func item(_ summary: [String], id: String, _ encrypted: String) -> JSONValue {
        [
            "type": "reasoning", "id": .string(id),
            "summary": .array(summary.map { ["type": "summary_text", "text": .string($0)] }),
            "encrypted_content": .string(encrypted),
        ]
    }

    @Test func `row 26: two items of one identifier are both kept, in order, and sent back`() async throws {
        func pieces(_ index: Int, _ text: String, _ encrypted: String) -> [String] {
            [
                Wire.added(index, Wire.reasoning(id: "rs_X")),
                #"{"type":"response.reasoning_summary_text.delta","output_index":\#(index),"summary_index":0,"item_id":"rs_X","delta":"\#(text)"}"#,
                Wire.done(index, Wire.reasoning([text], id: "rs_X", encrypted: encrypted)),
            ]
        }
        let items = [
            Wire.reasoning(["first"], id: "rs_X", encrypted: "E1"),
            Wire.reasoning(["second"], id: "rs_X", encrypted: "E2"), Wire.message("Hi"),
        ]
        let run = await RowRun(
            .events(
                Wire.text(
                    [Wire.created] + pieces(0, "first", "E1") + pieces(5, "second", "E2") + [
                        Wire.delta("Hi", 6), Wire.done(6, Wire.message("Hi")),
                        Wire.ended("completed", #""output":[\#(items.joined(separator: ","))]"#),
                    ])), Wire.answer("Yes."), prompts: ["One", "Two"])
        #expect(run.log.reasoning == ["first", "second"])
        #expect(run.log.signatures.map(\.encryptedContent) == ["E1", "E2"])
        #expect(run.log.adjustments.isEmpty && run.log.violations.isEmpty)
        #expect(run.response?.content == "Yes.")
        #expect(Self.reasoning(run) == [["first"], ["second"]])
        #expect(
            try Self.sentAgain(run) == [
                Self.item(["first"], id: "rs_X", "E1"), Self.item(["second"], id: "rs_X", "E2"),
            ])
    }

    @Test func `row 27: several parts of a summary are one entry of several segments, and one item again`() async throws
    {
        func part(_ index: Int, _ text: String) -> [String] {
            [
                #"{"type":"response.reasoning_summary_part.added","output_index":0,"summary_index":\#(index),"part":{"type":"summary_text","text":""}}"#,
                #"{"type":"response.reasoning_summary_text.delta","output_index":0,"summary_index":\#(index),"delta":"\#(text)"}"#,
                #"{"type":"response.reasoning_summary_text.done","output_index":0,"summary_index":\#(index),"text":"\#(text)"}"#,
            ]
        }
        let run = await RowRun(
            .events(
                Wire.text(
                    [Wire.created, Wire.added(0, Wire.reasoning())] + part(0, "a") + part(1, "b") + [
                        Wire.done(0, Wire.reasoning(["a", "b"], encrypted: "E")), Wire.delta("Hi", 1),
                        Wire.done(1, Wire.message("Hi")), Wire.completed,
                    ])), Wire.answer("Yes."), prompts: ["One", "Two"])
        #expect(run.log.reasoning == ["a", "b"])
        #expect(run.log.signatures.count == 1)
        #expect(run.log.violations.isEmpty)
        #expect(Self.reasoning(run) == [["a", "b"]])
        #expect(try Self.sentAgain(run) == [Self.item(["a", "b"], id: "rs_1", "E")])
    }

    @Test func `row 28: reasoning that is encrypted only is an empty entry with its signature, and goes back`()
        async throws
    {
        let run = await RowRun(
            Wire.reply(
                Wire.created, Wire.done(0, Wire.reasoning(id: "tco_1", encrypted: "E")), Wire.delta("Hi", 1),
                Wire.done(1, Wire.message("Hi")), Wire.completed), Wire.answer("Yes."), prompts: ["One", "Two"])
        #expect(run.log.reasoning.isEmpty)
        #expect(run.log.signatures.map(\.content["id"]?.stringValue) == ["tco_1"])
        #expect(run.log.violations.isEmpty)
        #expect(Self.reasoning(run) == [[]])
        #expect(try Self.sentAgain(run) == [Self.item([], id: "tco_1", "E")])
    }

    @Test(arguments: [
        #"{"type":"reasoning","id":"rs_1","summary":[],"content":[{"type":"reasoning_text","text":"thought"}]}"#,
        #"{"type":"reasoning","id":"rs_1","summary":[{"type":"summary_text","text":"short"}],"content":[{"type":"reasoning_text","text":"thought"}]}"#,
    ])
    func `row 30: raw reasoning is shown as reasoning, once, also beside a summary`(_ item: String) async {
        let run = await RowRun(
            Wire.reply(
                Wire.created, Wire.added(0, Wire.reasoning()),
                #"{"type":"response.reasoning_text.delta","output_index":0,"content_index":0,"item_id":"rs_1","delta":"thought"}"#,
                Wire.done(0, item), Wire.delta("Hi", 1),
                Wire.ended("completed", #""output":[\#(item),\#(Wire.message("Hi"))]"#)))
        run.expectAnswer("Hi")
        #expect(run.log.reasoning == ["thought"])
        #expect(run.log.adjustments.isEmpty)
        #expect(Self.reasoning(run) == [["thought"]])
    }

    @Test func `row 67: a redirect is told, and the signature names both models`() async throws {
        let run = await RowRun(
            Wire.reply(
                Wire.created, Wire.done(0, Wire.reasoning(encrypted: "E")), Wire.delta("Hi", 1), Wire.completed),
            model: GrokModel(name: "grok-3-mini"))
        run.expectAnswer("Hi")
        #expect(run.log.signatures.map(\.requestedModel) == ["grok-3-mini"])
        #expect(run.log.signatures.map(\.servedModel) == ["grok-4.3"])
        #expect(run.log.adjustments.map(\.kind) == [.modelRedirected])
        #expect(run.response?.servedModel == "grok-4.3")
        #expect(run.response?.adjustments.map(\.kind) == [.modelRedirected])
        // Whoever is asked next under either name may read it.
        for name in ["grok-3-mini", "grok-4.3"] {
            let again = try await RequestRun(Array(run.session.transcript), model: GrokModel(name: name))
            for body in again.bodies {
                #expect(body["input"]?.arrayValue?.contains { $0["encrypted_content"] == "E" } == true)
            }
        }
        let other = try await RequestRun(Array(run.session.transcript), model: .grok4_7)
        #expect(other.adjustments == [[.reasoningDropped, .modelRedirected], [.reasoningDropped, .modelRedirected]])
    }
}
