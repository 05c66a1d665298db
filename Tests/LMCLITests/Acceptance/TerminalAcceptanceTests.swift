import LMJSON
import LMTestSupport
import Testing

@testable import lm_cli

@Suite struct TerminalAcceptanceTests {
    @Test func `acceptance 9: Ctrl-C ends ask with 130, keeps what came, and leaves the terminal as it was`()
        async throws
    {
        let tool = try Tool()
        let stream = ServedReply.stream(["three words here"])
        let server = try LoopbackServer { _ in [.streamHead] + stream[..<4].map { LoopbackStep.chunk($0) } + [.hold] }
        var environment = tool.variables
        environment["LM"] = Tool.path
        environment["TERM"] = "xterm-256color"
        // The shell outlives the interrupt, as the one that a person types at does.
        let script = """
            trap : INT; stty -a; "$LM" ask --base-url \(server.url("/v1").absoluteString) -m test hi; echo left:$?; stty -a
            """
        let terminal = try Terminal("bash", ["-c", script], environment: environment)
        // The last word waits for what may still belong to it.
        try await terminal.wait(for: "three words")
        try terminal.type("\u{03}")
        try await terminal.wait(for: "left:130")
        #expect(try await terminal.end() == 0)
        #expect(terminal.plain.contains("stopped — 3 words kept (lm-cli sessions show last)."))
        let settings = terminal.plain.split(separator: "\n").filter {
            $0.contains("icanon") || $0.contains("icrnl") || $0.contains("isig")
        }
        #expect(settings.count >= 2 && settings.count % 2 == 0)
        #expect(Array(settings.prefix(settings.count / 2)) == Array(settings.suffix(settings.count / 2)))
        #expect(try await tool.run("sessions", "show", "last").output.contains("three words here"))
    }

    @Test func `acceptance 10: nothing is said of a standard input that is /dev/null`() async throws {
        let server = try LoopbackServer { _ in ServedReply.steps("ok") }
        let outcome = try await Tool().shell(
            "\"$LM\" ask --base-url \(server.url("/v1").absoluteString) -m test hi < /dev/null")
        #expect(outcome.output == "ok\n")
        #expect(outcome.errors == "")
    }

    @Test func `acceptance 14: no escape reaches a stream that is no terminal, from any command`() async throws {
        let tool = try Tool(["TERM": "xterm-256color", "COLORTERM": "truecolor"])
        let server = try LoopbackServer { request in
            request.index % 2 == 0
                ? ServedReply.toolCall("current_time", "{}") : ServedReply.steps("# Head\n\n**bold** `code`")
        }
        let cassette = tool.folder.path + "/x.cassette.jsonl"
        let target = ["--base-url", server.url("/v1").absoluteString, "-m", "test"]
        let commands: [[String]] = [
            ["ask", "-u", "-v", "--tool", "current_time", "hi"] + target, ["ask", "--markdown", "hi"] + target,
            ["record", "-o", cassette, "hi"] + target, ["replay", cassette], ["again"] + target,
            ["sessions"], ["sessions", "show", "last"], ["models"], ["keys"], ["tools"], ["help"], ["help", "json"],
            ["ask", "--help"], ["man", "ask"], ["completions", "zsh"], ["nothing"],
        ]
        for command in commands {
            let outcome = try await tool.run(command)
            #expect(!outcome.output.contains("\u{1B}"), "\(command)")
            #expect(!outcome.errors.contains("\u{1B}"), "\(command)")
        }
        let chat = try await tool.run(["chat"] + target, input: Array("hi\n/help\n/model\n/usage\n".utf8))
        #expect(!chat.output.contains("\u{1B}") && !chat.errors.contains("\u{1B}"))
    }

    @Test(arguments: [
        (["NO_COLOR": "1"], [], false), (["NO_COLOR": ""], [], true), (["CLICOLOR": "0"], [], false),
        (["LM_COLOR": "never"], [], false), ([:], ["--color", "never"], false),
        (["NO_COLOR": "1"], ["--color", "always"], true),
    ])
    func `acceptance 18: NO_COLOR and its like turn styles off on a terminal`(
        variables: [String: String], arguments: [String], isStyled: Bool
    ) async throws {
        let tool = try Tool(["TERM": "xterm-256color"].merging(variables) { $1 })
        let server = try LoopbackServer { _ in ServedReply.steps("# Head\n\n**bold** text") }
        let terminal = try Terminal(
            Tool.path, ["ask", "--base-url", server.url("/v1").absoluteString, "-m", "test"] + arguments + ["hi"],
            environment: tool.variables)
        try await terminal.wait(for: "7 out")
        #expect(try await terminal.end() == 0)
        #expect(terminal.text.contains(#/\u{1B}\[[0-9;]*m/#) == isStyled)
        #expect(terminal.plain.contains("bold text"))
    }
}
