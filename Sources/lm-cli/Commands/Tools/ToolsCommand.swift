import LMJSON
import LMProtocol

/// `lm-cli tools`: what a model can be offered to call.
enum ToolsCommand {
    private static let name = ArgumentSpec("name", .one, .file, "A built-in tool, or the path of a program.")

    static let spec: CommandSpec = CommandSpec(
        name: "tools",
        summary: "List tools, show what a model is told of them, and try them.",
        discussion: ["Offer one to a model with ask --tool NAME. How a program becomes a tool: lm-cli help tools"],
        subcommands: [
            CommandSpec(name: "ls", summary: "List the built-in tools.", action: .immediate { try list($0) }),
            CommandSpec(
                name: "show", summary: "Show what a model is told of a tool.", arguments: [name],
                action: .immediate { try show($0) }),
            CommandSpec(
                name: "run", summary: "Run a tool as a model would.", arguments: [name],
                groups: [
                    OptionGroup(
                        title: "OPTIONS",
                        options: [
                            OptionSpec(.arguments, .value("json", .text), "The arguments, as JSON.", default: "{}"),
                            AskOptions.toolEnvironment,
                        ])
                ],
                examples: ["lm-cli tools run current_time --args '{\"timeZone\":\"Asia/Tokyo\"}'"],
                action: .task { try await run($0) }),
        ],
        defaultSubcommand: "ls")

    private static func list(_ invocation: Invocation) throws -> ExitStatus {
        let rows = ToolShelf.builtIn.map { [$0.name, $0.description] }
        if invocation.arguments.isOn(.json) {
            try invocation.console.write(json: .array(ToolShelf.builtIn.map(document)))
        } else {
            try invocation.console.write(TextTable(headings: ["NAME", "WHAT IT DOES"], rows: rows))
        }
        return .success
    }

    private static func show(_ invocation: Invocation) throws -> ExitStatus {
        let tool = try ToolShelf.tool(
            invocation.arguments.words[0], environment: invocation.environment,
            variables: invocation.arguments.all(.toolEnvironment))
        let text = invocation.arguments.isOn(.json) ? document(of: tool).text() : document(of: tool).text(.pretty)
        try invocation.console.write(text + "\n")
        return .success
    }

    @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
        let tool = try ToolShelf.tool(
            invocation.arguments.words[0], environment: invocation.environment,
            variables: invocation.arguments.all(.toolEnvironment))
        let text = invocation.arguments.value(.arguments) ?? "{}"
        let json: JSONValue
        do throws(JSONError) { json = try JSONValue(parsing: text) } catch {
            throw CLIError.usage(
                "--args is not JSON: \(error).", hint: "Such as --args '{\"timeZone\":\"Asia/Tokyo\"}'")
        }
        let content = GeneratedContent(json)
        if let mismatch = tool.parameters.validate(content).first {
            throw CLIError(
                .data, "the arguments do not fit the tool: \(mismatch).", hint: "See: lm-cli tools show \(tool.name)")
        }
        let output = try await call(tool, content)
        try invocation.console.write(output.hasSuffix("\n") ? output : output + "\n")
        return .success
    }

    private static func call<Called: Tool>(_ tool: Called, _ content: GeneratedContent) async throws -> String {
        do {
            let prompt = try await tool.call(arguments: Called.Arguments(content)).promptRepresentation
            return ConversationText.words(of: prompt.segments)
        } catch {
            throw CLIError(.negative, "the tool failed: \(TextSanitizer.line("\(error)", limit: 300))")
        }
    }

    private static func document(of tool: any Tool) -> JSONValue {
        [
            "name": .string(tool.name), "description": .string(tool.description),
            "parameters": tool.parameters.jsonSchema,
        ]
    }
}
