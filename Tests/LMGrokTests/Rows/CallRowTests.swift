import LMJSON
import LMProtocol
import LMTestSupport
import Testing

@testable import LMGrok

/// The public bug reports of other clients that are about calls of functions, one test for each row of the project's list.
/// Each asserts the events of the model and what an app sees through a session: what its tool is called with.
struct CallRowTests {
    private static let calls = FinishReason(.toolCalls, raw: "completed")

    /// Plays a round that calls the tool, and one that answers.
    private static func run(_ tool: CountingTool, _ events: String...) async -> RowRun {
        await RowRun(.events(Wire.text(events)), Wire.answer("Done."), tools: [tool])
    }

    /// Expects one whole call at both levels, and the answer after it.
    private static func expectCall(
        _ run: RowRun, _ tool: CountingTool, _ arguments: String = #"{"n":7}"#, n: Int = 7,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(run.eventError == nil, sourceLocation: sourceLocation)
        #expect(run.log.violations.isEmpty, sourceLocation: sourceLocation)
        #expect(
            run.log.calls == [.init(id: "call-1", name: "count", arguments: arguments)], sourceLocation: sourceLocation)
        #expect(run.log.finish == calls, sourceLocation: sourceLocation)
        #expect(run.log.adjustments.isEmpty, sourceLocation: sourceLocation)
        #expect(run.sessionError == nil, sourceLocation: sourceLocation)
        #expect(tool.calls == [n], sourceLocation: sourceLocation)
        #expect(run.response?.content == "Done.", sourceLocation: sourceLocation)
        #expect(
            try input(run, 1).suffix(2) == [
                ["type": "function_call", "call_id": "call-1", "name": "count", "arguments": .string(arguments)],
                ["type": "function_call_output", "call_id": "call-1", "output": .string("counted \(n)")],
            ], sourceLocation: sourceLocation)
    }

    private static func input(_ run: RowRun, _ index: Int) throws -> [JSONValue] {
        guard run.requests.indices.contains(index) else { return [] }
        return try JSONValue(parsing: run.requests[index].body)["input"]?.arrayValue ?? []
    }

    @Test func `row 16: the events of arguments are known, and an unknown one does not end the stream`() async throws {
        let tool = CountingTool()
        let run = await Self.run(
            tool, Wire.created, Wire.added(0, Wire.call(status: "in_progress")),
            #"{"type":"response.function_call_arguments.brand_new","output_index":0,"delta":"no"}"#,
            Wire.arguments(#"{\"n\""#), Wire.arguments(":7}"),
            #"{"type":"response.function_call_arguments.done","output_index":0,"arguments":"{\"n\":7}"}"#,
            Wire.done(0, Wire.call(#"{\"n\":7}"#)), Wire.completed)
        try Self.expectCall(run, tool)
    }

    @Test(arguments: [
        [Wire.done(0, Wire.call(#"{\"n\":7}"#)), Wire.completed],
        [
            #"{"type":"response.function_call_arguments.done","output_index":0,"arguments":"{\"n\":7}"}"#,
            Wire.completed,
        ],
        [Wire.ended("completed", #""output":[\#(Wire.call(#"{\"n\":7}"#))]"#)],
    ])
    func `row 17: arguments that come only at the end are the ones the tool gets`(_ rest: [String]) async throws {
        let tool = CountingTool()
        let run = await RowRun(
            .events(Wire.text([Wire.created, Wire.added(0, Wire.call(status: "in_progress"))] + rest)),
            Wire.answer("Done."), tools: [tool])
        try Self.expectCall(run, tool)
    }

    @Test func `row 18: pieces that come before their item, or without it, are not lost`() async throws {
        for announcement in [[], [Wire.added(0, Wire.call(status: "in_progress"))]] {
            let tool = CountingTool()
            let run = await RowRun(
                .events(
                    Wire.text(
                        [Wire.created, Wire.arguments(#"{\"n\""#)] + announcement + [
                            Wire.arguments(":7}"), Wire.done(0, Wire.call(#"{\"n\":7}"#)), Wire.completed,
                        ])), Wire.answer("Done."), tools: [tool])
            try Self.expectCall(run, tool)
        }
    }

    @Test func `row 19: a prefix that a parser could read or repair does not end a call`() async throws {
        let tool = CountingTool()
        let run = await Self.run(
            tool, Wire.created, Wire.added(0, Wire.call(status: "in_progress")), Wire.arguments(#"{\"n\":12"#),
            Wire.arguments("3}"), Wire.done(0, Wire.call(#"{\"n\":123}"#)), Wire.completed)
        try Self.expectCall(run, tool, #"{"n":123}"#, n: 123)
        let number = await RowRun(
            Wire.reply(
                Wire.created, Wire.added(0, Wire.call(status: "in_progress")), Wire.arguments("12"),
                Wire.arguments("3"), Wire.done(0, Wire.call("123")), Wire.completed), Wire.answer("Done."))
        #expect(number.log.calls.map(\.arguments) == ["123"])
    }

    @Test(arguments: ["completed", "incomplete"])
    func `row 20: a call whose arguments were cut off is marked and never run, and the end is the limit`(
        _ status: String
    ) async throws {
        let tool = CountingTool()
        let run = await Self.run(
            tool, Wire.created, Wire.added(0, Wire.call(status: "in_progress")), Wire.arguments(#"{\"n\":48151"#),
            Wire.done(0, Wire.call(#"{\"n\":48151"#, status: status)), Wire.limited)
        #expect(
            run.log.calls == [.init(id: "call-1", name: "count", arguments: #"{"n":48151"#, isComplete: false)])
        #expect(run.log.finish == FinishReason(.length, raw: "max_output_tokens"))
        #expect(run.log.violations.isEmpty)
        #expect(tool.calls.isEmpty)
        // The end is the limit, and says so.
        #expect(run.response?.content == "")
        #expect(run.response?.finishReason == FinishReason(.length, raw: "max_output_tokens"))
    }

    @Test func `row 22: a call of an invented function that wraps others is one of an unknown tool`() async throws {
        let tool = CountingTool()
        let wrapped = #"{\"tool_uses\":[{\"recipient_name\":\"functions.count\",\"parameters\":{\"n\":7}}]}"#
        let run = await Self.run(
            tool, Wire.created, Wire.done(0, Wire.call(wrapped, name: "parallel")), Wire.completed)
        #expect(run.log.calls.map(\.name) == ["parallel"])
        #expect(run.log.calls.map(\.isComplete) == [true])
        #expect(tool.calls.isEmpty)
        #expect(run.response?.content == "Done.")
        let output = try Self.input(run, 1).last?["output"]?.stringValue
        #expect(output?.contains("no tool of that name") == true)
        #expect(output?.contains("\"count\"") == true)
    }

    @Test func `row 24: a call without a name is left out of the turn and of what follows`() async throws {
        let tool = CountingTool()
        let run = await RowRun(
            Wire.reply(
                Wire.created, Wire.added(0, Wire.call(name: "")), Wire.arguments("{}"),
                Wire.done(0, Wire.call("{}", name: "")), Wire.delta("Hi", 1),
                Wire.done(1, Wire.message("Hi")), Wire.completed), Wire.answer("Done."), tools: [tool],
            prompts: ["One", "Two"])
        #expect(run.log.calls.isEmpty)
        #expect(run.log.text == "Hi")
        #expect(run.log.finish?.unified == .stop)
        #expect(run.log.adjustments.map(\.kind) == [.transcriptRepaired])
        #expect(run.log.violations.isEmpty)
        #expect(tool.calls.isEmpty)
        #expect(run.response?.content == "Done.")
        #expect(try Self.input(run, 1).map { $0["type"] } == ["message", "message", "message"])
    }

    @Test func `row 25: identifiers that change from event to event do not matter`() async throws {
        let tool = CountingTool()
        let run = await Self.run(
            tool, Wire.created, Wire.added(0, Wire.call(id: "A", status: "in_progress")),
            Wire.arguments(#"{\"n\""#, item: "B"), Wire.arguments(":7}", item: "C"),
            Wire.done(0, Wire.call(#"{\"n\":7}"#, id: "D")),
            Wire.ended("completed", #""output":[\#(Wire.call(#"{\"n\":7}"#, id: "E"))]"#))
        try Self.expectCall(run, tool)

        let words = await RowRun(
            Wire.reply(
                Wire.created, Wire.added(0, #"{"type":"message","id":"A","content":[]}"#), Wire.delta("a", item: "B"),
                Wire.delta("b", item: "C"), Wire.done(0, Wire.message("ab", id: "D")),
                Wire.ended("completed", #""output":[\#(Wire.message("ab", id: "E"))]"#)))
        words.expectAnswer("ab")
        #expect(words.response?.adjustments == [])
    }
}
