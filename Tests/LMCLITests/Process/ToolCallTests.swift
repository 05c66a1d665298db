import LMJSON
import LMTestSupport
import Testing

@testable import lm_cli

@Suite struct ToolCallTests {
    private let weather = """
        #!/bin/sh
        case $1 in
        describe) echo '{"name":"weather","description":"The weather","parameters":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}}' ;;
        call) cat; exit ${WEATHER_STATUS:-0} ;;
        esac
        """

    private func ask(
        _ tool: Tool, _ arguments: [String], calling name: String = "weather", with json: String = #"{"city":"Rome"}"#
    ) async throws -> (outcome: Tool.Outcome, server: LoopbackServer) {
        let server = try LoopbackServer { request in
            request.index % 2 == 0 ? ServedReply.toolCall(name, json) : ServedReply.steps("done")
        }
        let outcome = try await tool.run(
            ["ask", "--no-stdin", "--base-url", server.url("/v1").absoluteString, "-m", "test"] + arguments + [
                "umbrella?"
            ])
        return (outcome, server)
    }

    @Test func `a program is a tool, and what it prints goes to the model`() async throws {
        let tool = try Tool()
        let path = try tool.executable(weather, named: "weather")
        let (outcome, server) = try await ask(
            tool, ["--tool", path, "--approve", "auto", "--events", "--deterministic"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines.contains(#"{"type":"tool.call","id":"call_1","name":"weather","arguments":{"city":"Rome"}}"#))
        #expect(lines.contains(#"{"type":"tool.result","id":"call_1","name":"weather","output":{"city":"Rome"}}"#))
        #expect(lines.last?.contains(#""type":"end""#) == true)
        #expect(lines.count { $0.contains(#""type":"end""#) } == 1)
        let first = try JSONValue(parsing: server.requests[0].body)
        #expect(first["tools"]?[0]?["name"] == "weather")
        #expect(String(decoding: server.requests[1].body, as: UTF8.self).contains("function_call_output"))
    }

    @Test func `without a terminal to ask on nothing runs, and that is said`() async throws {
        let tool = try Tool()
        let path = try tool.executable(weather, named: "weather")
        let (outcome, server) = try await ask(tool, ["--tool", path])
        #expect(outcome.errors.contains("tool weather was not run"))
        #expect(String(decoding: server.requests[1].body, as: UTF8.self).contains("did not allow it"))
        #expect(outcome.output == "done\n")
    }

    @Test func `where nothing was allowed and nothing said, that is a failure`() async throws {
        let tool = try Tool()
        let path = try tool.executable(weather, named: "weather")
        let server = try LoopbackServer { request in
            request.index == 0 ? ServedReply.toolCall("weather", #"{"city":"Rome"}"#) : ServedReply.steps("")
        }
        let outcome = try await tool.run(
            "ask", "--no-stdin", "--json", "--base-url", server.url("/v1").absoluteString, "-m", "test", "--tool", path,
            "umbrella?")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("no tool was allowed to run"))
        #expect(try JSONValue(parsing: outcome.output)["error"]?["kind"] == "toolFailed")
    }

    @Test func `ask asks on the terminal, and what it asks stays on the screen`() async throws {
        let tool = try Tool(["TERM": "xterm-256color", "NO_COLOR": "1"])
        let path = try tool.executable(weather, named: "weather")
        let server = try LoopbackServer { request in
            request.index == 0 ? ServedReply.toolCall("weather", #"{"city":"Rome"}"#) : ServedReply.steps("Take one.")
        }
        let terminal = try Terminal(
            Tool.path,
            ["ask", "--base-url", server.url("/v1").absoluteString, "-m", "test", "--tool", path, "umbrella?"],
            environment: tool.variables)
        try await terminal.wait(for: "[s]how")
        try terminal.type("s")
        try await terminal.wait(for: "\"city\": \"Rome\"")
        try await terminal.wait(for: "[s]how", times: 2)
        try terminal.type("y")
        try await terminal.wait(for: "Take one.")
        #expect(try await terminal.end() == 0)
        #expect(terminal.plain.contains("tool weather {\"city\":\"Rome\"} → {\"city\":\"Rome\"}"))
    }

    @Test func `a tool that fails is told to the model, which goes on`() async throws {
        let tool = try Tool(["WEATHER_STATUS": "3"])
        let path = try tool.executable(weather, named: "weather")
        let (outcome, server) = try await ask(tool, ["--tool", path, "--approve", "auto"])
        #expect(outcome.status == 0)
        #expect(String(decoding: server.requests[1].body, as: UTF8.self).contains("failed with exit code 3"))
    }

    @Test func `a built-in tool runs without asking`() async throws {
        let tool = try Tool()
        let (outcome, server) = try await ask(
            tool, ["--tool", "current_time"], calling: "current_time", with: #"{"timeZone":"Asia/Tokyo"}"#)
        #expect(outcome.status == 0)
        #expect(String(decoding: server.requests[1].body, as: UTF8.self).contains("+0900 (Asia/Tokyo"))
    }

    @Test func `calls are counted, and the limit ends the reply`() async throws {
        let tool = try Tool()
        let path = try tool.executable(weather, named: "weather")
        let server = try LoopbackServer { _ in ServedReply.toolCall("weather", #"{"city":"Rome"}"#) }
        let outcome = try await tool.run(
            "ask", "--no-stdin", "--base-url", server.url("/v1").absoluteString, "-m", "test", "--tool", path,
            "--approve", "auto",
            "--max-tool-calls", "3", "x")
        #expect(outcome.status == 1)
        #expect(server.requests.count == 4)
        #expect(outcome.errors.contains("--max-tool-calls"))
    }

    @Test func `tools are listed, shown and tried without a model`() async throws {
        let tool = try Tool()
        let path = try tool.executable(weather, named: "weather")
        #expect(try await tool.run("tools").output.contains("current_time"))
        let shown = try JSONValue(parsing: try await tool.run("tools", "show", path, "--json").output)
        #expect(shown["name"] == "weather")
        #expect(shown["parameters"]?["properties"]?["city"]?["type"] == "string")
        #expect(
            try await tool.run("tools", "run", path, "--args", #"{"city":"Oslo"}"#).output == "{\"city\":\"Oslo\"}\n")
        let wrong = try await tool.run("tools", "run", path, "--args", "{}")
        #expect(wrong.status == 65)
        #expect(wrong.errors.contains("do not fit the tool"))
        let time = try await tool.run("tools", "run", "current_time", "--args", #"{"timeZone":"Nowhere/None"}"#)
        #expect(time.output.contains("There is no time zone \"Nowhere/None\""))
    }

    @Test func `a program that is no tool is refused before anything is sent`() async throws {
        let tool = try Tool()
        for (script, words) in [("#!/bin/sh\necho hello", "in JSON"), ("#!/bin/sh\nexit 9", "ended with 9")] {
            let path = try tool.executable(script, named: "broken")
            let (outcome, server) = try await ask(tool, ["--tool", path])
            #expect(outcome.status == 65)
            #expect(outcome.errors.contains(words))
            #expect(server.requests.isEmpty)
        }
        let (missing, _) = try await ask(tool, ["--tool", "current_tim"])
        #expect(missing.status == 66)
        #expect(missing.errors.contains("Did you mean current_time?"))
    }
}
