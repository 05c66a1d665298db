import LMJSON
import LMProtocol
import Testing

@testable import LMResponses

/// The public bug reports of other clients that are about calls of functions, one test for each.
struct CallRowTests {
    private static let created = StreamRowTests.created
    private static let completed = StreamRowTests.completed
    private static let added =
        #"{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","id":"fc_1","call_id":"call_1","name":"f","arguments":"","status":"in_progress"}}"#
    private static func delta(_ arguments: String) -> String {
        #"{"type":"response.function_call_arguments.delta","output_index":0,"item_id":"fc_1","delta":"\#(arguments)"}"#
    }
    private static func done(_ arguments: String, status: String = "completed") -> String {
        #"{"type":"response.output_item.done","output_index":0,"item":{"type":"function_call","id":"fc_1","call_id":"call_1","name":"f","arguments":"\#(arguments)","status":"\#(status)"}}"#
    }
    private static let expected = [Decoding.Call(id: "call_1", name: "f", arguments: #"{"x":1}"#)]

    @Test(arguments: [
        [delta(#"{\"x\":1}"#)], [delta(#"{\"x"#), delta(#"\":1}"#)], [],
        [#"{"type":"response.function_call_arguments.done","output_index":0,"arguments":"{\"x\":1}"}"#],
        [
            delta(#"{\"x"#),
            #"{"type":"response.function_call_arguments.done","output_index":0,"arguments":"{\"x\":1}"}"#,
        ],
    ])
    func `rows 16 and 17: arguments come in one delta, in many, or only at the end`(_ events: [String]) {
        let decoded = Decoding(
            ([Self.created, Self.added] + events + [Self.done(#"{\"x\":1}"#), Self.completed]).map(event).joined())
        #expect(decoded.calls == Self.expected)
        #expect(decoded.finish == FinishReason(.toolCalls, raw: "completed"))
        #expect(decoded.adjustments.isEmpty)
        #expect(decoded.violations.isEmpty)
    }

    @Test func `row 17: a call that only the terminal response has is whole`() {
        let decoded = Decoding(
            stream(
                Self.created,
                #"{"type":"response.completed","response":{"status":"completed","output":[{"type":"function_call","id":"fc_1","call_id":"call_1","name":"f","arguments":"{\"x\":1}"}]}}"#
            ))
        #expect(decoded.calls == Self.expected)
        #expect(decoded.finish?.unified == .toolCalls)
    }

    @Test func `a call that begins whole is not doubled by its end`() {
        let decoded = Decoding(
            stream(
                Self.created,
                #"{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","id":"fc_1","call_id":"call_1","name":"f","arguments":"{\"x\":1}","status":"completed"}}"#,
                Self.done(#"{\"x\":1}"#), Self.completed))
        #expect(decoded.calls == Self.expected)
    }

    @Test func `row 18: deltas before their item are kept until the call is known`() {
        let decoded = Decoding(
            stream(Self.created, Self.delta(#"{\"x\""#), Self.delta(":1}"), Self.done(#"{\"x\":1}"#), Self.completed))
        #expect(decoded.calls == Self.expected)
        #expect(decoded.violations.isEmpty)
    }

    @Test func `row 18: deltas whose item comes late are not lost either`() {
        let decoded = Decoding(
            stream(
                Self.created, Self.delta(#"{\"x\""#), Self.added, Self.delta(":1}"), Self.done(#"{\"x\":1}"#),
                Self.completed))
        #expect(decoded.calls == Self.expected)
        #expect(decoded.violations.isEmpty)
    }

    @Test func `row 19: a prefix that happens to be JSON does not end a call`() {
        let decoded = Decoding(
            stream(Self.created, Self.added, Self.delta("12"), Self.delta("3"), Self.done("123"), Self.completed))
        #expect(decoded.calls == [.init(id: "call_1", name: "f", arguments: "123")])
    }

    @Test(arguments: ["completed", "incomplete"])
    func `row 20: arguments that were cut off are kept and marked, and the length is the end`(_ status: String) {
        let decoded = Decoding(
            stream(
                Self.created, Self.added, Self.delta(#"{\"x\":48151"#), Self.done(#"{\"x\":48151"#, status: status),
                #"{"type":"response.incomplete","response":{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[]}}"#
            ))
        #expect(decoded.calls == [.init(id: "call_1", name: "f", arguments: #"{"x":48151"#, isComplete: false)])
        #expect(decoded.finish?.unified == .length)
    }

    @Test func `arguments that happen to be JSON are marked too where the server says they are cut off`() {
        let decoded = Decoding(
            stream(
                Self.created, Self.added, Self.delta("12"), Self.done("12", status: "incomplete"),
                #"{"type":"response.incomplete","response":{"incomplete_details":{"reason":"max_output_tokens"}}}"#))
        #expect(decoded.calls.map(\.isComplete) == [false])
    }

    @Test func `a call that is open at an incomplete end is marked as cut off`() {
        let decoded = Decoding(
            stream(
                Self.created, Self.added, Self.delta("{}"),
                #"{"type":"response.incomplete","response":{"incomplete_details":{"reason":"max_output_tokens"}}}"#))
        #expect(decoded.calls == [.init(id: "call_1", name: "f", arguments: "{}", isComplete: false)])
        #expect(decoded.violations.isEmpty)
    }

    @Test func `a call without arguments has an empty object`() {
        let decoded = Decoding(stream(Self.created, Self.added, Self.done(""), Self.completed))
        #expect(decoded.calls == [.init(id: "call_1", name: "f", arguments: "{}")])
        #expect(decoded.violations.isEmpty)
    }

    @Test func `row 22: a call of an invented function that wraps others is an ordinary call`() {
        let decoded = Decoding(
            stream(
                Self.created,
                #"{"type":"response.output_item.done","output_index":0,"item":{"type":"function_call","call_id":"call_1","name":"parallel","arguments":"{\"tool_uses\":[{\"recipient_name\":\"f\",\"parameters\":{}}]}"}}"#,
                Self.completed))
        #expect(decoded.calls.map(\.name) == ["parallel"])
        #expect(decoded.calls.map(\.isComplete) == [true])
    }

    @Test func `row 24: a call without a name is left out, and told`() {
        let decoded = Decoding(
            stream(
                Self.created,
                #"{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","id":"fc_1","call_id":"call_1","name":"","arguments":""}}"#,
                Self.delta("{}"),
                #"{"type":"response.output_item.done","output_index":0,"item":{"type":"function_call","id":"fc_1","call_id":"call_1","name":"","arguments":"{}"}}"#,
                Self.completed))
        #expect(decoded.calls.isEmpty)
        #expect(decoded.finish?.unified == .stop)
        #expect(decoded.adjustments.map(\.kind) == [.transcriptRepaired])
        #expect(decoded.violations.isEmpty)
    }

    @Test func `arguments that contradict what was streamed are never run`() {
        let decoded = Decoding(
            stream(Self.created, Self.added, Self.delta(#"{\"x\":2}"#), Self.done(#"{\"x\":1}"#), Self.completed))
        #expect(decoded.calls == [.init(id: "call_1", name: "f", arguments: #"{"x":2}"#, isComplete: false)])
        #expect(decoded.adjustments.map(\.kind) == [.streamMismatch])
        #expect(decoded.violations.isEmpty)
    }

    @Test func `calls in parallel keep their order and their arguments apart`() {
        func delta(_ index: Int, _ text: String) -> String {
            #"{"type":"response.function_call_arguments.delta","output_index":\#(index),"delta":"\#(text)"}"#
        }
        func added(_ index: Int) -> String {
            #"{"type":"response.output_item.added","output_index":\#(index),"item":{"type":"function_call","id":"fc","call_id":"call_\#(index)","name":"f","arguments":""}}"#
        }
        func done(_ index: Int) -> String {
            #"{"type":"response.output_item.done","output_index":\#(index),"item":{"type":"function_call","id":"fc","call_id":"call_\#(index)","name":"f","arguments":"[\#(index)]"}}"#
        }
        let decoded = Decoding(
            stream(
                Self.created, added(1), added(2), delta(2, "["), delta(1, "["), delta(2, "2]"), delta(1, "1]"), done(2),
                done(1), Self.completed))
        #expect(
            decoded.calls == [
                .init(item: 2, id: "call_2", name: "f", arguments: "[2]"),
                .init(item: 1, id: "call_1", name: "f", arguments: "[1]"),
            ])
        #expect(decoded.violations.isEmpty)
    }
}
