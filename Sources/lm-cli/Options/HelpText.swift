/// The help screens, in the layout of swift-argument-parser, made from the table of commands.
enum HelpText {
    /// The column in which explanations start.
    static let labelColumn = 26

    /// The usage lines of a command, without the word `USAGE`.
    static func usageLines(of path: [CommandSpec]) -> [String] {
        guard let spec = path.last else { return [""] }
        let name = path.map(\.name).joined(separator: " ")
        guard spec.usage.isEmpty else { return spec.usage.map { "\(name) \($0)" } }
        var parts = [name]
        if !spec.subcommands.isEmpty { parts.append(spec.defaultSubcommand == nil ? "<subcommand>" : "[SUBCOMMAND]") }
        if !spec.groups.isEmpty { parts.append("[OPTIONS]") }
        parts += spec.arguments.map(\.usage)
        return [parts.joined(separator: " ")]
    }

    /// The whole help screen of a command; no line is wider than `width`.
    static func screen(of path: [CommandSpec], width: Int) -> String {
        guard let spec = path.last else { return "" }
        var lines = TextWrap.lines("OVERVIEW: " + spec.summary, width: width)
        for paragraph in spec.discussion {
            lines.append("")
            lines += TextWrap.lines(paragraph, width: width)
        }
        lines.append("")
        for (index, usage) in usageLines(of: path).enumerated() {
            lines += TextWrap.lines(
                (index == 0 ? "USAGE: " : "       ") + usage, width: width, indent: 9, keepsLeadingSpace: true)
        }
        if !spec.arguments.isEmpty {
            lines += section("ARGUMENTS", rows: spec.arguments.map { ("<\($0.name)>", $0.help) }, width: width)
        }
        for group in spec.groups {
            let rows = group.options.filter { !$0.isHidden }.map { ($0.label, $0.fullHelp) }
            if !rows.isEmpty { lines += section(group.title, rows: rows, width: width) }
        }
        let commands = spec.subcommands.filter { !$0.isHidden }
        if !commands.isEmpty {
            let rows = commands.map {
                ($0.name, $0.summary + ($0.name == spec.defaultSubcommand ? " (default)" : ""))
            }
            lines += section("SUBCOMMANDS", rows: rows, width: width)
        }
        if !spec.examples.isEmpty {
            lines += ["", "EXAMPLES:"]
            for example in spec.examples {
                lines += TextWrap.lines("  " + example, width: width, indent: 6, keepsLeadingSpace: true)
            }
        }
        if !spec.topics.isEmpty {
            lines += section(
                "TOPICS (\(spec.name) help TOPIC)", rows: spec.topics,
                width: width)
        }
        if !spec.exits.isEmpty {
            let codes = spec.exits.map { "\($0.rawValue) \($0.shortMeaning)" }.joined(separator: ", ")
            lines.append("")
            lines += TextWrap.lines("EXIT: \(codes). See: lm-cli help exit-codes", width: width)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// What the bare command shows: at most twelve lines that say what there is and where to start.
    static func summaryScreen(of root: CommandSpec, width: Int) -> String {
        var lines = TextWrap.lines("OVERVIEW: " + root.summary, width: width) + [""]
        lines += root.examples.flatMap { TextWrap.lines("  " + $0, width: width, indent: 6, keepsLeadingSpace: true) }
        let names = root.subcommands.filter { !$0.isHidden }.map(\.name)
        lines += [""] + TextWrap.lines("COMMANDS: " + names.joined(separator: " "), width: width, indent: 10)
        lines += TextWrap.lines(
            "MORE: \(root.name) help, \(root.name) help COMMAND, \(root.name) help exit-codes", width: width, indent: 6)
        return lines.joined(separator: "\n") + "\n"
    }

    /// Rows of two columns under a title.
    static func section(_ title: String, rows: [(label: String, text: String)], width: Int) -> [String] {
        var lines = [""] + TextWrap.lines(title + ":", width: width)
        for row in rows { lines += columns(row.label, row.text, width: width) }
        return lines
    }

    /// One row: the explanation stands beside its label, or below where the label is long or the screen narrow.
    static func columns(_ label: String, _ text: String, width: Int, column: Int = labelColumn) -> [String] {
        let isNarrow = width < column + 34
        let column = isNarrow ? min(8, width / 4) : column
        let texts = TextWrap.lines(text, width: width - column)
        let gap = String(repeating: " ", count: column)
        guard !isNarrow, label.count + 2 <= column - 2, let first = texts.first else {
            return TextWrap.lines("  " + label, width: width, indent: 4, keepsLeadingSpace: true)
                + texts.map { gap + $0 }
        }
        let head = "  " + label + String(repeating: " ", count: column - 2 - label.count) + first
        return [head] + texts.dropFirst().map { gap + $0 }
    }
}
