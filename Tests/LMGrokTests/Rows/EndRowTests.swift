import LMProtocol
import LMTestSupport
import Testing

@testable import LMGrok

/// The public bug reports of other clients that are about how an answer ends and what it cost, one test for each row of
/// the project's list. Each asserts the events of the model and what an app sees through a session.
struct EndRowTests {
    private static let length = FinishReason(.length, raw: "max_output_tokens")

    @Test func `row 7: an answer cut by the token limit is a length stop with its words and its usage`() async {
        let run = await RowRun(
            Wire.reply(
                Wire.created, Wire.delta("partial"),
                Wire.ended(
                    "incomplete",
                    #""incomplete_details":{"reason":"max_output_tokens"},"output":[],"usage":{"input_tokens":3,"output_tokens":5,"total_tokens":8}"#
                )))
        run.expectAnswer("partial", Self.length)
        #expect(run.log.usage?.totalTokenCount == 8)
        #expect(run.response?.usage.totalTokenCount == 8)
    }

    @Test func `row 8: a limit that only reasoning reached is a length stop with no words`() async {
        let run = await RowRun(
            Wire.reply(
                Wire.created, Wire.added(0, Wire.reasoning()),
                Wire.ended(
                    "incomplete",
                    #""incomplete_details":{"reason":"max_output_tokens"},"output":[\#(Wire.reasoning(encrypted: "E"))]"#
                )))
        run.expectAnswer("", Self.length)
        #expect(run.log.signatures.map(\.encryptedContent) == ["E"])
    }

    @Test(arguments: [#""usage":{"input_tokens":1}"#, #""incomplete_details":null"#])
    func `row 10: an incomplete response without details ends for another reason`(_ members: String) async {
        let run = await RowRun(Wire.reply(Wire.created, Wire.delta("Hi"), Wire.ended("incomplete", members)))
        run.expectAnswer("Hi", FinishReason(.other, raw: "incomplete"))
    }

    @Test(arguments: [#""usage":null"#, #""x":0"#])
    func `row 12: usage that is null or missing at the end counts as none`(_ members: String) async {
        let run = await RowRun(Wire.reply(Wire.created, Wire.delta("Hi"), Wire.ended("completed", members)))
        run.expectAnswer("Hi")
        #expect(run.log.usage == nil)
        #expect(run.response?.usage == Usage())
        #expect(run.session.usage == Usage())
    }

    @Test(arguments: [
        #""input_tokens_details":null,"output_tokens_details":{"reasoning_tokens":null}"#,
        #""output_tokens_details":null"#, #""input_tokens_details":{}"#,
    ])
    func `row 13: details of usage that are null or missing count as 0`(_ details: String) async {
        let run = await RowRun(
            Wire.reply(
                Wire.created, Wire.delta("Hi"),
                Wire.ended("completed", #""usage":{"input_tokens":7,"output_tokens":2,\#(details)}"#)))
        run.expectAnswer("Hi")
        for usage in [run.log.usage, run.response?.usage] {
            #expect(usage?.input == .init(totalTokenCount: 7, cachedTokenCount: 0))
            #expect(usage?.output == .init(totalTokenCount: 2, reasoningTokenCount: 0))
        }
    }

    @Test func `row 15: the price counts all rounds of the server's tools, the context the last one`() async {
        let run = await RowRun(
            Wire.reply(
                Wire.created, Wire.delta("Hi"),
                Wire.ended(
                    "completed",
                    #""usage":{"input_tokens":5689,"input_tokens_details":{"cached_tokens":192},"output_tokens":444,"output_tokens_details":{"reasoning_tokens":300},"total_tokens":6133,"num_sources_used":0,"cost_in_usd_ticks":2521500,"context_details":{"input_tokens":4640,"output_tokens":353},"server_side_tool_usage_details":{"web_search_calls":1}}"#
                )))
        run.expectAnswer("Hi")
        for usage in [run.log.usage, run.response?.usage] {
            #expect(usage?.input == .init(totalTokenCount: 5689, cachedTokenCount: 192))
            #expect(usage?.output == .init(totalTokenCount: 444, reasoningTokenCount: 300))
            #expect(usage?.contextTokenCount == 4993)
            #expect(usage?.cost?.description == "0.00025215 USD")
            #expect(usage?.metadata["server_side_tool_usage_details"] == ["web_search_calls": 1])
        }
    }

    @Test(arguments: ["\n\n", "\n", ""])
    func `row 49: a terminal event that lacks its blank line counts`(_ end: String) async {
        let run = await RowRun(.events(Wire.text([Wire.created, Wire.delta("Hi")]) + "data: \(Wire.completed)\(end)"))
        run.expectAnswer("Hi")
    }

    @Test func `row 49: a terminal event that is cut off does not count`() async {
        let run = await RowRun(
            .events(Wire.text([Wire.created, Wire.delta("Hi")]) + "data: \(Wire.completed.dropLast())"))
        run.expectFailure(.incompleteStream, "ended before", .backoff, after: "Hi")
    }

    @Test func `row 51: DONE ends the stream quietly`() async {
        let run = await RowRun(
            .events(Wire.text([Wire.created, Wire.delta("Hi"), Wire.completed]) + "data: [DONE]\n\n"))
        run.expectAnswer("Hi")
    }

    @Test func `row 51: DONE alone is no terminal event`() async {
        let run = await RowRun(.events(Wire.text([Wire.created, Wire.delta("Hi")]) + "data: [DONE]\n\n"))
        run.expectFailure(.incompleteStream, "ended before", .backoff, after: "Hi")
    }

    @Test(arguments: [#""output":[]"#, #""output":null"#, #""x":1"#])
    func `row 58: a terminal response without output leaves what was streamed`(_ output: String) async {
        let run = await RowRun(
            Wire.reply(
                Wire.created, Wire.delta("Hi"), Wire.done(0, Wire.message("Hi")), Wire.ended("completed", output)))
        run.expectAnswer("Hi")
    }

    @Test func `row 58: a JSON document without output is no answer`() async {
        let run = await RowRun(.document(200, #"{"object":"response","status":"completed"}"#))
        run.expectFailure(.malformedResponse, "no output", .backoff)
        guard case .invalidResponse? = run.sessionError as? GrokError else {
            Issue.record("\(String(describing: run.sessionError)) is no invalid response")
            return
        }
    }
}
