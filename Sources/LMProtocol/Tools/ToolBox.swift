/// The tools of a session, by name and in order.
struct ToolBox: Sendable {
    let tools: [any Tool]
    /// The definitions, made once: a tool's shape is read when the session is made.
    let definitions: [Transcript.ToolDefinition]

    init(_ tools: [any Tool]) {
        self.tools = tools
        definitions = tools.map { Transcript.ToolDefinition(tool: $0) }
    }

    func tool(named name: String) -> (tool: any Tool, definition: Transcript.ToolDefinition)? {
        guard let index = definitions.firstIndex(where: { $0.name == name }) else { return nil }
        return (tools[index], definitions[index])
    }
}

/// A tool with the arguments of one call, ready to run.
struct PreparedCall: Sendable {
    let call: Transcript.ToolCall
    let tool: any Tool
    let run: @Sendable () async throws -> Prompt

    /// Makes the arguments from the model's text. Throws where they are no value of the tool's type.
    init(_ call: Transcript.ToolCall, tool: some Tool) throws {
        self.call = call
        self.tool = tool
        let content = call.arguments
        // Checked here, so that a call that cannot be run is told from a tool that fails.
        _ = try Self.arguments(of: tool, content)
        run = { try await tool.call(arguments: Self.arguments(of: tool, content)).promptRepresentation }
    }

    private static func arguments<T: Tool>(of tool: T, _ content: GeneratedContent) throws -> T.Arguments {
        try T.Arguments(content)
    }
}
