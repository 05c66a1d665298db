import LMReplay
import Testing

@testable import lm_cli

@Suite struct ConsoleTests {
    private static let terminal = StreamProfile(isTerminal: true, hasColor: false, movesCursor: true, columns: 40)

    /// A console whose two streams are one pipe, as both are one screen to a person.
    private struct Screen {
        let pipe: Pipe
        let console: Console
        let clock = VirtualClock()

        init(
            output: StreamProfile = terminal, error: StreamProfile = terminal, progress: Progress = .line,
            verbosity: Console.Verbosity = .normal, typography: Typography = .unicode
        ) throws {
            pipe = try Pipe()
            console = Console(
                output: output, error: error, typography: typography, verbosity: verbosity, progress: progress,
                time: TimeSource(clock), outputDescriptor: pipe.writing, errorDescriptor: pipe.writing)
        }

        func text() throws -> String {
            try console.flush()
            return try pipe.text()
        }
    }

    @Test func `a status line is taken away before anything else is written`() throws {
        let screen = try Screen()
        screen.console.showStatus("thinking… 1.2 s")
        try screen.console.write("answer\n")
        screen.console.note("2.9 s")
        #expect(try screen.text() == "\r\u{1B}[K· thinking… 1.2 s\r\u{1B}[Kanswer\n· 2.9 s\n")
    }

    @Test func `a status line is no wider than the screen`() throws {
        let screen = try Screen()
        screen.console.showStatus(String(repeating: "世", count: 60))
        let line = try screen.text().dropFirst("\r\u{1B}[K".count)
        #expect(DisplayWidth.of(line) <= 39)
    }

    @Test func `a note does not continue the answer's line`() throws {
        let screen = try Screen()
        try screen.console.write("Once upon a ti")
        screen.console.report(CLIError(.cutOff, "the connection closed.", hint: "Try again."))
        #expect(try screen.text() == "Once upon a ti\nlm-cli: the connection closed.\n  Try again.\n")
    }

    @Test func `no status is shown over a line of the answer`() throws {
        let screen = try Screen()
        try screen.console.write("Once")
        screen.console.showStatus("thinking")
        #expect(try screen.text() == "Once")
    }

    @Test func `where nobody watches there are no notes, no status and no escapes`() throws {
        let screen = try Screen(output: .pipe, error: .pipe, progress: .hidden)
        screen.console.showStatus("thinking")
        screen.console.note("2.9 s")
        try screen.console.write("answer")
        screen.console.warn("odd.")
        #expect(try screen.text() == "answerlm-cli: odd.\n")
    }

    @Test func `quiet leaves the answer and errors`() throws {
        let screen = try Screen(progress: .hidden, verbosity: .quiet)
        screen.console.note("note")
        screen.console.hint("hint")
        screen.console.warn("warning")
        screen.console.report(CLIError(.usage, "wrong."))
        #expect(try screen.text() == "lm-cli: wrong.\n")
    }

    @Test func `words of others cannot reach the terminal as controls`() throws {
        let screen = try Screen()
        screen.console.report(CLIError(.key, "the server says \u{1B}]52;c;aGk=\u{07} and\nmore", hint: "\u{1B}[2Jhint"))
        #expect(try screen.text() == "lm-cli: the server says ␛]52;c;aGk=␇ and\n  more\n  ␛[2Jhint\n")
    }

    @Test func `words in place of a line say that a wait goes on`() async throws {
        let screen = try Screen(progress: .words)
        let indicator = WaitIndicator("waiting for grok…", console: screen.console, time: TimeSource(screen.clock))
        try await screen.clock.waitForSleepers()
        screen.clock.advance(by: Progress.wordInterval)
        try await screen.clock.waitForSleepers()
        indicator.stop()
        indicator.update("late")
        #expect(try screen.text() == "· waiting for grok…\n· waiting for grok… 15 s\n")
    }
}
