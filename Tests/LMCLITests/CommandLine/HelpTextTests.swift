import Testing

@testable import lm_cli

@Suite struct HelpTextTests {
    /// The paths to every command of the table.
    static func paths(_ path: [CommandSpec] = [CommandTable.root]) -> [[CommandSpec]] {
        [path] + (path.last?.subcommands ?? []).flatMap { paths(path + [$0]) }
    }

    @Test(arguments: [20, 33, 47, 60, 80, 100, 120])
    func `acceptance 22: no line of any screen is wider than the terminal`(width: Int) throws {
        for path in Self.paths() {
            for line in HelpText.screen(of: path, width: width).split(separator: "\n") {
                #expect(DisplayWidth.of(line) <= width, "\(path.map(\.name)): \(line)")
            }
        }
        for topic in HelpTopic.allCases {
            for line in topic.screen(width: width).split(separator: "\n") {
                #expect(DisplayWidth.of(line) <= width, "\(topic): \(line)")
            }
        }
    }

    @Test func `every listed option stands in its command's screen`() {
        for path in Self.paths() {
            let screen = HelpText.screen(of: path, width: 120)
            for option in path.last?.options ?? [] where !option.isHidden {
                #expect(screen.contains(option.listedName), "\(path.map(\.name))")
            }
        }
    }

    @Test func `no two options of a command share a spelling`() {
        for path in Self.paths() {
            let own = path.last?.options ?? []
            let shorts = own.compactMap(\.short) + CommandTable.globalOptions.options.compactMap(\.short)
            if path.count > 1 { #expect(Set(shorts).count == shorts.count, "\(path.map(\.name))") }
            let longs = own.flatMap(\.longNames)
            #expect(Set(longs).count == longs.count, "\(path.map(\.name))")
        }
    }

    @Test func `the bare command shows twelve lines at most`() {
        let lines = HelpText.summaryScreen(of: CommandTable.root, width: 80).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 13, "the last is empty")
    }

    @Test func `explanations start in column 26 and wrap there`() {
        let rows = HelpText.columns("-m, --model <name>", "Model, or a unique part of its name.", width: 44)
        #expect(rows == ["  -m, --model <name>", "        Model, or a unique part of its name."])
        let wide = HelpText.columns("-m, --model <name>", "Model, or a unique part of its name.", width: 60)
        #expect(wide[0] == "  -m, --model <name>      Model, or a unique part of its")
        #expect(wide[1] == "                          name.")
    }

    @Test func `a word that is wider than the line is cut and not lost`() {
        let lines = TextWrap.lines("aaaaaaaaaaaaaaaaaaaa bb", width: 8)
        #expect(lines == ["aaaaaaaa", "aaaaaaaa", "aaaa bb"])
    }

    @Test func `every exit code is explained, once`() {
        let screen = HelpTopic.exitCodes.screen(width: 80)
        for code in ExitCode.allCases {
            #expect(screen.split(separator: "\n").count { $0.hasPrefix("  \(code.rawValue) ") } == 1, "\(code)")
        }
    }
}
