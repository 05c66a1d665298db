/// The tools of a session, by name and in order.
struct ToolBox: Sendable {
    let tools: [any Tool]
    /// The definitions, made once: a tool's shape is read when the session is made.
    let definitions: [Transcript.ToolDefinition]

    init(_ tools: [any Tool]) {
        self.tools = tools
        definitions = tools.map { Transcript.ToolDefinition(tool: $0) }
    }

    /// Checks that every name is one that all providers take, and that no two tools share one.
    ///
    /// - Throws: ``LanguageModelSession/Error/invalidTool(toolName:reason:)``.
    func checkNames() throws {
        var names: Set<String> = []
        for name in definitions.map(\.name) {
            func fail(_ reason: String) -> LanguageModelSession.Error {
                .invalidTool(toolName: name, reason: reason)
            }
            guard !name.isEmpty else { throw fail("It has no name. Give it one with its property name.") }
            guard name.unicodeScalars.allSatisfy(ToolName.isAllowed) else {
                throw fail(
                    "A name has letters of the English alphabet, digits, _ and - only. Give it such a name with its "
                        + "property name.")
            }
            guard name.utf8.count <= ToolName.limit else {
                throw fail("A name has \(ToolName.limit) characters at most, and this one \(name.utf8.count).")
            }
            guard names.insert(name).inserted else { throw fail("Two tools have this name. Rename one of them.") }
        }
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
        let schema = tool.parameters
        return try content.converted(for: schema, rawText: content.jsonString) { content in
            guard let property = schema.rootedInObject.property else { return try T.Arguments(content) }
            return try content.value(forProperty: property)
        }
    }
}

/// What a tool may be called: what every provider takes.
enum ToolName {
    /// The most characters.
    static let limit = 64

    /// Whether a character may stand in a name.
    static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
        default: false
        }
    }

    /// A name as it may be sent: what may not stand in one is an underscore.
    static func sendable(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.prefix(limit).map { isAllowed($0) ? $0 : "_" }))
    }
}
