/// The completion script for bash. It needs nothing but bash 3.2, which is what Apple ships.
enum BashCompletions {
    static func script(for root: CommandSpec) -> String {
        let paths = CommandWalk.paths(from: root)
        var lines = [
            "# bash completion for \(root.name), made by: \(root.name) completions bash",
            "_lm_cli_values() { COMPREPLY=( $(compgen -W \"$1\" -- \"$cur\") ); }",
            "_lm_cli() {",
            "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command= word i",
            "    COMPREPLY=()",
            "    for (( i = 1; i < COMP_CWORD; i++ )); do",
            "        word=${COMP_WORDS[i]}",
            "        case \"$command/$word\" in",
        ]
        for path in paths.dropFirst() {
            let words = CommandWalk.words(of: path)
            let parent = words.dropLast().joined(separator: " ")
            lines.append("            '\(parent)/\(words.last ?? "")') command='\(words.joined(separator: " "))' ;;")
        }
        lines += ["        esac", "    done", "    case \"$command\" in"]
        for path in paths { lines += cases(for: path) }
        lines += ["    esac", "}", "complete -o bashdefault -o default -F _lm_cli \(root.name)", ""]
        return lines.joined(separator: "\n")
    }

    private static func cases(for path: [CommandSpec]) -> [String] {
        let options = CommandWalk.options(of: path)
        var lines = [
            "        '\(CommandWalk.words(of: path).joined(separator: " "))')", "            case \"$prev\" in",
        ]
        for option in options {
            guard let value = option.value, let completion = completion(CompletionSource(value.kind)) else { continue }
            let spellings = [option.listedName] + (option.short.map { ["-\($0)"] } ?? [])
            lines.append("                \(spellings.joined(separator: "|"))) \(completion); return ;;")
        }
        let words = options.flatMap { [$0.listedName] + ($0.short.map { ["-\($0)"] } ?? []) }
        lines += ["            esac", "            case \"$cur\" in"]
        lines.append("                -*) _lm_cli_values '\(words.joined(separator: " "))'; return ;;")
        lines.append("            esac")
        let commands = CommandWalk.subcommands(of: path).map(\.name)
        if !commands.isEmpty {
            lines.append("            _lm_cli_values '\(commands.joined(separator: " "))'")
        } else if let argument = path.last?.arguments.first, let values = completion(CompletionSource(argument.kind)) {
            lines.append("            \(values)")
        }
        return lines + ["            ;;"]
    }

    private static func completion(_ source: CompletionSource) -> String? {
        switch source {
        case .nothing: nil
        case .files: "COMPREPLY=( $(compgen -f -- \"$cur\") )"
        case .folders: "COMPREPLY=( $(compgen -d -- \"$cur\") )"
        case .words(let words): "_lm_cli_values '\(words.joined(separator: " "))'"
        case .dynamic(let values): "_lm_cli_values \"$(\(DynamicCompletion.command(values)) 2>/dev/null)\""
        }
    }
}
