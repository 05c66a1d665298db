import Testing

@testable import lm_cli

@Suite struct GeneratedFromTableTests {
    @Test func `acceptance 22: every option stands in the man page of its command`() {
        for path in CommandWalk.paths(from: CommandTable.root) {
            let page = ManPage.page(of: path).replacing("\\-", with: "-")
            for option in path.last?.options ?? [] where !option.isHidden {
                #expect(page.contains(option.listedName), "\(path.map(\.name)) \(option.listedName)")
            }
        }
    }

    @Test(arguments: CompletionsCommand.Shell.allCases)
    func `acceptance 22: every option and command stands in the completions`(shell: CompletionsCommand.Shell) {
        let script = shell.script(for: CommandTable.root)
        for path in CommandWalk.paths(from: CommandTable.root) {
            for option in path.last?.options ?? [] where !option.isHidden {
                let spelling = shell == .fish ? "-l \(option.listedName.dropFirst(2)) " : option.listedName
                #expect(script.contains(spelling), "\(path.map(\.name)) \(option.listedName)")
            }
            for command in CommandWalk.subcommands(of: path) { #expect(script.contains(command.name)) }
        }
    }

    @Test func `nothing hidden is completed or explained`() {
        for shell in CompletionsCommand.Shell.allCases {
            #expect(!shell.script(for: CommandTable.root).contains("'__complete"))
            #expect(!shell.script(for: CommandTable.root).contains("--prompt"))
        }
        #expect(!HelpText.screen(of: [CommandTable.root], width: 80).contains("__complete"))
    }

    @Test func `no text can end a quote in a script`() {
        let command = CommandSpec(
            name: "tool", summary: "It's 'quoted': [yes].",
            groups: [
                OptionGroup(
                    title: "O", options: [OptionSpec(.model, short: "m", .value("n", .text), "Don't [break]: it.")])
            ])
        #expect(ZshCompletions.script(for: command).contains(#"'(--model -m)--model=[Don'\''t (break)\: it.]:n:'"#))
        #expect(FishCompletions.script(for: command).contains(#"'Don\'t [break]: it.'"#))
    }

    @Test func `a line of a man page is never a request by accident`() {
        let command = CommandSpec(name: "tool", summary: "s", discussion: [".TH is a request", "'so is this"])
        let page = ManPage.page(of: [command])
        #expect(page.contains("\n\\&.TH is a request\n"))
        #expect(page.contains("\n\\&'so is this\n"))
    }
}
