import LMJSON
import LMProtocol
import Testing

@testable import lm_cli

@Suite struct ReplyTests {
    /// A reply with one of everything.
    static let events: [GenerationEvent] = [
        .started(ResponseInfo(id: "r1", model: "grok-4.7")),
        .reasoningStart(PartID(item: 0)), .reasoningDelta(PartID(item: 0), "Hm"),
        .reasoningEnd(PartID(item: 0), text: "Hm"),
        .reasoningStart(PartID(item: 0, part: 1)), .reasoningDelta(PartID(item: 0, part: 1), "so"),
        .reasoningEnd(PartID(item: 0, part: 1), text: "so"),
        .textStart(PartID(item: 1)), .textDelta(PartID(item: 1), "Hel"), .textDelta(PartID(item: 1), "lo"),
        .citation(PartID(item: 1), Citation(url: "https://x.ai", title: "xAI", start: 0, end: 5)),
        .textEnd(PartID(item: 1), text: "Hello"),
        .toolCallStart(PartID(item: 2), callID: "c1", name: "weather"),
        .toolCallDelta(PartID(item: 2), "{\"city\":\"Rome\"}"),
        .toolCallEnd(PartID(item: 2), arguments: "{\"city\":\"Rome\"}", isComplete: true),
        .adjustment(Adjustment(.optionDropped, "top-k is not taken by this model and was left out.")),
        .usage(
            Usage(
                input: .init(totalTokenCount: 31, cachedTokenCount: 10),
                output: .init(totalTokenCount: 212, reasoningTokenCount: 96), cost: Money(0.0011))),
        .finished(FinishReason(.toolCalls, raw: "completed")),
    ]

    static func record(_ events: [GenerationEvent] = events) -> ReplyRecord {
        var record = ReplyRecord()
        for event in events { record.receive(event) }
        return record
    }

    @Test func `--json has the keys of the contract, in order`() {
        let text = ReplyJSON.document(of: Self.record()).text()
        #expect(
            text == """
                {"text":"Hello","reasoning":"Hm\\n\\nso","toolCalls":[{"id":"c1","name":"weather","arguments":{"city":"Rome"}}],\
                "citations":[{"url":"https://x.ai","title":"xAI"}],"finishReason":"toolCalls","rawFinishReason":"completed",\
                "model":"grok-4.7","id":"r1","usage":{"input":31,"inputCached":10,"output":212,"outputReasoning":96,\
                "total":243,"costTicks":11000000},"adjustments":[{"kind":"optionDropped",\
                "message":"top-k is not taken by this model and was left out."}],"attempts":1}
                """)
    }

    private func lines(_ events: [GenerationEvent], isTimed: Bool = false) -> [String] {
        var record = ReplyRecord()
        var lines = EventLines(isTimed: isTimed)
        var result: [JSONValue] = []
        for event in events {
            record.receive(event)
            result += lines.lines(for: event, at: .milliseconds(7))
        }
        if let finish = record.finish { result += lines.lines(forEnd: finish, at: .milliseconds(9)) }
        return result.map { $0.text() }
    }

    @Test func `--events has a line for each event that a reader needs`() {
        #expect(
            lines(Self.events) == [
                #"{"type":"start","v":1,"id":"r1","model":"grok-4.7"}"#,
                #"{"type":"reasoning.delta","text":"Hm"}"#, #"{"type":"reasoning.delta","text":"so"}"#,
                #"{"type":"text.delta","text":"Hel"}"#, #"{"type":"text.delta","text":"lo"}"#,
                #"{"type":"citation","url":"https://x.ai","title":"xAI","start":0,"end":5}"#,
                #"{"type":"tool.call","id":"c1","name":"weather","arguments":{"city":"Rome"}}"#,
                #"{"type":"adjustment","kind":"optionDropped","message":"top-k is not taken by this model and was left out."}"#,
                #"{"type":"usage","input":31,"inputCached":10,"output":212,"outputReasoning":96,"total":243,"costTicks":11000000}"#,
                #"{"type":"end","finishReason":"toolCalls","rawFinishReason":"completed"}"#,
            ])
    }

    @Test func `every line says when it came, unless runs are to be alike`() {
        #expect(
            lines(Array(Self.events.prefix(1)), isTimed: true) == [
                #"{"type":"start","t":7,"v":1,"id":"r1","model":"grok-4.7"}"#
            ])
    }

    @Test func `the first line is start and the last error, also where nothing came`() {
        var lines = EventLines(isTimed: false)
        let failure = CLIError(.key, "no key.", hint: "Get one.")
        let text = lines.lines(forFailure: failure, at: .zero).map { $0.text() }
        #expect(
            text == [
                #"{"type":"start","v":1}"#,
                #"{"type":"error","kind":"authentication","message":"no key.","retryable":false,"hint":"Get one."}"#,
            ])
        #expect(lines.lines(forFailure: failure, at: .zero).isEmpty)
        #expect(lines.lines(forEnd: FinishReason(.stop), at: .zero).isEmpty)
    }

    @Test func `arguments that are no JSON are a string`() {
        let call = ReplyRecord.ToolCall(id: "c", name: "n", arguments: "{\"x\":48151", isComplete: false)
        #expect(
            JSONValue.object(JSONObject(ReplyJSON.members(of: call))).text()
                == #"{"id":"c","name":"n","arguments":"{\"x\":48151"}"#)
    }

    @Test func `a restart voids what was received, and counts`() {
        let record = Self.record(Array(Self.events.prefix(9)) + [.restarted(attempt: 2, reason: "overloaded")])
        #expect(record.text.isEmpty)
        #expect(record.attempts == 2)
    }

    @Test func `usage adds up over the responses of one reply, and replaces within one`() {
        let usage = GenerationEvent.usage(
            Usage(input: .init(totalTokenCount: 10), output: .init(totalTokenCount: 5), cost: Money(0.000_000_000_7)))
        let record = Self.record([
            .started(ResponseInfo(id: "a")), usage, usage, .finished(FinishReason(.toolCalls)),
            .started(ResponseInfo(id: "b")), usage, .finished(FinishReason(.stop)),
        ])
        #expect(record.usage?.totalTokenCount == 30)
        #expect(record.usage?.costTicks == 14)
        #expect(record.id == "b")
    }

    @Test(arguments: [
        (0, "$0.0000"), (11_000_000, "$0.0011"), (10_000_000_000, "$1.0000"), (12_345_678_901, "$1.2345"),
        (12_345, "$0.0000012"), (1, "$0.0000000001"), (-11_000_000, "-$0.0011"),
    ])
    func `a price is never rounded to nothing`(ticks: Int, text: String) {
        #expect(Amount.price(Int64(ticks)) == text)
    }

    @Test(arguments: [
        (0, "0"), (999, "999"), (1000, "1k"), (1234, "1.2k"), (1_250, "1.3k"), (123_456, "123k"), (999_999, "1000k"),
        (1_000_000, "1M"), (1_250_000, "1.3M"),
    ])
    func `tokens are exact below a thousand`(tokens: Int, text: String) {
        #expect(Amount.tokens(tokens) == text)
    }

    @Test func `the footer says what is known and no more`() {
        let usage = Self.record().usage
        #expect(
            ReplyFooter.line(usage: usage, elapsed: .milliseconds(2900), attempts: 2)
                == "2.9 s · 31 in (10 cached) · 212 out (96 reasoning) · $0.0011 · 2 attempts")
        #expect(ReplyFooter.line(usage: nil, elapsed: nil, attempts: 1) == "")
    }
}
