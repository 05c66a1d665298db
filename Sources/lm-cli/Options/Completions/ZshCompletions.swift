/// The completion script for zsh.
enum ZshCompletions {
    static func script(for root: CommandSpec) -> String {
        var lines = ["#compdef \(root.name)", "# Made by: \(root.name) completions zsh", ""]
        for path in CommandWalk.paths(from: root) { lines += function(for: path) }
        lines += [
            "if [ \"$funcstack[1]\" = \"_lm-cli\" ]; then", "    _lm-cli \"$@\"", "else",
            "    compdef _lm-cli \(root.name)", "fi", "",
        ]
        return lines.joined(separator: "\n")
    }

    private static func name(of path: [CommandSpec]) -> String {
        (["_lm-cli"] + CommandWalk.words(of: path)).joined(separator: "_")
    }

    private static func function(for path: [CommandSpec]) -> [String] {
        let commands = CommandWalk.subcommands(of: path)
        var lines = [
            "\(name(of: path))() {", "    local curcontext=\"$curcontext\" state line", "    typeset -A opt_args",
        ]
        var arguments = CommandWalk.options(of: path).flatMap(specs)
        if commands.isEmpty {
            arguments += (path.last?.arguments ?? []).map { argument in
                let many =
                    switch argument.arity {
                    case .any, .command: "*"
                    case .one, .optional: ""
                    }
                return quoted("\(many):\(argument.name):\(action(CompletionSource(argument.kind)))")
            }
            lines.append("    _arguments -s \\")
        } else {
            arguments += [quoted("1: :->command"), quoted("*:: :->arguments")]
            lines.append("    _arguments -C -s \\")
        }
        lines.append(arguments.map { "        " + $0 }.joined(separator: " \\\n"))
        if !commands.isEmpty {
            lines += ["    case $state in", "        command)", "            local -a commands=("]
            lines += commands.map { "                \(quoted("\(colonless($0.name)):\($0.summary)"))" }
            lines += [
                "            )", "            _describe command commands ;;", "        arguments)",
                "            case $words[1] in",
            ]
            lines += commands.map { "                \($0.name)) \(name(of: path + [$0])) ;;" }
            lines += ["            esac ;;", "    esac"]
        }
        return lines + ["}", ""]
    }

    private static func specs(of option: OptionSpec) -> [String] {
        let spellings = [option.listedName] + (option.short.map { ["-\($0)"] } ?? [])
        let help = colonless(option.help).replacing("[", with: "(").replacing("]", with: ")")
        let value = option.value.map { ":\($0.placeholder):\(action(CompletionSource($0.kind)))" } ?? ""
        let isExclusive = !option.isRepeatable && spellings.count > 1
        return spellings.map { spelling in
            let prefix = option.isRepeatable ? "*" : isExclusive ? "(\(spellings.joined(separator: " ")))" : ""
            // A long option takes its value after a space or an equals sign.
            let joint = option.value != nil && spelling.hasPrefix("--") ? "=" : ""
            return quoted("\(prefix)\(spelling)\(joint)[\(help)]\(value)")
        }
    }

    private static func action(_ source: CompletionSource) -> String {
        switch source {
        case .nothing: ""
        case .files: "_files"
        case .folders: "_files -/"
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .dynamic(let values): "{compadd -- ${(f)\"$(\(DynamicCompletion.command(values)) 2>/dev/null)\"}}"
        }
    }

    private static func colonless(_ text: String) -> String { text.replacing(":", with: "\\:") }
    private static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "'\\''"))'" }
}
