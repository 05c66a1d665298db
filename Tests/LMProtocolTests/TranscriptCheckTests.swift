import Foundation
import LMJSON
import LMProtocol
import LMTestSupport
import Testing

@Suite struct `Transcript check` {
    private func prompt(_ id: String, _ text: String = "Hi") -> Transcript.Entry {
        .prompt(.init(id: id, segments: [.text(.init(id: id, content: text))]))
    }
    private func response(_ id: String, _ texts: String...) -> Transcript.Entry {
        .response(.init(id: id, segments: texts.map { .text(.init(id: id, content: $0)) }))
    }
    private func calls(_ id: String, _ calls: String..., cut: Set<String> = []) -> Transcript.Entry {
        .toolCalls(
            .init(
                id: id,
                calls.map {
                    .init(id: $0, toolName: "f", arguments: GeneratedContent([:], isComplete: !cut.contains($0)))
                }))
    }
    private func output(_ id: String, _ text: String = "done") -> Transcript.Entry {
        .toolOutput(.init(id: id, toolName: "f", segments: [.text(.init(id: id, content: text))]))
    }

    /// The entries of the repaired transcript, in short, and what was reported.
    private func check(
        _ entries: [Transcript.Entry]
    ) -> (entries: [String], messages: [String], adjustments: [Adjustment]) {
        let (transcript, adjustments) = TranscriptCheck.check(Transcript(entries: entries))
        let again = TranscriptCheck.check(transcript)
        #expect(again.adjustments.isEmpty, "a repaired transcript needs no repair")
        #expect(again.transcript == transcript)
        let short = transcript.map { entry in
            switch entry {
            case .instructions(let entry): "instructions \(entry.id)"
            case .prompt(let entry): "prompt \(entry.id)"
            case .toolCalls(let entry): "calls " + entry.map(\.id).joined(separator: ",")
            case .toolOutput(let entry):
                if case .text(let text)? = entry.segments.first, text.content == TranscriptCheck.missingOutput {
                    "missing \(entry.id)"
                } else {
                    "output \(entry.id)"
                }
            case .response(let entry): "response \(entry.id)"
            case .reasoning(let entry): "reasoning \(entry.id)"
            case .data(let entry): "data \(entry.id)"
            }
        }
        return (short, adjustments.map(\.message), adjustments)
    }

    @Test func `a sound transcript comes back as it is`() {
        let entries = [
            .instructions(
                .init(
                    id: "i", segments: [],
                    toolDefinitions: [.init(name: "f", description: "", parameters: Trip.generationSchema)])),
            prompt("p"),
            .reasoning(
                .init(
                    id: "r", segments: [],
                    providerData: .encryptedReasoning("x"))),
            calls("t", "1", "2"), output("1"), output("2"), calls("t2", "3"), output("3", ""), response("a", "ok"),
            prompt("q"), response("b", "ok"), calls("t3", "4"),
            .data(.init(id: "d", contentType: "x", content: Data())),
            calls("t4", "5"), output("4"), output("5"),
        ]
        let result = check(entries)
        #expect(result.entries.count == entries.count)
        #expect(result.messages.isEmpty)
    }

    @Test func `an output without a call is left out`() {
        let result = check([prompt("p"), output("x"), response("a", "ok")])
        #expect(result.entries == ["prompt p", "response a"])
        #expect(result.messages == ["The output 'x' of 'f' belongs to no call and is left out."])
        #expect(result.adjustments.map(\.kind) == [.transcriptRepaired])
    }

    @Test func `a second output of one call is left out`() {
        let result = check([prompt("p"), calls("t", "1"), output("1"), output("1", "again")])
        #expect(result.entries == ["prompt p", "calls 1", "output 1"])
        #expect(result.messages.count == 1)
    }

