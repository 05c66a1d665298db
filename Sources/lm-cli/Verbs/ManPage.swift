/// Manual pages in roff, made from the table of commands.
enum ManPage {
    /// The page of the command at the end of a path.
    static func page(of path: [CommandSpec]) -> String {
        guard let spec = path.last else { return "" }
        let name = path.map(\.name).joined(separator: "-")
        var lines = [
            ".TH \(name.uppercased()) 1 \"\" \"swift-lm \(ProductVersion.text)\"", ".SH NAME",
            "\(escaped(name)) \\- \(escaped(spec.summary))", ".SH SYNOPSIS",
        ]
        for usage in HelpText.usageLines(of: path) { lines += [".B \(escaped(usage))", ".br"] }
        if !spec.discussion.isEmpty { lines.append(".SH DESCRIPTION") }
        for (index, paragraph) in spec.discussion.enumerated() {
            lines += (index == 0 ? [] : [".PP"]) + [escaped(paragraph)]
        }
        if !spec.arguments.isEmpty {
            lines.append(".SH ARGUMENTS")
            for argument in spec.arguments { lines += item("<\(argument.name)>", argument.help) }
        }
        for group in spec.groups { lines += section(group) }
        if path.count > 1 { lines += section(CommandTable.globalOptions) }
        let commands = CommandWalk.subcommands(of: path)
        if !commands.isEmpty {
            lines.append(".SH COMMANDS")
            for command in commands { lines += item(command.name, command.summary) }
        }
        if path.count == 1 {
            lines.append(".SH ENVIRONMENT")
            for variable in HelpTopic.variables { lines += item(variable.name, variable.meaning) }
        }
        lines.append(".SH EXIT STATUS")
        for code in spec.exits.isEmpty ? ExitCode.allCases : spec.exits {
            lines += item(String(code.rawValue), code.meaning)
        }
        if !spec.examples.isEmpty {
            lines += [".SH EXAMPLES", ".nf"] + spec.examples.map(escaped) + [".fi"]
        }
        lines += seeAlso(path)
        return lines.joined(separator: "\n") + "\n"
    }

    private static func section(_ group: OptionGroup) -> [String] {
        let options = group.options.filter { !$0.isHidden }
        guard !options.isEmpty else { return [] }
        return [".SH \(escaped(group.title))"] + options.flatMap { item($0.label, $0.fullHelp) }
    }

    private static func item(_ label: String, _ text: String) -> [String] {
        [".TP", ".B \(escaped(label))", escaped(text)]
    }

    private static func seeAlso(_ path: [CommandSpec]) -> [String] {
        let others = path.count > 1 ? [path.dropLast().map(\.name).joined(separator: "-")] : []
        let below = CommandWalk.subcommands(of: path).map { (path.map(\.name) + [$0.name]).joined(separator: "-") }
        guard !(others + below).isEmpty else { return [] }
        return [".SH SEE ALSO", (others + below).map { "\\fB\(escaped($0))\\fR(1)" }.joined(separator: ", ")]
    }

    /// Text that roff shows as it is: a hyphen stays a hyphen that can be copied, and nothing at the start of a line is a
    /// request.
    private static func escaped(_ text: String) -> String {
        let safe = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return safe.hasPrefix(".") || safe.hasPrefix("'") ? "\\&" + safe : safe
    }
}
