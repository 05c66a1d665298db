/// The completion script for fish.
enum FishCompletions {
    static func script(for root: CommandSpec) -> String {
        var lines = [
            "# fish completion for \(root.name), made by: \(root.name) completions fish",
            "function __lm_cli_at --description 'whether the words so far name a command, and none under it'",
            "    set -l words (commandline -opc)[2..]",
            "    set -l depth (count $argv)",
            "    set -l found",
            "    for word in $words",
            "        string match -q -- '-*' $word; and continue",
            "        set -a found $word",
            "        test (count $found) -gt $depth; and break",
            "    end",
            "    test \"$found[1..$depth]\" = \"$argv\"",
            "end",
            "complete -c \(root.name) -f",
        ]
        for path in CommandWalk.paths(from: root) { lines += completions(for: path, of: root.name) }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func completions(for path: [CommandSpec], of tool: String) -> [String] {
        let words = CommandWalk.words(of: path)
        let commands = CommandWalk.subcommands(of: path)
        let isHere = words.isEmpty ? "" : " -n '__lm_cli_at \(words.joined(separator: " "))'"
        var lines: [String] = []
        for command in commands {
            let condition = words.isEmpty ? " -n __fish_use_subcommand" : isHere
            lines.append("complete -c \(tool)\(condition) -a \(command.name) -d \(quoted(command.summary))")
        }
        // The options of the commands above are complete at every command under them already.
        for option in path.last?.options ?? [] where !option.isHidden {
            var line = "complete -c \(tool)\(isHere)"
            if let short = option.short { line += " -s \(short)" }
            line += " -l \(option.listedName.dropFirst(2)) -d \(quoted(option.help))"
            if let value = option.value { line += arguments(CompletionSource(value.kind), isOption: true) }
            lines.append(line)
        }
        if commands.isEmpty, let argument = path.last?.arguments.first {
            let values = arguments(CompletionSource(argument.kind), isOption: false)
            if !values.isEmpty { lines.append("complete -c \(tool)\(isHere)\(values)") }
        }
        return lines
    }

    private static func arguments(_ source: CompletionSource, isOption: Bool) -> String {
        switch source {
        case .nothing: isOption ? " -x" : ""
        case .files: isOption ? " -r -F" : " -F"
        case .folders: (isOption ? " -x" : "") + " -a '(__fish_complete_directories)'"
        case .words(let words): (isOption ? " -x" : "") + " -a \(quoted(words.joined(separator: " ")))"
        case .dynamic(let values):
            (isOption ? " -x" : "") + " -a '(\(DynamicCompletion.command(values)) 2>/dev/null)'"
        }
    }

    private static func quoted(_ text: String) -> String {
        "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
    }
}
