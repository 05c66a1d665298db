import Testing

@testable import lm_cli

@Suite struct ArgumentParserTests {
    private func parse(_ words: String...) throws -> ParsedArguments {
        try ArgumentParser.parse(words, root: CommandTable.root)
    }

    private func failure(_ words: String...) throws -> CLIError {
        let error = try #require(throws: CLIError.self) { try ArgumentParser.parse(words, root: CommandTable.root) }
        #expect(error.code == .usage)
        return error
    }

    @Test func `options stand before, between and behind the words`() throws {
        let arguments = try parse("ask", "-m", "grok-4.3", "why", "--usage", "me", "--effort=low")
        #expect(arguments.spec?.name == "ask")
        #expect(arguments.words == ["why", "me"])
        #expect(arguments.value(.model) == "grok-4.3")
        #expect(arguments.value(.effort) == "low")
        #expect(arguments.isOn(.usage))
    }

    @Test func `two dashes end the options`() throws {
        #expect(try parse("ask", "--", "--model", "-x").words == ["--model", "-x"])
    }

    @Test func `short options may be joined, and the last may hold its value`() throws {
        let arguments = try parse("ask", "-unmgrok-4.3", "hi")
        #expect(arguments.isOn(.usage))
        #expect(arguments.isOn(.dryRun))
        #expect(arguments.value(.model) == "grok-4.3")
        #expect(try parse("ask", "-m=grok-4.3", "hi").value(.model) == "grok-4.3")
    }

    @Test func `a repeatable option keeps every value, another the last`() throws {
        let arguments = try parse("ask", "-a", "a.png", "-a", "b.png", "-m", "x", "-m", "y", "hi")
        #expect(arguments.all(.attach) == ["a.png", "b.png"])
        #expect(arguments.value(.model) == "y")
    }

    @Test func `a switch that is on by default is turned off, and on again`() throws {
        #expect(try parse("ask", "hi")[.stdin] == nil)
        #expect(try parse("ask", "--no-stdin", "hi").isOff(.stdin))
        #expect(try parse("ask", "--no-stdin", "--stdin", "hi").isOn(.stdin))
        #expect(try parse("ask", "--usage", "--no-usage", "hi").isOff(.usage))
    }

    @Test func `a lone dash is a word and a value`() throws {
        #expect(try parse("ask", "-").words == ["-"])
        #expect(try parse("ask", "-f", "-", "hi").all(.file) == ["-"])
    }

    @Test func `a negative number is a value, and is then out of range`() throws {
        #expect(try failure("ask", "--temperature", "-1", "hi").message.contains("from 0 to 2, not \"-1\""))
    }

    @Test func `an option that follows is not taken as a value`() throws {
        let error = try failure("ask", "--model", "--usage")
        #expect(error.message == "--model needs a value: --model <name>.")
    }

    @Test(arguments: [
        (["ask", "--modle", "x"], "Did you mean: --model"), (["ask", "--nostdin"], "Did you mean: --no-stdin"),
        (["aks", "hi"], "Did you mean: lm-cli ask"), (["replay", "x", "--as", "event"], "Did you mean: --as events"),
    ])
    func `a slip of two letters at most gets the right word`(words: [String], hint: String) throws {
        let error = try #require(throws: CLIError.self) { try ArgumentParser.parse(words, root: CommandTable.root) }
        #expect(error.hints.first?.hasPrefix(hint) == true)
        #expect(error.code == .usage)
    }

    @Test func `what is far from everything gets the usage line`() throws {
        let error = try failure("ask", "--frobnicate")
        #expect(error.message == "ask has no option --frobnicate.")
        #expect(error.hints == ["Usage: lm-cli ask [OPTIONS] [PROMPT ...]   More: lm-cli ask --help"])
    }

    @Test func `a first word with a space in it is a prompt`() throws {
        let arguments = try parse("why is the sky blue", "-m", "grok-4.3")
        #expect(arguments.spec?.name == "ask")
        #expect(arguments.words == ["why is the sky blue"])
        #expect(arguments.value(.model) == "grok-4.3")
    }

    @Test func `a first word without a space is never a prompt, and the fix is shown`() throws {
        let error = try failure("joke")
        #expect(error.message == "there is no command \"joke\".")
        #expect(error.hints.first?.contains("lm-cli ask joke") == true)
    }

    @Test func `neither commands nor options are completed from a prefix`() throws {
        _ = try failure("repl", "x")
        _ = try failure("ask", "--mod", "x", "hi")
    }

    @Test func `help is shown whatever else is wrong with the line`() throws {
        #expect(try parse("ask", "--frobnicate", "--help").isOn(.help))
        #expect(try parse("ask", "--temperature", "hot", "-h").spec?.name == "ask")
        #expect(try ArgumentParser.parse(["ask", "--", "-h"], root: CommandTable.root).isOn(.help) == false)
    }

    @Test func `missing and superfluous words are named`() throws {
        #expect(try failure("replay").message == "replay needs <cassette>.")
        #expect(try failure("replay", "a", "b").message == "replay does not take \"b\".")
    }

    @Test func `a switch takes no value`() throws {
        #expect(try failure("ask", "--usage=yes").message == "--usage takes no value.")
    }

    @Test(arguments: [
        ("90", Duration.seconds(90)), ("0.25", .milliseconds(250)), ("500ms", .milliseconds(500)),
        ("2m", .seconds(120)),
        ("1h", .seconds(3600)), ("1.5s", .milliseconds(1500)),
    ])
    func `times have units`(text: String, duration: Duration) {
        #expect(ValueKind.duration(text) == duration)
    }

    @Test(arguments: ["", "s", "-1", "1d", "nan", "inf", "1e300"])
    func `what is no time is refused`(text: String) {
        #expect(ValueKind.duration(text) == nil)
    }

    @Test func `speeds are words or factors`() throws {
        for speed in ["instant", "realtime", "4x", "0.5x"] {
            #expect(try parse("replay", "x", "--speed", speed).value(.speed) == speed)
        }
        for speed in ["0x", "fast", "-1x", "4"] { _ = try failure("replay", "x", "--speed", speed) }
    }

    @Test func `hints quote words as a shell reads them back`() {
        #expect(ShellQuoting.quoted("plain-1.0") == "plain-1.0")
        #expect(ShellQuoting.quoted("it's") == "'it'\\''s'")
        #expect(ShellQuoting.quoted("") == "''")
    }
}
