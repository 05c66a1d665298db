import Foundation
import LMJSON
import LMReplay
import LMTestSupport
import Testing

@testable import lm_cli

/// Whatever a model, a tool, a server, a file name or a cassette contains, nothing of theirs acts on a terminal.
@Suite struct InertTerminalTests {
    /// What terminals act on: sequences that move, clear, name a window, reach the clipboard, link, answer back, select
    /// characters; controls of one byte and of one character; what turns the direction of reading; invisible tags.
    static let hostile = [
        "\u{1B}[2J", "\u{1B}]0;EVIL\u{07}", "\u{1B}]52;c;RVZJTA==\u{07}", "\u{1B}]8;;http://evil\u{1B}\\\\",
        "\u{1B}P$q\u{1B}\\\\",
        "\u{1B}[6n", "\u{1B}[31;5m", "\u{1B}c", "\u{9B}31m", "\u{9D}0;E\u{9C}", "\u{0E}", "\u{08}\u{08}", "\u{0B}",
        "\u{7F}", "\u{00}",
        "\u{202E}gnp", "\u{2066}x\u{2069}", "\u{200F}", "\u{061C}", "\u{2028}", "\u{206A}", "\u{FFF9}",
        "\u{E0041}\u{E007F}",
        "over\rwritten",
    ].joined(separator: "EVIL")

    /// What is left when the tool's own styles and line ends are taken away.
    private func active(in text: String) -> [Unicode.Scalar] {
        let own = text.replacing(#/\u{1B}\[[0-9;]*m/#) { match in
            // The sequences of the hostile list are none of the tool's.
            match.output.contains("31;5") ? String(match.output) : ""
        }.replacing("\r\n", with: "\n").replacing(#/\r\u{1B}\[K|\r(?=> )|\u{1B}\[K\r\u{1B}\[[0-9]+C/#, with: "")
            .replacing("\u{1B}[?2004h", with: "").replacing(
                "\u{1B}[?2004l", with: "")
        return own.unicodeScalars.filter { TextSanitizer.isActive($0) }
    }

    private func server() throws -> LoopbackServer {
        try LoopbackServer { request in
            let body = String(decoding: request.body, as: UTF8.self)
            if request.target.hasSuffix("/models") {
                let list: JSONValue = ["data": [["id": .string("model-" + Self.hostile)]]]
                return ServedReply.document(200, "application/json", list.text())
            }
            if body.contains("fail") {
                let error: JSONValue = ["error": ["message": .string("no: " + Self.hostile)]]
                return ServedReply.document(400, "application/json", error.text())
            }
            if body.contains("use a tool"), !body.contains("function_call_output") {
                let arguments: JSONValue = ["city": .string(Self.hostile)]
                return ServedReply.toolCall("weather", arguments.text())
            }
            return ServedReply.steps(
                "# Head \(Self.hostile)\n\n`code \(Self.hostile)`\n\n```\n", Self.hostile, "\n```\n")
        }
    }

    @Test func `no verb lets a hostile character through to a terminal`() async throws {
        let tool = try Tool(["TERM": "xterm-256color"])
        let folder = tool.folder.path
        let server = try server()
        let target = ["--base-url", server.url("/v1").absoluteString, "-m", "test"]
        let weather = """
            #!/bin/sh
            case $1 in
            describe) cat '\(folder)/describe.json' ;;
            call) cat '\(folder)/hostile.txt' ;;
            esac
            """
        let description: JSONValue = ["name": "weather", "description": .string(Self.hostile)]
        _ = try tool.folder.write(description.text().utf8, to: "describe.json")
        _ = try tool.folder.write(Self.hostile.utf8, to: "hostile.txt")
        let program = try tool.executable(weather, named: "weather")
        let name = "\(folder)/x\u{1B}[2J\u{202E}.cassette.jsonl"
        for command in [
            ["record", "-o", name, "hi"] + target,
            ["ask", "--no-stdin", "a conversation \(Self.hostile.filter { $0 != "\0" })"] + target,
        ] {
            let outcome = try await tool.run(command)
            #expect(outcome.status == 0, "\(outcome.errors)")
            // On a pipe the bytes are as they came.
            #expect(outcome.output.contains(Self.hostile), "\(command)")
        }
        let commands: [[String]] = [
            ["ask", "--no-stdin", "hi"] + target, ["ask", "--no-stdin", "--plain", "hi"] + target,
            ["ask", "--no-stdin", "-x", "hi"] + target, ["ask", "--no-stdin", "--json", "hi"] + target,
            ["ask", "--no-stdin", "--events", "hi"] + target, ["ask", "--no-stdin", "--no-stream", "hi"] + target,
            ["ask", "--no-stdin", "fail"] + target, ["ask", "--no-stdin", "--json", "fail"] + target,
            ["ask", "--no-stdin", "--tool", program, "--approve", "auto", "use a tool"] + target,
            ["ask", "--no-stdin", "-n", "-f", "\(folder)/hostile.txt", "hi"] + target,
            ["again"] + target, ["sessions"], ["sessions", "--json"], ["sessions", "show", "last"],
            ["sessions", "show", "last", "--plain"], ["sessions", "export", "last"],
            ["sessions", "export", "last", "--json"],
            ["replay", name], ["replay", name, "--as", "wire"], ["replay", name, "--as", "chat"],
            ["replay", name, "--as", "headers"], ["replay", name, "--as", "events"], ["replay", name, "--json"],
            ["cassette", "ls", folder], ["cassette", "show", name], ["cassette", "show", name, "--json"],
            ["cassette", "verify", name], ["cassette", "stats", name], ["cassette", "scan", folder],
            ["cassette", "diff", name, name, "--text"], ["cassette", "export", name],
            ["cassette", "export", name, "--as", "sse"],
            ["cassette", "export", name, "--as", "har"], ["cassette", "export", name, "--as", "curl"],
            ["tools", "show", program], ["tools", "run", program], ["models", "refresh"] + target.prefix(2),
            ["cassette", "show", "\u{1B}[2J"], ["models", "show", "\u{202E}x"], ["ask", "-a", "\u{1B}]0;E\u{07}", "x"],
            ["\u{1B}[2J\u{202E}"], ["help", "\u{1B}c"], ["ask", "--\u{1B}c"], ["chat", "hi"] + target,
        ]
        for command in commands {
            let terminal = try Terminal(Tool.path, command, environment: tool.variables)
            if command[0] == "chat" {
                try await terminal.wait(for: "7 out")
                try terminal.type("/quit\r")
            }
            _ = try await terminal.end()
            let found = active(in: terminal.text)
            #expect(found.isEmpty, "\(command.prefix(4)): \(found.prefix(5).map { String($0.value, radix: 16) })")
            #expect(!terminal.text.isEmpty || command[1] == "diff", "\(command)")
        }
    }

    @Test func `JSON on a terminal is the same value`() throws {
        let value: JSONValue = ["text": .string(Self.hostile)]
        let shown = TextSanitizer.json(value.text())
        #expect(try JSONValue(parsing: shown) == value)
        #expect(!shown.unicodeScalars.contains { TextSanitizer.isActive($0) })
    }
}