    @Test func `a call without an output gets one that says so, also at the end`() {
        let result = check([prompt("p"), calls("t", "1", "2"), output("2"), prompt("q"), calls("u", "3")])
        #expect(
            result.entries == ["prompt p", "calls 1,2", "missing 1", "output 2", "prompt q", "calls 3", "missing 3"])
        #expect(result.messages.count == 2)
    }

    @Test func `a call that was cut off is left out, and its entry where no other call is in it`() {
        let result = check([prompt("p"), calls("t", "1", "2", cut: ["2"]), output("1"), calls("u", "3", cut: ["3"])])
        #expect(result.entries == ["prompt p", "calls 1", "output 1"])
        #expect(result.messages.count == 2)
    }

    @Test func `a call that was cut off and answered stays`() {
        let result = check([prompt("p"), calls("t", "1", cut: ["1"]), output("1", "invalid arguments")])
        #expect(result.entries == ["prompt p", "calls 1", "output 1"])
        #expect(result.messages.isEmpty)
    }

    @Test func `outputs stand behind their round in call order`() {
        let swapped = check([prompt("p"), calls("t", "1", "2"), output("2"), output("1")])
        #expect(swapped.entries == ["prompt p", "calls 1,2", "output 1", "output 2"])
        #expect(swapped.messages == ["The output of the call '2' of 'f' stood out of order and is moved."])

        let late = check([prompt("p"), calls("t", "1"), response("a", "ok"), prompt("q"), output("1")])
        #expect(late.entries == ["prompt p", "calls 1", "response a", "output 1", "prompt q"])
        #expect(late.messages.count == 1)

        let early = check([prompt("p"), output("1"), calls("t", "1")])
        #expect(early.entries == ["prompt p", "calls 1", "output 1"])
        #expect(early.messages.count == 1)
    }

    @Test func `identifiers that come again are told apart by their rounds, and each is sent once`() {
        let result = check([
            prompt("p"), calls("t", "0"), output("0"), response("a", "ok"), prompt("q"), calls("u", "0"),
            output("0", "two"),
        ])
        #expect(result.entries.suffix(2) == ["calls 0-2", "output 0-2"])
        #expect(result.messages.count == 1)
        let missing = check([prompt("p"), calls("t", "0"), prompt("q"), calls("u", "0"), output("0", "two")])
        #expect(missing.entries == ["prompt p", "calls 0", "missing 0", "prompt q", "calls 0-2", "output 0-2"])
    }

    @Test func `two calls of one identifier keep their own outputs, in their order`() {
        let entries = [
            prompt("p"), calls("t", "0", "0"), output("0", "of the first"), output("0", "of the second"), prompt("q"),
        ]
        #expect(check(entries).entries == ["prompt p", "calls 0,0-2", "output 0", "output 0-2", "prompt q"])
        let sent = TranscriptCheck.check(Transcript(entries: entries)).transcript
        #expect(sent.filter { $0.kind == "toolOutput" }.map(\.texts) == [["of the first"], ["of the second"]])
        // What is sent needs no repair.
        #expect(TranscriptCheck.check(sent).adjustments.isEmpty)
    }

    @Test(arguments: [
        ("a b", "a_b"), ("naïve", "na_ve"), ("x\u{0}y<|end|>", "x_y__end__"), ("a.b:c", "a_b_c"),
        (String(repeating: "n", count: 70), String(repeating: "n", count: 64)),
    ])
    func `a name that no tool can have is sent as one that it can, and is kept as it was`(name: String, sent: String) {
        let call = Transcript.ToolCall(id: "c", toolName: name, arguments: GeneratedContent(.object(JSONObject())))
        let entries: [Transcript.Entry] = [
            prompt("p"), .toolCalls(.init(id: "t", [call])),
            .toolOutput(.init(id: "c", toolName: name, segments: [.text(.init(content: "out"))])), prompt("q"),
        ]
        let original = Transcript(entries: entries)
        let (transcript, adjustments) = TranscriptCheck.check(original)
        guard case .toolCalls(let calls) = transcript[1], case .toolOutput(let output) = transcript[2] else {
            Issue.record("\(transcript)")
            return
        }
        #expect(calls[0].toolName == sent)
        #expect(output.toolName == sent)
        #expect(adjustments.count == 1)
        #expect(!adjustments[0].message.unicodeScalars.contains { $0.value < 0x20 })
    }

    @Test func `an identifier of other than printable characters is sent as one of them`() {
        let result = check([prompt("p"), calls("t", "a\u{0}b c"), output("a\u{0}b c"), prompt("q")])
        #expect(result.entries == ["prompt p", "calls a_b_c", "output a_b_c", "prompt q"])
    }

    @Test func `a message without content is left out`() {
        let result = check([
            .instructions(.init(id: "i", segments: [])), prompt("p", ""), prompt("q"), response("a"),
            response("b", "", "ok"),
            .toolCalls(.init(id: "t", [])), .reasoning(.init(id: "r", segments: [])),
        ])
        #expect(result.entries == ["prompt q", "response b"])
        #expect(result.messages.count == 6)
        #expect(result.messages.contains("The response 'b' had an empty text, which is left out."))
    }

    @Test func `a call without a name is left out with its output`() {
        let call = Transcript.ToolCall(id: "1", toolName: "", arguments: GeneratedContent([:]))
        let result = check([prompt("p"), .toolCalls(.init(id: "t", [call])), output("1"), response("a", "ok")])
        #expect(result.entries == ["prompt p", "response a"])
        #expect(result.messages == ["The call '1' names no tool and is left out, with its output."])
    }

    @Test func `an empty prompt at the end is the question, and stays for the backend to refuse`() {
        let result = check([prompt("p", ""), response("a", "ok"), prompt("q", "")])
        #expect(result.entries == ["response a", "prompt q"])
        #expect(result.messages == ["The prompt 'p' is empty and is left out."])
    }
}
