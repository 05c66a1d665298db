import Foundation
import LMJSON
import LMProtocol
import LMResponses
import LMTestSupport
import Testing

@testable import LMGrok

/// The tools that xAI runs itself, through a session: asked for, shown, kept, cited and sent back.
struct ServerToolTests {
    /// A tool, the item that its call makes, and the event that tells of its progress.
    struct Case: Sendable, CustomTestStringConvertible {
        var tool: ServerTool
        var definition: JSONValue
        var item: String
        var progress: String
        var testDescription: String { tool.type }
    }

    static let cases: [Case] = [
        Case(
            tool: .webSearch(domains: .allowed(["a.example"])),
            definition: ["type": "web_search", "filters": ["allowed_domains": ["a.example"]]],
            item:
                #"{"type":"web_search_call","id":"ws_1","status":"completed","action":{"type":"search","query":"q","sources":[{"type":"url","url":"https://a.example"}]}}"#,
            progress: "response.web_search_call.searching"),
        Case(
            tool: .xSearch(from: "2026-01-01", handles: .allowed(["ada"])),
            definition: ["type": "x_search", "from_date": "2026-01-01", "allowed_x_handles": ["ada"]],
            item:
                #"{"type":"custom_tool_call","id":"ctc_1","call_id":"xs_call_1","name":"x_keyword_search","input":"{\"query\":\"q\"}","status":"completed"}"#,
            progress: "response.x_search_call.searching"),
        Case(
            tool: .codeInterpreter(), definition: ["type": "code_interpreter"],
            item:
                #"{"type":"code_interpreter_call","id":"ci_1","name":"code_execution","arguments":"{\"code\":\"1+1\"}","call_id":"","status":"completed"}"#,
            progress: "response.code_interpreter_call.interpreting"),
        Case(
            tool: .fileSearch(in: ["col_1"], maximumResults: 3),
            definition: ["type": "file_search", "vector_store_ids": ["col_1"], "max_num_results": 3],
            item:
                #"{"type":"file_search_call","id":"fs_1","status":"completed","queries":["q"],"results":[{"file_id":"file_1","text":"x"}]}"#,
            progress: "response.file_search_call.searching"),
        Case(
            tool: .mcp(url: URL(filePath: "/mcp"), label: "docs", allowedTools: ["find"]),
            definition: [
                "type": "mcp", "server_url": .string(URL(filePath: "/mcp").absoluteString), "server_label": "docs",
                "allowed_tools": ["find"],
            ],
            item:
                #"{"type":"mcp_call","id":"mcp_1","server_label":"docs","name":"find","arguments":"{}","output":"found","status":"completed"}"#,
            progress: "response.mcp_call.in_progress"),
    ]

    private static let note =
        #"{"type":"url_citation","url":"https://a.example","title":"1","start_index":0,"end_index":6}"#

