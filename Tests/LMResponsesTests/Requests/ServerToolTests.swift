import Foundation
import LMJSON
import LMProtocol
import LMTestSupport
import Testing

@testable import LMResponses

struct ServerToolTests {
    private static let request = GenerationRequest(
        transcript: Transcript(entries: [RequestBuilderTests.prompt("Hi")]))
    private static let tool = Transcript.ToolDefinition(
        name: "getWeather", description: "", parameters: GenerationSchema(name: "A", jsonSchema: ["type": "object"]))

    private static func body(_ tools: [ServerTool], _ request: GenerationRequest = request) throws -> JSONValue {
        try RequestBuilderTests.body(request) { $0.serverTools = tools }.json
    }

    @Test func `each tool is sent as the server knows it`() throws {
        let url = try #require(URL(string: "https://mcp.example/sse"))
        let tools: [ServerTool] = [
            .webSearch(), .webSearch(domains: .allowed(["a.example"]), understandsImages: true),
            .webSearch(domains: .excluded(["b.example"])), .codeInterpreter(), .codeInterpreter(container: "auto"),
            .fileSearch(in: ["c1"], maximumResults: 99),
            .mcp(
                url: url, label: "docs", allowedTools: ["search"], authorization: "t", headers: ["b": "2", "a": "1"]),
            ServerTool(type: "image_generation", ["action": "auto"]),
        ]
        #expect(
            try Self.body(tools)["tools"] == [
                ["type": "web_search"],
                [
                    "type": "web_search", "filters": ["allowed_domains": ["a.example"]],
                    "enable_image_understanding": true,
                ],
                ["type": "web_search", "filters": ["excluded_domains": ["b.example"]]],
                ["type": "code_interpreter"], ["type": "code_interpreter", "container": ["type": "auto"]],
                ["type": "file_search", "vector_store_ids": ["c1"], "max_num_results": 50],
                [
                    "type": "mcp", "server_url": "https://mcp.example/sse", "server_label": "docs",
                    "allowed_tools": ["search"], "authorization": "t", "headers": ["a": "1", "b": "2"],
                ],
                ["type": "image_generation", "action": "auto"],
            ])
    }

    @Test func `what a tool's calls are to include is asked for, once`() throws {
        let tools: [ServerTool] = [
            .codeInterpreter(includesOutputs: true), .fileSearch(in: ["a"], includesResults: true),
            .fileSearch(in: ["b"], includesResults: true),
        ]
        #expect(
            try Self.body(tools)["include"] == [
                "reasoning.encrypted_content", "code_interpreter_call.outputs", "file_search_call.results",
            ])
    }

    @Test func `the app's tools come first, and a choice is sent`() throws {
        var request = Self.request
        request.tools = [Self.tool]
        let body = try Self.body([.webSearch()], request)
        #expect(body["tools"]?.arrayValue?.map { $0["type"] } == ["function", "web_search"])
        #expect(body["tool_choice"] == "auto")
    }

    @Test func `where no tool may be called, none is sent`() throws {
        var request = Self.request
        request.options.toolCallingMode = .disallowed
        let body = try Self.body([.codeInterpreter(includesOutputs: true)], request)
        #expect(body["tools"] == nil)
        #expect(body["include"] == ["reasoning.encrypted_content"])
    }

    @Test func `a tool of the app's with the name of one that the server runs is refused before it is sent`() {
        var request = Self.request
        request.tools = [Self.tool]
        request.tools[0].name = "web_search"
        #expect(throws: LanguageModelError.self) { try Self.body([.webSearch()], request) }
    }

    @Test func `no secret of a tool is in a description or a mirror`() throws {
        let url = try #require(URL(string: "https://mcp.example"))
        let tool = ServerTool.mcp(url: url, label: "l", authorization: canaryKey, headers: ["x": canaryKey])
        var text = "\(tool) \(String(reflecting: tool))"
        dump(tool, to: &text)
        #expect(!text.contains(canaryKey))
        #expect(text.contains("mcp.example"))
    }
}
