import LMJSON
import LMTestSupport
import Testing

@testable import lm_cli

@Suite struct ChatTests {
    private let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 4, 0, 0, 0, 3, 0]

    /// A chat in a terminal, with a server that answers.
    private func chat(
        _ tool: Tool, _ server: LoopbackServer, _ arguments: [String] = [], variables: [String: String] = [:]
    ) throws -> Terminal {
        let environment = tool.variables.merging(["TERM": "xterm-256color", "NO_COLOR": "1"]) { $1 }.merging(variables)
        { $1 }
        return try Terminal(
            Tool.path, ["chat", "--base-url", server.url("/v1").absoluteString, "-m", "test"] + arguments,
            environment: environment)
    }

    private func server(_ replies: [String]) throws -> LoopbackServer {
        try LoopbackServer { request in ServedReply.steps(replies[min(request.index, replies.count - 1)]) }
    }

    @Test func `a conversation goes on, and is kept`() async throws {
        let tool = try Tool()
        let server = try server(["first answer", "second answer"])
        let terminal = try chat(tool, server)
        try await terminal.wait(for: "/help")
        try terminal.type("hello\r")
        try await terminal.wait(for: "first answer")
        try terminal.type("and more\r")
        try await terminal.wait(for: "second answer")
        try await terminal.wait(for: "7 out", times: 2)
        try terminal.type("\u{04}")
        #expect(try await terminal.end() == 0)
        let body = try JSONValue(parsing: server.requests[1].body)
        #expect(body["input"]?.arrayValue?.count == 3)
        let headings = try JSONValue(parsing: try await tool.run("sessions", "--json").output)
        #expect(headings[0]?["turns"] == 2)
    }

    @Test func `Ctrl-C stops a reply, keeps what came, and r asks again`() async throws {
        let tool = try Tool()
        let stream = ServedReply.stream(["Once upon a time"])
        let server = try LoopbackServer { request in
            request.index == 0
                ? [.streamHead] + stream[..<4].map { LoopbackStep.chunk($0) } + [.hold]
                : ServedReply.steps("the whole story")
        }
        let terminal = try chat(tool, server, ["--plain"])
        try await terminal.wait(for: "/help")
        try terminal.type("tell a story\r")
        try await terminal.wait(for: "Once upon a time")
        try terminal.type("\u{03}")
        let shown = try await terminal.wait(for: "r retries.")
        #expect(shown.contains("stopped — 4 words kept. r retries."))
        try terminal.type("r\r")
        try await terminal.wait(for: "the whole story")
        try await terminal.wait(for: "7 out")
        try terminal.type("\u{04}")
        #expect(try await terminal.end() == 0)
        let body = try JSONValue(parsing: server.requests[1].body)
        #expect(body["input"]?.arrayValue?.count == 1)
    }

    @Test func `Ctrl-C twice on an empty line leaves`() async throws {
        let terminal = try chat(try Tool(), try server(["no"]))
        try await terminal.wait(for: "/help")
        try terminal.type("typed\u{03}\u{03}")
        try await terminal.wait(for: "Ctrl-C again or Ctrl-D leaves")
        // Two of them, because only those within a second of each other leave.
        try terminal.type("\u{03}\u{03}")
        #expect(try await terminal.end() == 0)
    }

    @Test func `Ctrl-Z gives the terminal back to the shell, and fg goes on with the message`() async throws {
        let tool = try Tool()
        let server = try server(["ok"])
        var environment = tool.variables
        environment["TERM"] = "xterm"
        environment["PS1"] = "ready> "
        environment["LM"] = Tool.path
        let terminal = try Terminal("bash", ["--norc", "--noediting", "-i"], environment: environment)
        try await terminal.wait(for: "ready> ")
        try terminal.type("\"$LM\" chat --base-url \(server.url("/v1").absoluteString) -m test\n")
        try await terminal.wait(for: "/help")
        try terminal.type("half")
        try await terminal.wait(for: "half")
        try terminal.type("\u{1A}")
        try await terminal.wait(for: "Stopped")
        try terminal.type("fg\n")
        try await terminal.wait(for: "> half", times: 2)
        try terminal.type(" and half\r")
        try await terminal.wait(for: "7 out")
        try terminal.type("\u{04}")
        try await terminal.wait(for: "ready> ", times: 3)
        try terminal.type("exit\n")
        _ = try await terminal.end()
        #expect(String(decoding: server.requests[0].body, as: UTF8.self).contains("half and half"))
    }

    @Test func `the first message may stand on the command line`() async throws {
        let server = try server(["ok"])
        let terminal = try chat(try Tool(), server, ["What", "time is it?"])
        try await terminal.wait(for: "7 out")
        try terminal.type("\u{04}")
        #expect(try await terminal.end() == 0)
        #expect(String(decoding: server.requests[0].body, as: UTF8.self).contains("What time is it?"))
    }

    @Test func `pasted lines are one message`() async throws {
        let server = try server(["ok"])
        let terminal = try chat(try Tool(), server)
        try await terminal.wait(for: "/help")
        try terminal.type("\u{1B}[200~one\r\ntwo\r\nthree\u{1B}[201~\r")
        try await terminal.wait(for: "7 out")
        try terminal.type("\u{04}")
        _ = try await terminal.end()
        #expect(server.requests.count == 1)
        #expect(String(decoding: server.requests[0].body, as: UTF8.self).contains(#"one\ntwo\nthree"#))
    }

    @Test func `an unknown command is answered with the nearest, and nothing is sent`() async throws {
        let server = try server(["no"])
        let terminal = try chat(try Tool(), server)
        try await terminal.wait(for: "/help")
        try terminal.type("/modle\r")
        let shown = try await terminal.wait(for: "Did you mean")
        #expect(shown.contains("Did you mean /model?"))
        try terminal.type("\u{04}")
        _ = try await terminal.end()
        #expect(server.requests.isEmpty)
    }

    @Test func `an image is attached to the next message, also by dropping it`() async throws {
        let tool = try Tool()
        let image = try tool.folder.write(png, to: "my cat.png")
        let server = try server(["a cat", "another"])
        let terminal = try chat(tool, server)
        try await terminal.wait(for: "/help")
        try terminal.type("/image \(image)\r")
        try await terminal.wait(for: "[image: my cat.png · PNG 1024×768 · 24 bytes]")
        try terminal.type("what is it?\r")
        try await terminal.wait(for: "7 out")
        try terminal.type(image.replacing(" ", with: "\\ ") + "\r")
        try await terminal.wait(for: "[image: my cat.png", times: 2)
        try terminal.type("/detach 1\r")
        try await terminal.wait(for: "nothing is attached")
        try terminal.type("/quit\r")
        _ = try await terminal.end()
        #expect(server.requests.count == 1)
        #expect(String(decoding: server.requests[0].body, as: UTF8.self).contains("data:image/png;base64,"))
    }

    @Test func `thoughts, replies and usage can be looked at again, and turns undone`() async throws {
        let tool = try Tool()
        let server = try server(["**bold** answer"])
        let terminal = try chat(tool, server)
        try await terminal.wait(for: "/help")
        try terminal.type("question\r")
        try await terminal.wait(for: "7 out")
        try terminal.type("/raw\r")
        try await terminal.wait(for: "**bold** answer")
        try terminal.type("/why\r")
        try await terminal.wait(for: "said nothing of its thoughts")
        try terminal.type("/usage\r")
        try await terminal.wait(for: "the whole conversation: 1 turn")
        try terminal.type("/undo\r")
        try await terminal.wait(for: "forgotten: question")
        try terminal.type("/export \(tool.folder.path)/chat.md\r")
        try await terminal.wait(for: "written to")
        try terminal.type("/new\r")
        try await terminal.wait(for: "a new conversation")
        try terminal.type("\u{04}")
        #expect(try await terminal.end() == 0)
    }

    @Test func `the terminal is as it was before, also after a signal`() async throws {
        let tool = try Tool()
        let server = try server(["ok"])
        var environment = tool.variables
        environment["TERM"] = "xterm"
        environment["LM"] = Tool.path
        let script = """
            stty -a; "$LM" chat --base-url \(server.url("/v1").absoluteString) -m test; echo left:$?; stty -a; exit
            """
        for ending in ["\u{04}", "\u{03}\u{03}"] {
            let terminal = try Terminal("bash", ["-c", script], environment: environment)
            try await terminal.wait(for: "/help")
            try terminal.type(ending)
            let shown = try await terminal.wait(for: "left:")
            #expect(try await terminal.end() == 0)
            _ = shown
            let settings = terminal.plain.split(separator: "\n").filter {
                $0.contains("icanon") || $0.contains("icrnl") || $0.contains("isig")
            }
            #expect(settings.count >= 2)
            #expect(Array(settings.prefix(settings.count / 2)) == Array(settings.suffix(settings.count / 2)))
        }
    }

    @Test
    func `acceptance 15: nothing that was shown is redrawn, and no sequence but the tool's own reaches the terminal`()
        async throws
    {
        let tool = try Tool()
        let hostile = "\u{1B}]52;c;aGk=\u{07} \u{1B}[2J\u{1B}[H \u{9B}31m over\rwritten \u{202E}"
        let server = try server([hostile])
        let terminal = try chat(tool, server, variables: ["NO_COLOR": ""])
        try await terminal.wait(for: "/help")
        try terminal.type("hi \u{1B}[200~\u{1B}]0;title\u{07}\u{1B}[201~\r")
        try await terminal.wait(for: "7 out")
        try terminal.type("\u{04}")
        _ = try await terminal.end()
        // Attributes, the end of a line, the place in the row, and the marks of pastes.
        let own = #/\u{1B}\[(?:[0-9;]*m|K|[0-9]+C|\?2004[hl])/#
        let rest = terminal.text.replacing(own, with: "")
        #expect(
            !rest.unicodeScalars.contains {
                $0.value == 0x1B || (0x80..<0xA0).contains($0.value) || $0.value == 7 || $0.value == 8
            })
        #expect(!rest.contains("\u{202E}"))
        #expect(terminal.plain.contains("␛]52;c;aGk=␇"))
    }

    @Test func `a dumb terminal and a screen reader get plain words`() async throws {
        for variables in [["TERM": "dumb"], ["ACCESSIBLE": "1"]] {
            let tool = try Tool()
            let server = try server(["plain answer"])
            let terminal = try chat(tool, server, variables: variables)
            try await terminal.wait(for: "/help")
            try terminal.type("hello\r")
            try await terminal.wait(for: "7 out")
            try terminal.type("\u{04}")
            #expect(try await terminal.end() == 0)
            #expect(!terminal.text.contains("\u{1B}"))
            #expect(terminal.plain.contains("plain answer"))
        }
    }

    @Test func `on a dumb terminal a line answers a question, and Ctrl-C stops a reply`() async throws {
        let tool = try Tool(["TERM": "dumb"])
        let script = """
            #!/bin/sh
            [ "$1" = describe ] && echo '{"name":"weather","description":"d"}' && exit
            echo "12 degrees"
            """
        let path = try tool.executable(script, named: "weather")
        let stream = ServedReply.stream(["Once upon a time"])
        let server = try LoopbackServer { request in
            switch request.index {
            case 0: ServedReply.toolCall("weather", "{}")
            case 1: ServedReply.steps("Warm.")
            default: [.streamHead] + stream[..<4].map { LoopbackStep.chunk($0) } + [.hold]
            }
        }
        let terminal = try chat(tool, server, ["--tool", path], variables: ["TERM": "dumb"])
        try await terminal.wait(for: "/help")
        try terminal.type("umbrella?\r")
        try await terminal.wait(for: "[s]how")
        try terminal.type("yes\r")
        try await terminal.wait(for: "12 degrees")
        try await terminal.wait(for: "11 out")
        try terminal.type("a story\r")
        try await terminal.wait(for: "Once upon a")
        try terminal.type("\u{03}")
        try await terminal.wait(for: "stopped — 4 words kept. r retries.")
        try terminal.type("\u{04}")
        #expect(try await terminal.end() == 0)
        #expect(!terminal.text.contains("\u{1B}"))
    }

    @Test func `lines of a pipe are messages, and their replies are the output`() async throws {
        let tool = try Tool()
        let server = try server(["one", "two"])
        let outcome = try await tool.run(
            ["chat", "--base-url", server.url("/v1").absoluteString, "-m", "test"],
            input: Array("a\nb\n/quit\nc\n".utf8))
        #expect(outcome.output == "one\ntwo\n")
        #expect(outcome.status == 0)
        #expect(server.requests.count == 2)
    }

    @Test func `a model is asked before a program runs, and what it hides is shown`() async throws {
        let tool = try Tool()
        let script = """
            #!/bin/sh
            [ "$1" = describe ] && echo '{"name":"weather","description":"d","parameters":{"type":"object","properties":{"city":{"type":"string"}}}}' && exit
            cat > /dev/null; echo "12 degrees, rain"
            """
        let path = try tool.executable(script, named: "weather")
        let server = try LoopbackServer { request in
            request.index == 0
                ? ServedReply.toolCall("weather", #"{"city":"Pa\u001b[8mris"}"#)
                : ServedReply.steps("Take an umbrella.")
        }
        let terminal = try chat(tool, server, ["--tool", path])
        try await terminal.wait(for: "/help")
        try terminal.type("umbrella?\r")
        let question = try await terminal.wait(for: "[s]how")
        #expect(
            question.contains(#"the model wants: weather {"city":"Pa\u001b[8mris"}"#) || question.contains("␛[8mris"))
        try terminal.type("y")
        try await terminal.wait(for: "Take an umbrella.")
        try await terminal.wait(for: "11 out")
        try terminal.type("\u{04}")
        _ = try await terminal.end()
        #expect(terminal.plain.contains("12 degrees, rain"))
        #expect(String(decoding: server.requests[1].body, as: UTF8.self).contains("12 degrees, rain"))
    }

    @Test func `a message is edited with $EDITOR, in its place or while it is typed`() async throws {
        let tool = try Tool()
        let server = try server(["first", "second", "third"])
        let terminal = try chat(tool, server, variables: ["EDITOR": "sed -i.bak s/hello/goodbye/"])
        try await terminal.wait(for: "/help")
        try terminal.type("hello you\r")
        try await terminal.wait(for: "7 out")
        try terminal.type("/edit\r")
        try await terminal.wait(for: "7 out", times: 2)
        try terminal.type("hello again\u{07}")
        try await terminal.wait(for: "7 out", times: 3)
        try terminal.type("\u{04}")
        #expect(try await terminal.end() == 0)
        let bodies = try server.requests.map { try JSONValue(parsing: $0.body) }
        #expect(bodies.map { $0["input"]?.arrayValue?.count } == [1, 1, 3])
        #expect(bodies[1].text().contains("goodbye you"))
        #expect(bodies[2].text().contains("goodbye again"))
    }

    @Test func `two models are asked the same, and the chosen one goes on`() async throws {
        let server = try server(["to begin", "one way", "another way", "gone on"])
        let terminal = try chat(try Tool(), server)
        try await terminal.wait(for: "/help")
        try terminal.type("which?\r")
        try await terminal.wait(for: "7 out")
        try terminal.type("/compare first second\r")
        try await terminal.wait(for: "go on with: first")
        try terminal.type("\u{1B}[B")
        try await terminal.wait(for: "go on with: second")
        try terminal.type("\r")
        try await terminal.wait(for: "going on with second")
        try terminal.type("and then?\r")
        try await terminal.wait(for: "gone on")
        try await terminal.wait(for: "7 out", times: 4)
        try terminal.type("\u{04}")
        #expect(try await terminal.end() == 0)
        let bodies = try server.requests.map { try JSONValue(parsing: $0.body) }
        #expect(bodies.map { $0["model"]?.stringValue } == ["test", "first", "second", "second"])
        #expect(bodies[3].text().contains("another way") && !bodies[3].text().contains("one way"))
    }

    @Test func `a conversation is named, written to files, recorded and opened again`() async throws {
        let tool = try Tool()
        let server = try server(["first reply", "second reply"])
        let terminal = try chat(tool, server)
        let folder = tool.folder.path
        try await terminal.wait(for: "/help")
        try terminal.type("/record \(folder)/r\r")
        try await terminal.wait(for: "recording to")
        try terminal.type("hello\r")
        try await terminal.wait(for: "7 out")
        try terminal.type("/record stop\r")
        try await terminal.wait(for: "1 exchange,")
        try terminal.type("/save my chat\r")
        try await terminal.wait(for: "kept as \"my chat\"")
        try terminal.type("/export \(folder)/c.json\r")
        try await terminal.wait(for: "written to")
        try terminal.type("/copy \(folder)/reply.txt\r")
        try await terminal.wait(for: "written to", times: 2)
        try terminal.type("/new\r")
        try await terminal.wait(for: "a new conversation")
        try terminal.type("/open\r")
        try await terminal.wait(for: "test  my chat")
        try terminal.type("/open \(try #require(Self.sessionName(in: terminal.plain)))\r")
        try await terminal.wait(for: "going on with \"my chat\"")
        try terminal.type("more\r")
        try await terminal.wait(for: "second reply")
        try await terminal.wait(for: "7 out", times: 2)
        try terminal.type("\u{04}")
        #expect(try await terminal.end() == 0)
        #expect(tool.folder.read("reply.txt") == Array("first reply\n".utf8))
        #expect(try JSONValue(parsing: try #require(tool.folder.read("c.json")))["turns"] == 1)
        #expect(try await tool.run("replay", folder + "/r.cassette.jsonl").output == "first reply\n")
        #expect(try JSONValue(parsing: server.requests[1].body)["input"]?.arrayValue?.count == 3)
    }

    /// The name of a conversation, as `/save` tells it.
    private static func sessionName(in screen: String) -> String? {
        guard let start = screen.firstRange(of: "lm-cli chat -r ") else { return nil }
        return String(screen[start.upperBound...].prefix { !$0.isWhitespace })
    }

    @Test func `keys that were typed before a question do not answer it`() async throws {
        let tool = try Tool()
        let go = Signal()
        let script = """
            #!/bin/sh
            [ "$1" = describe ] && echo '{"name":"weather","description":"d"}' && exit
            echo ran > '\(tool.folder.path)/ran'
            """
        let path = try tool.executable(script, named: "weather")
        let server = try LoopbackServer { request in
            request.index == 0 ? [.wait(go)] + ServedReply.toolCall("weather", "{}") : ServedReply.steps("Very well.")
        }
        let terminal = try chat(tool, server, ["--tool", path])
        try await terminal.wait(for: "/help")
        try terminal.type("umbrella?\r")
        _ = try await server.request()
        try terminal.type("y")
        // The line that says for how long the reply is waited for goes on, so that the key has been read by now.
        let shown = terminal.plain.split(separator: "waiting for test…", omittingEmptySubsequences: false).count - 1
        try await terminal.wait(for: "waiting for test…", times: shown + 4)
        go.fire()
        try await terminal.wait(for: "[s]how")
        #expect(tool.folder.read("ran") == nil)
        try terminal.type("n")
        try await terminal.wait(for: "Very well.")
        try await terminal.wait(for: "11 out")
        // What was typed ahead is the start of the next message.
        try await terminal.wait(for: "> y")
        try terminal.type("\u{15}\u{04}")
        #expect(try await terminal.end() == 0)
        #expect(tool.folder.read("ran") == nil)
    }
}
