import Testing

@testable import lm_cli

@Suite struct TerminalRulesTests {
    @Test(
        arguments: [
            (true, nil, [:], true), (false, nil, [:], false),
            (true, ColorChoice.never, ["CLICOLOR_FORCE": "1"], false), (false, .always, ["NO_COLOR": "1"], true),
            (true, nil, ["NO_COLOR": "1"], false), (true, nil, ["NO_COLOR": ""], true),
            (true, nil, ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], false), (false, nil, ["CLICOLOR_FORCE": "1"], true),
            (false, nil, ["CLICOLOR_FORCE": "0"], false), (false, nil, ["FORCE_COLOR": "1"], true),
            (true, nil, ["FORCE_COLOR": "0"], false), (true, nil, ["TERM": "dumb"], false),
            (true, nil, ["CLICOLOR": "0"], false), (true, nil, ["LM_COLOR": "never"], false),
            (false, nil, ["LM_COLOR": "always"], true), (true, .auto, ["LM_COLOR": "never"], true),
        ] as [(Bool, ColorChoice?, [String: String], Bool)])
    func `colour follows the option, then the environment, then the stream`(
        isTerminal: Bool, option: ColorChoice?, variables: [String: String], expected: Bool
    ) {
        #expect(
            ColorChoice.isColored(isTerminal: isTerminal, option: option, environment: Environment(variables))
                == expected)
    }

    private func profile(
        isTerminal: Bool = true, terminal: Int? = nil, width: Int? = nil, _ variables: [String: String] = [:]
    ) -> StreamProfile {
        .decide(
            isTerminal: isTerminal, terminalColumns: terminal, color: nil, width: width,
            environment: Environment(variables))
    }

    @Test func `the width is the option's, the terminal's, then COLUMNS, then 80`() {
        #expect(profile(terminal: 100, width: 50).columns == 50)
        #expect(profile(terminal: 100, ["COLUMNS": "70"]).columns == 100)
        #expect(profile(isTerminal: false, ["COLUMNS": "70"]).columns == 70)
        #expect(profile(isTerminal: false).columns == 80)
    }

    @Test func `prose is laid out for 20 to 120 columns`() {
        #expect(profile(terminal: 4).columns == 20)
        #expect(profile(terminal: 400).columns == 120)
    }

    @Test func `LM_FORCE_TTY makes a terminal, and a number its width`() {
        #expect(profile(isTerminal: false, ["LM_FORCE_TTY": "1"]).isTerminal)
        #expect(profile(isTerminal: false, ["LM_FORCE_TTY": "44"]).columns == 44)
    }

    @Test func `a dumb terminal has no cursor to move`() {
        #expect(profile(["TERM": "dumb"]).movesCursor == false)
        #expect(profile(["TERM": "xterm"]).movesCursor)
    }

    @Test func `progress is a line, words for who asks for them, and nothing in a pipe`() {
        func progress(
            _ stream: StreamProfile, off: Bool = false, quiet: Bool = false, _ variables: [String: String] = [:]
        )
            -> Progress
        {
            .decide(stream: stream, isTurnedOff: off, isQuiet: quiet, environment: Environment(variables))
        }
        #expect(progress(profile()) == .line)
        #expect(progress(.pipe) == .hidden)
        #expect(progress(profile(), quiet: true) == .hidden)
        #expect(progress(profile(), off: true) == .words)
        #expect(progress(profile(), ["ACCESSIBLE": "1"]) == .words)
        #expect(progress(profile(), ["LM_NO_PROGRESS": "1"]) == .words)
        #expect(progress(profile(["TERM": "dumb"])) == .words)
    }

    @Test func `only a locale that is set and is no UTF-8 locale gets ASCII`() {
        #expect(Typography.preferred(in: Environment([:])) == .unicode)
        #expect(Typography.preferred(in: Environment(["LANG": "de_DE.UTF-8"])) == .unicode)
        #expect(Typography.preferred(in: Environment(["LANG": "C.utf8"])) == .unicode)
        #expect(Typography.preferred(in: Environment(["LC_ALL": "C", "LANG": "de_DE.UTF-8"])) == .ascii)
        #expect(Typography.ascii.rendered("a · b… → c — d") == "a - b... -> c -- d")
    }

    @Test(arguments: [
        ("abc", 3), ("世界", 4), ("é", 1), ("e\u{301}", 1), ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("❤", 1), ("❤️", 2), ("｡", 1),
        ("한", 2), ("\u{200B}", 0), ("⌚", 2), ("", 0),
    ])
    func `widths are those of the columns a terminal gives`(text: String, columns: Int) {
        #expect(DisplayWidth.of(text) == columns)
    }
}
