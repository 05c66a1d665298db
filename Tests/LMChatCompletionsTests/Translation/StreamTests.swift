import LMProtocol
import Testing

@testable import LMChatCompletions

/// How streams begin, go on and end.
struct StreamTests {
    private static let stop = delta("", "stop")

    // MARK: What is read of a stream

    @Test func `of several choices only the first is read, and the end of another ends nothing`() {
        let decoded = Decoding(
            stream(
                delta(text("A")),
                #"{"choices":[{"index":1,"delta":{"content":"B"},"finish_reason":"stop"}]}"#, delta(text("C"), "stop")))
        #expect(decoded.text == "AC")
        #expect(decoded.endCount == 1)
    }

    @Test func `a first chunk that names nobody is skipped, and redirects nothing`() {
        let decoded = Decoding(
            stream(
                #"{"choices":[],"id":"","model":"","prompt_filter_results":[{"prompt_index":0}]}"#, delta(text("Hi")),
                Self.stop))
        #expect(decoded.info == ResponseInfo(id: "r1", model: "m"))
        #expect(decoded.adjustments.isEmpty)
        #expect(decoded.text == "Hi")
    }

    @Test func `an empty reason is no end`() {
        let decoded = Decoding(stream(delta(text("A"), ""), delta(text("B"), ""), delta(text("C"), "stop")))
        #expect(decoded.text == "ABC")
        #expect(decoded.finish == FinishReason(.stop, raw: "stop"))
        #expect(decoded.endCount == 1)
    }

    @Test(arguments: [
        "data:", "data: : keepalive", "data: : OPENROUTER PROCESSING", ": OPENROUTER PROCESSING", "data: null",
    ])
    func `a keep-alive is skipped, however it is written`(_ line: String) {
        let decoded = Decoding(
            "\(line)\n\n" + stream(delta(text("A"))).replacing("data: [DONE]\n\n", with: "\(line)\n\n")
                + stream(Self.stop))
        #expect(decoded.failure == nil)
        #expect(decoded.text == "A")
    }

    // MARK: Reasoning

    @Test(arguments: ["reasoning_content", "reasoning", "reasoning_text"])
    func `reasoning is read under each of its names, and keeps the name that it came under`(_ name: String) {
        let decoded = Decoding(
            stream(delta(#""\#(name)":"Hm""#), delta(#""\#(name)":".","content":"""#), delta(text("Hi")), Self.stop))
        #expect(decoded.reasoning == ["Hm."])
        #expect(decoded.text == "Hi")
        #expect(decoded.signatures.map { $0.content["field"] } == [.string(name)])
        #expect(decoded.violations.isEmpty)
    }

    @Test func `content may be a list of thoughts and texts`() {
        let decoded = Decoding(
            stream(
                delta(#""content":[{"type":"thinking","thinking":[{"type":"text","text":"Hm"}]}]"#),
                delta(
                    #""content":[{"type":"thinking","thinking":[{"type":"text","text":"."}],"closed":true},{"type":"text","text":"H"}]"#
                ),
                delta(text("i")), Self.stop))
        #expect(decoded.reasoning == ["Hm."])
        #expect(decoded.text == "Hi")
        #expect(decoded.signatures.map { $0.content["part"]?["closed"] } == [true])
        #expect(decoded.violations.isEmpty)
    }

    @Test func `pieces of OpenRouter's details are joined, and their words are said once`() {
        let decoded = Decoding(
            stream(
                delta(
                    #""reasoning":"a","reasoning_details":[{"type":"reasoning.text","text":"a","format":"x","index":0}]"#
                ),
                delta(
                    #""reasoning":"b","reasoning_details":[{"type":"reasoning.text","text":"b","signature":"S","index":0}]"#
                ),
                delta(#""reasoning_details":[{"type":"reasoning.encrypted","data":"E","index":1}]"#), delta(text("Hi")),
                Self.stop))
        #expect(decoded.reasoning == ["ab"])
        #expect(
            decoded.signatures.last?.content["details"] == [
                ["type": "reasoning.text", "text": "ab", "format": "x", "index": 0, "signature": "S"],
                ["type": "reasoning.encrypted", "data": "E", "index": 1],
            ])
        #expect(decoded.violations.isEmpty)
    }

    @Test func `tags at the head of the answer are reasoning where the dialect says so`() {
        let whole = "<think>\nHm</think>\n\nHi <think>x</think>"
        for size in 1...9 {
            var pieces: [String] = []
            var rest = Substring(whole)
            while !rest.isEmpty {
                pieces.append(delta(text(String(rest.prefix(size)))))
                rest = rest.dropFirst(size)
            }
            let body = (pieces + [Self.stop, "[DONE]"]).map { "data: \($0)\n\n" }.joined()
            let split = Decoding(body, tag: "think")
            #expect(split.reasoning == ["Hm"])
            #expect(split.text == "Hi <think>x</think>")
            #expect(split.violations.isEmpty)
            #expect(Decoding(body).text == whole)
        }
    }

    // MARK: Refusals

    @Test func `a streamed refusal is a refusal`() {
        let decoded = Decoding(
            stream(delta(#""content":null,"refusal":"No""#), delta(#""refusal":".""#), delta("", "stop")))
        #expect(decoded.events.contains { if case .refusalEnd(_, text: "No.") = $0 { true } else { false } })
        #expect(decoded.finish?.raw == "stop")
        #expect(decoded.violations.isEmpty)
    }

    @Test func `a document's refusal counts for more than its empty content`() throws {
        let decoded = try Decoding(
            document: #"{"choices":[{"message":{"content":"","refusal":"No."},"finish_reason":"stop"}]}"#)
        #expect(decoded.events.contains { if case .refusalEnd(_, text: "No.") = $0 { true } else { false } })
        #expect(!decoded.events.contains { if case .textStart = $0 { true } else { false } })
    }

    // MARK: Ends

    /// A stream, and how it ends; no reason where it fails.
    struct End: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var stream: String
        var finish: FinishReason?
        var output: Int?
    }

    static let ends = [
        End(
            testDescription: "usage in its own chunk", stream: stream(delta(text("A")), stop, usageChunk),
            finish: FinishReason(.stop, raw: "stop"), output: 5),
        End(
            testDescription: "usage beside the reason",
            stream: stream(
                delta(text("A")), delta("", "stop", beside: #","usage":{"prompt_tokens":3,"completion_tokens":5}"#)),
            finish: FinishReason(.stop, raw: "stop"), output: 5),
        End(
            testDescription: "the reason twice, the second time with usage",
            stream: stream(
                delta(text("A"), "stop"),
                delta("", "stop", beside: #","usage":{"prompt_tokens":3,"completion_tokens":5}"#)),
            finish: FinishReason(.stop, raw: "stop"), output: 5),
        End(
            testDescription: "a reason that is null again",
            stream: stream(
                delta(text("A"), "stop"), delta("", nil, beside: #","usage":{"prompt_tokens":3,"completion_tokens":5}"#)
            ), finish: FinishReason(.stop, raw: "stop"), output: 5),
        End(
            testDescription: "usage in the choice",
            stream: stream(
                delta(text("A")),
                #"{"choices":[{"delta":{},"finish_reason":"stop","usage":{"prompt_tokens":3,"completion_tokens":5}}]}"#),
            finish: FinishReason(.stop, raw: "stop"), output: 5),
        End(
            testDescription: "usage under x_groq",
            stream: stream(
                delta(text("A")),
                delta("", "stop", beside: #","x_groq":{"usage":{"prompt_tokens":3,"completion_tokens":5}}"#)),
            finish: FinishReason(.stop, raw: "stop"), output: 5),
        End(
            testDescription: "no usage", stream: stream(delta(text("A")), stop),
            finish: FinishReason(.stop, raw: "stop")),
        End(
            testDescription: "no end mark", stream: stream(delta(text("A")), stop, done: false),
            finish: FinishReason(.stop, raw: "stop")),
        End(
            testDescription: "usage behind the end mark",
            stream: stream(delta(text("A")), stop) + "data: \(usageChunk)\n\n", finish: FinishReason(.stop, raw: "stop")
        ),
        End(
            testDescription: "an end mark without a reason, behind text", stream: stream(delta(text("A"))),
            finish: FinishReason(.other)),
        End(
            testDescription: "an end mark without a reason, behind whole calls",
            stream: stream(delta(call(0, "a", "f", "{}"))), finish: FinishReason(.toolCalls)),
        End(
            testDescription: "the limit", stream: stream(delta(text("A")), delta("", "length")),
            finish: FinishReason(.length, raw: "length")),
        End(
            testDescription: "Mistral's limit", stream: stream(delta(text("A")), delta("", "model_length")),
            finish: FinishReason(.length, raw: "model_length")),
        End(
            testDescription: "a word that nobody knows",
            stream: stream(delta(text("A")), delta("", "repetition_truncation")),
            finish: FinishReason(.other, raw: "repetition_truncation")),
        End(testDescription: "an end mark behind nothing", stream: stream(delta(""))),
        End(testDescription: "an end mark in a call", stream: stream(delta(call(0, "a", "f", #"{"x""#)))),
        End(testDescription: "the end of the body in a text", stream: stream(delta(text("A")), done: false)),
        End(
            testDescription: "the end of the body in a call",
            stream: stream(delta(call(0, "a", "f", "{}")), done: false)),
        End(
            testDescription: "the end of the body in a chunk",
            stream: stream(delta(text("A"))).replacing("data: [DONE]\n\n", with: #"data: {"choices":[{"del"#)),
        End(testDescription: "no event at all", stream: ": nothing\n\n"),
    ]

    @Test(arguments: ends)
    func `a stream is whole where the server says so, and cut where it does not`(_ row: End) {
        let decoded = Decoding(row.stream)
        #expect(decoded.finish == row.finish)
        #expect(decoded.endCount == (row.finish == nil ? 0 : 1))
        #expect(decoded.usage?.output.totalTokenCount == row.output)
        #expect(decoded.failure?.category == (row.finish == nil ? .incompleteStream : nil))
        if row.finish == nil { #expect(decoded.calls.allSatisfy { !$0.isComplete }) }
        #expect(decoded.violations.isEmpty)
    }

    // MARK: Usage

    @Test func `xAI's reasoning counts beside the completion, everybody else's inside it`() {
        func usage(_ total: Int) -> Usage? {
            Decoding(
                stream(
                    Self.stop,
                    #"{"choices":[],"usage":{"prompt_tokens":12,"completion_tokens":1,"total_tokens":\#(total),"completion_tokens_details":{"reasoning_tokens":290}}}"#
                )
            ).usage
        }
        #expect(usage(303)?.output.totalTokenCount == 291)
        #expect(usage(303)?.output.reasoningTokenCount == 290)
        #expect(usage(13)?.output.totalTokenCount == 1)
    }

    @Test(arguments: ["9223372036854775807", "-1", "1e30", "1.5", "null", "\"7\"", "[]"])
    func `a count from outside that is none ends nothing`(_ number: String) {
        let decoded = Decoding(
            stream(
                delta(text("A")), Self.stop,
                #"{"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":\#(number),"total_tokens":\#(number),"prompt_tokens_details":{"cached_tokens":\#(number)},"completion_tokens_details":{"reasoning_tokens":\#(number)},"cost_in_usd_ticks":\#(number),"cost":\#(number)}}"#
            ))
        #expect(decoded.failure == nil)
        #expect(decoded.finish?.unified == .stop)
        #expect((decoded.usage?.output.totalTokenCount ?? 0) >= 0)
        let all = Decoding(
            stream(
                #"{"choices":[{"index":\#(number),"delta":{"content":"A"},"finish_reason":"stop"}],"usage":{"prompt_tokens":\#(number)}}"#
            ))
        #expect(all.violations.isEmpty)
    }
}
