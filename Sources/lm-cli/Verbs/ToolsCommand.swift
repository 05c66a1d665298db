import LMJSON
import LMProtocol

/// `lm-cli tools`: what a model can be offered to call.
enum ToolsCommand {
    private static let name = ArgumentSpec("name", .one, .file, "A built-in tool, or the path of a program.")

    private struct NoOptions: OptionValues { static let declaration = Declaration<Self>() }
    private struct ShowOptions: OptionValues {
        var name = ""

        static let declaration = Declaration<Self>(arguments: [.word(\.name, ToolsCommand.name)])
    }
    private struct RunOptions: OptionValues {
        var name = ""
        var arguments = "{}"
        var variables: [String] = []

        static let declaration = Declaration<Self>(
            arguments: [.word(\.name, ToolsCommand.name)],
            groups: [
                .init(
                    title: "OPTIONS",
                    bindings: [
                        .value(
                            \.arguments,
                            OptionSpec(.arguments, .value("json", .text), "The arguments, as JSON.", default: "{}")),
                        .values(\.variables, AskOptions.toolEnvironment),
                    ])
            ])
    }

    static let spec: CommandSpec = CommandSpec(
        name: "tools",
        summary: "List tools, show what a model is told of them, and try them.",
        discussion: ["Offer one to a model with ask --tool NAME. How a program becomes a tool: lm-cli help tools"],
        subcommands: [
            CommandSpec(name: "ls", summary: "List the built-in tools.", run: list),
            CommandSpec(name: "show", summary: "Show what a model is told of a tool.", run: show),
            CommandSpec(
                name: "run", summary: "Run a tool as a model would.",
                examples: ["lm-cli tools run current_time --args '{\"timeZone\":\"Asia/Tokyo\"}'"], waits: run),
        ],
        defaultSubcommand: "ls")

    @Sendable private static func list(_ options: NoOptions, _ invocation: Invocation) throws -> ExitStatus {
        let rows = ToolShelf.builtIn.map { [$0.name, $0.description] }
        if invocation.isJSON {
            try invocation.console.write(json: .array(ToolShelf.builtIn.map(document)))
        } else {
            try invocation.console.write(TextTable(headings: ["NAME", "WHAT IT DOES"], rows: rows))
        }
        return .success
    }

    @Sendable private static func show(_ options: ShowOptions, _ invocation: Invocation) throws -> ExitStatus {
        let tool = try ToolShelf.tool(options.name, environment: invocation.environment)
        let text = invocation.isJSON ? document(of: tool).text() : document(of: tool).text(.pretty)
        try invocation.console.write(text + "\n")
        return .success
    }

    @Sendable private static func run(_ options: RunOptions, _ invocation: Invocation) async throws -> ExitStatus {
        let tool = try ToolShelf.tool(
            options.name, environment: invocation.environment, variables: options.variables)
        let text = options.arguments
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
