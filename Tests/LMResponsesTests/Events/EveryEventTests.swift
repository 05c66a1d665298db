import LMJSON
import LMProtocol
import LMTestSupport
import Testing

@testable import LMResponses

/// Every event of the wire that the project's notes list, and what it is read as.
struct EveryEventTests {
    private static let item = #""output_index":2,"item_id":"x","#

    /// Events that are read: the name, its other members, and the reading in short.
    static let read: [(name: String, members: String, reading: String)] = [
        ("response.created", #""response":{"id":"r"}"#, "created"),
        ("response.in_progress", #""response":{"id":"r"}"#, "started"),
        ("response.queued", #""response":{"id":"r"}"#, "started"),
        ("response.output_item.added", #""output_index":2,"item":{"type":"message"}"#, "added 2"),
        ("response.output_item.done", #""output_index":2,"item":{"type":"message"}"#, "done 2"),
        (
            "response.content_part.added", item + #""content_index":1,"part":{"type":"output_text","text":""}"#,
            "part added 2.1"
        ),
        (
            "response.content_part.done", item + #""content_index":1,"part":{"type":"refusal","refusal":"No."}"#,
            "part done 2.1"
        ),
        (
            "response.output_text.delta", item + #""content_index":1,"delta":"a","logprobs":[],"obfuscation":"zz""#,
            "text 2.1 + a"
        ),
        ("response.output_text.done", item + #""content_index":1,"text":"ab""#, "text 2.1 = ab"),
        (
            "response.output_text.annotation.added",
            item + #""content_index":1,"annotation_index":0,"annotation":{"type":"url_citation","url":"u"}"#,
            "annotation 2.1"
        ),
        ("response.refusal.delta", item + #""content_index":1,"delta":"a""#, "refusal 2.1 + a"),
        ("response.refusal.done", item + #""content_index":1,"refusal":"ab""#, "refusal 2.1 = ab"),
        (
            "response.reasoning_summary_part.added",
            item + #""summary_index":1,"part":{"type":"summary_text","text":""}"#,
            "part added 2.1"
        ),
        (
            "response.reasoning_summary_part.done",
            item + #""summary_index":1,"part":{"type":"summary_text","text":"ab"}"#,
            "part done 2.1"
        ),
        ("response.reasoning_summary_text.delta", item + #""summary_index":1,"delta":"a""#, "summary 2.1 + a"),
        ("response.reasoning_summary_text.done", item + #""summary_index":1,"text":"ab""#, "summary 2.1 = ab"),
        ("response.reasoning_text.delta", item + #""content_index":1,"delta":"a""#, "reasoningText 2.1 + a"),
        ("response.reasoning_text.done", item + #""content_index":1,"text":"ab""#, "reasoningText 2.1 = ab"),
        ("response.function_call_arguments.delta", item + #""delta":"{""#, "arguments 2 + {"),
        ("response.function_call_arguments.done", item + #""name":"f","arguments":"{}""#, "arguments 2 = {}"),
        ("response.completed", #""response":{"status":"completed"}"#, "ended completed"),
        ("response.done", #""response":{"status":"completed"}"#, "ended completed"),
        ("response.incomplete", #""response":{"status":"incomplete"}"#, "ended incomplete"),
        ("response.failed", #""response":{"status":"failed"}"#, "ended failed"),
        ("response.cancelled", #""response":{"status":"cancelled"}"#, "ended cancelled"),
        ("error", #""code":null,"message":"m","param":null"#, "failed"),
        ("error", #""error":{"type":"t","code":"c","message":"m","param":null}"#, "failed"),
        ("response.error", #""error":{"message":"m"}"#, "failed"),
    ]

    /// The progress of tools that the server runs: the type of the item, and the steps that tell of it.
    static let progress: [(tool: String, steps: [String])] = [
        ("web_search_call", ["in_progress", "searching"]), ("x_search_call", ["in_progress", "searching"]),
        ("file_search_call", ["in_progress", "searching"]),
        ("code_interpreter_call", ["in_progress", "interpreting", "executing"]),
        ("code_execution_call", ["in_progress", "executing"]),
        ("image_generation_call", ["in_progress", "generating"]), ("mcp_call", ["in_progress", "executing"]),
        ("mcp_list_tools", ["in_progress"]),
    ]

    /// Events that say nothing which the item does not say when it is done, and those that nobody has to know.
    static let skipped = [
        "response.custom_tool_call_input.delta", "response.custom_tool_call_input.done",
        "response.web_search_call.completed", "response.x_search_call.completed", "response.file_search_call.completed",
        "response.code_interpreter_call.completed", "response.code_execution_call.completed",
        "response.code_interpreter_call_code.delta", "response.code_interpreter_call_code.done",
        "response.image_generation_call.completed", "response.image_generation_call.partial_image",
        "response.mcp_call.completed", "response.mcp_call.failed", "response.mcp_call_arguments.delta",
        "response.mcp_call_arguments.done", "response.mcp_call_output.delta", "response.mcp_call_output.done",
        "response.mcp_list_tools.completed", "response.mcp_list_tools.failed", "response.doom_loop_check",
        "response.apply_patch_call_operation_diff.delta", "response.apply_patch_call_operation_diff.done",
        "response.shell_call_command.delta", "response.shell_call_output_content.delta", "response.audio.delta",
    ]

    private static func decode(_ name: String, _ members: String, isFramed: Bool) throws -> ResponsesEvent {
        let json = isFramed ? "{\(members)}" : #"{"type":"\#(name)","sequence_number":1,\#(members)}"#
        var decoder = ResponsesEventDecoder()
        return try Array((isFramed ? name : "").utf8).withUnsafeBufferPointer { name in
            try Array(json.utf8).withUnsafeBufferPointer { data in
                try decoder.decode(name: name, data: data)
            }
        }
    }

    private static func inShort(_ event: ResponsesEvent) -> String {
        func place(_ place: EventPlace) -> String {
            [place.output, place.part].compactMap { $0.map(String.init) }.joined(separator: ".")
        }
        return switch event {
        case .created: "created"
        case .started: "started"
        case .itemAdded(let at, _): "added \(place(at))"
        case .itemDone(let at, _): "done \(place(at))"
        case .partAdded(let at, _): "part added \(place(at))"
        case .partDone(let at, _): "part done \(place(at))"
        case .delta(let channel, let at, let text): "\(channel) \(place(at)) + \(text)"
        case .done(let channel, let at, let text): "\(channel) \(place(at)) = \(text ?? "")"
        case .annotation(let at, _): "annotation \(place(at))"
        case .progress(let at, let type): "\(type) \(place(at))"
        case .ended(let status, _): "ended \(status)"
        case .failed: "failed"
        case .endOfStream: "end of stream"
        case .skipped: "skipped"
        }
    }

    @Test(arguments: read)
    func `an event is read by its own type, or by its frame where it has none`(
        _ event: (name: String, members: String, reading: String)
    ) throws {
        for isFramed in [false, true] {
            let decoded = try Self.decode(event.name, event.members, isFramed: isFramed)
            #expect(Self.inShort(decoded) == event.reading)
        }
    }

    @Test(arguments: progress)
    func `the progress of a server's tool bears its item's type`(_ event: (tool: String, steps: [String])) throws {
        for step in event.steps {
            let decoded = try Self.decode("response.\(event.tool).\(step)", #""output_index":2"#, isFramed: false)
            #expect(Self.inShort(decoded) == "\(event.tool) 2")
        }
    }

    @Test(arguments: skipped)
    func `an event that says nothing new is skipped, and the answer goes on`(_ name: String) throws {
        let json = #"{"type":"\#(name)","output_index":0,"item_id":"x","delta":"d","code":"c","input":"i"}"#
        let decoded = Decoding(
            stream(StreamRowTests.created, json, StreamRowTests.message, StreamRowTests.delta("Hi"), json)
                + stream(StreamRowTests.completed))
        #expect(decoded.text == "Hi")
        #expect(decoded.failure == nil)
        #expect(decoded.serverCalls.isEmpty)
    }
}