    private static func reply(_ tested: Case) -> StubTransport.Reply {
        let type = (try? JSONValue(parsing: tested.item))?["type"]?.stringValue ?? ""
        return Wire.reply(
            Wire.created, Wire.done(0, Wire.reasoning(["Look it up."], encrypted: "E1")),
            Wire.added(1, #"{"type":"\#(type)","id":"x","status":"in_progress"}"#),
            #"{"type":"\#(tested.progress)","output_index":1,"item_id":"x"}"#, Wire.done(1, tested.item),
            // What the tool said comes encrypted, and the model needs it again.
            Wire.done(2, Wire.reasoning(id: "tco_1", encrypted: "E2")), Wire.delta("Found.", 3),
            #"{"type":"response.output_text.annotation.added","output_index":3,"content_index":0,"annotation_index":0,"annotation":\#(note)}"#,
            Wire.delta(" More.", 3),
            Wire.done(
                3,
                #"{"type":"message","id":"msg_1","content":[{"type":"output_text","text":"Found. More.","annotations":[\#(note)]}]}"#
            ),
            Wire.ended(
                "completed",
                #""output":[],"usage":{"input_tokens":9,"output_tokens":3,"num_server_side_tools_used":1}"#))
    }

    @Test(arguments: cases)
    func `a call is an event, an entry of the transcript, and part of the next request`(_ tested: Case) async throws {
        let run = await RowRun(
            Self.reply(tested), Wire.answer("Yes."), model: .grok4_3.serverTools(tested.tool),
            prompts: ["Look", "Sure?"])
        let item = try JSONValue(parsing: tested.item)

        #expect(run.log.violations.isEmpty)
        #expect(run.log.text == "Found. More.")
        #expect(run.log.serverCalls.map(\.phase) == [.started, .running, .completed])
        #expect(run.log.serverCalls.last?.data?.content == item)
        #expect(run.log.finish?.unified == .stop)

        #expect(run.sessionError == nil)
        let kinds = run.session.transcript.map { entry in
            switch entry {
            case .reasoning: "reasoning"
            case .data(let data): data.metadata["type"]?.json.stringValue ?? ""
            case .response: "response"
            default: "prompt"
            }
        }
        #expect(
            kinds == [
                "prompt", "reasoning", item["type"]?.stringValue ?? "", "reasoning", "response", "prompt", "response",
            ])

        #expect(run.requests[1].body.starts(with: run.requests[0].body.dropLast(2)))
        let bodies = try run.requests.map { try JSONValue(parsing: $0.body) }
        for body in bodies {
            #expect(body["tools"] == [tested.definition])
            #expect(body["tool_choice"] == "auto")
        }
        #expect(
            bodies.last?["input"] == [
                ["type": "message", "role": "user", "content": "Look"],
                [
                    "type": "reasoning", "id": "rs_1", "summary": [["type": "summary_text", "text": "Look it up."]],
                    "encrypted_content": "E1",
                ], item, ["type": "reasoning", "id": "tco_1", "summary": [], "encrypted_content": "E2"],
                ["type": "message", "role": "assistant", "content": "Found. More."],
                ["type": "message", "role": "user", "content": "Sure?"],
            ])
    }

    @Test func `a saved conversation sends the calls back as well`() async throws {
        let first = await RowRun(Self.reply(Self.cases[0]), prompts: ["Look"])
        let data = try JSONEncoder().encode(first.session.transcript)
        let saved = try JSONDecoder().decode(Transcript.self, from: data)
        let again = try await RequestRun(Array(saved))
        for body in again.bodies {
            #expect(body["input"]?[2] == (try JSONValue(parsing: Self.cases[0].item)))
            #expect(body["input"]?[3]?["id"] == "tco_1")
        }
    }

    @Test func `sources are on the events, the snapshots and the response`() async {
        let run = await RowRun(Self.reply(Self.cases[0]).perByte)
        let citation = Citation(url: "https://a.example", title: "1", start: 0, end: 6)
        #expect(run.log.citations == [citation])
        #expect(run.snapshots.first?.citations == [])
        #expect(run.snapshots.contains { $0.content == "Found." && $0.citations == [citation] })
        #expect(run.snapshots.last?.citations == [citation])
        #expect(run.response?.citations == [citation])
        #expect(run.response?.usage.metadata["num_server_side_tools_used"] == 1)
    }

    @Test func `an older source has an address only, and one of a file its identifier`() async {
        let notes =
            #"{"type":"url_citation","url":"https://a.example"},{"type":"file_citation","file_id":"file_1","filename":"a.pdf"}"#
        let run = await RowRun(
            Wire.reply(
                Wire.created, Wire.delta("Hi"),
                Wire.done(
                    0,
                    #"{"type":"message","id":"m","content":[{"type":"output_text","text":"Hi","annotations":[\#(notes)]}]}"#
                ), Wire.completed))
        run.expectAnswer("Hi")
        let citations = [Citation(url: "https://a.example"), Citation(url: "file_1", title: "a.pdf")]
        #expect(run.log.citations == citations)
        #expect(run.response?.citations == citations)
    }
}
