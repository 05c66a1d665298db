/// Every command of the table with the way to it, for what is generated from the table.
enum CommandWalk {
    /// The paths to all commands that are not hidden, the root first. An element is the path from the root.
    static func paths(from root: CommandSpec) -> [[CommandSpec]] { walk([root]) }

    private static func walk(_ path: [CommandSpec]) -> [[CommandSpec]] {
        guard let spec = path.last else { return [] }
        return [path] + spec.subcommands.filter { !$0.isHidden }.flatMap { walk(path + [$0]) }
    }

    /// The options that can be given to the command at the end of a path, its own last, without the hidden ones. An option
    /// that a command states again counts once.
    static func options(of path: [CommandSpec]) -> [OptionSpec] {
        var options: [OptionSpec] = []
        for option in path.flatMap(\.options) where !option.isHidden {
            options.removeAll { $0.name == option.name }
            options.append(option)
        }
        return options
    }

    /// The commands below a path, without the hidden ones.
    static func subcommands(of path: [CommandSpec]) -> [CommandSpec] {
        path.last?.subcommands.filter { !$0.isHidden } ?? []
    }

    /// The words of a path without the root's: the verb and what stands under it.
    static func words(of path: [CommandSpec]) -> [String] { path.dropFirst().map(\.name) }
}
