import LMProtocol

/// The tools that can be offered to a model: those that are built in, and programs.
enum ToolShelf {
    /// The tools that are built in. They only read, so that nobody is asked before they run.
    static let builtIn: [any Tool] = [CurrentTimeTool()]

    /// The tools of these names or paths. Throws where one cannot be used.
    ///
    /// - Parameter variables: The names of variables that look like keys and that programs get all the same.
    static func tools(
        _ names: [String], environment: Environment, variables: [String] = []
    ) throws(CLIError) -> [any Tool] {
        var tools: [any Tool] = []
        for name in names {
            let tool = try tool(name, environment: environment, variables: variables)
            guard !tools.contains(where: { $0.name == tool.name }) else {
                throw .usage("there are two tools named \(tool.name).", hint: "Offer one of them.")
            }
            tools.append(tool)
        }
        return tools
    }

    /// The tool of a name or path.
    static func tool(
        _ name: String, environment: Environment, variables: [String] = []
    ) throws(CLIError) -> any Tool {
        if let tool = builtIn.first(where: { $0.name == name }) { return tool }
        guard name.contains("/") || FileDescriptor.exists(name) else {
            let suggestion = EditDistance.suggestion(for: name, among: builtIn.map(\.name))
            throw CLIError(
                .noInput, "there is no tool \"\(name)\".",
                hint: suggestion.map { "Did you mean \($0)?" }
                    ?? "Built in: \(builtIn.map(\.name).joined(separator: ", ")). A program is named by its path: ./\(name)"
            )
        }
        let path = PathInput.path(name, environment: environment)
        return try ExecutableTool(
            path: path.contains("/") ? path : "./" + path, environment: .process(allowing: variables))
    }

    /// Whether a tool runs without asking.
    static func isTrusted(_ tool: any Tool) -> Bool {
        builtIn.contains { $0.name == tool.name } && !(tool is ExecutableTool)
    }
}
