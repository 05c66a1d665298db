import LMJSON
import LMProtocol

/// The tools of a request in the words of the wire: their definitions, and which of them may or has to be called.
struct MessageTools {
    /// The member `tools`; empty to leave it out.
    private(set) var definitions: [JSONValue] = []
    /// The member `tool_choice`; `nil` to leave it out.
    private(set) var choice: JSONValue?
    /// The servers of tools that the definitions speak of.
    private(set) var servers: [JSONValue] = []

    /// Makes them.
    ///
    /// - Parameters:
    ///   - request: What is asked.
    ///   - hasCalls: Whether the conversation has calls in it, which cannot be sent without the tools.
    ///   - serverTools: The tools that the server runs.
    ///   - parallel: Whether several tools may be called in one turn; `nil` leaves it to the server.
    ///   - entry: What is known of the model.
    ///   - provider: The name under which a tool's options are found.
    ///   - adjustments: Gets what was changed.
    init(
        _ request: GenerationRequest, hasCalls: Bool, serverTools: [ClaudeServerTool], parallel: Bool?,
        entry: ClaudeCatalogue.Entry, provider: String, _ adjustments: inout [Adjustment]
    ) throws {
        let mode = request.options.toolCallingMode?.kind ?? .allowed
        // With calls in the conversation the tools stay, so that it can be sent and the cache still holds.
        let isSilent = mode == .disallowed && !hasCalls
        var offered = isSilent ? [] : request.tools
        if offered.isEmpty, hasCalls { offered = Self.last(of: request.transcript) }
        for tool in offered { definitions.append(try Self.definition(tool, entry, provider, &adjustments)) }
        if !isSilent {
            definitions += serverTools.map { .object($0.definition) }
            servers = serverTools.compactMap { $0.server.map(JSONValue.object) }
        }
        guard !definitions.isEmpty else { return }
        let isOffered = !request.tools.isEmpty || !serverTools.isEmpty
        choice = Self.choice(mode, entry, isOffered: isOffered, parallel: parallel, &adjustments)
    }

    /// Makes one tool that has to be called, with the answer.
    init(answer name: String, _ schema: JSONValue) {
        definitions = [["name": .string(name), "description": "Gives the answer.", "input_schema": schema]]
        choice = ["type": "tool", "name": .string(name), "disable_parallel_tool_use": true]
    }

    /// The tools that the conversation was last told of.
    private static func last(of transcript: Transcript) -> [Transcript.ToolDefinition] {
        for case .instructions(let entry) in transcript.reversed() where !entry.toolDefinitions.isEmpty {
            return entry.toolDefinitions
        }
        return []
    }

    private static func definition(
        _ tool: Transcript.ToolDefinition, _ entry: ClaudeCatalogue.Entry, _ provider: String,
        _ adjustments: inout [Adjustment]
    ) throws -> JSONValue {
        var options = tool.providerOptions[provider]
        var schema: JSONValue
        if options["strict"] == true, entry.takesFormat {
            var strict = SchemaDialect.anthropic
            strict.requiresObjectRoot = true
            let adapted = try tool.parameters.adaptedWhereStrict(to: strict, "the tool \(tool.name)")
            adjustments += adapted.adjustments
            schema = adapted.schema
            if !adapted.isStrict { options["strict"] = nil }
        } else {
            // What a tool is called with is an object everywhere.
            var object = SchemaDialect.generic
            object.requiresObjectRoot = true
            let adapted = try tool.parameters.adapted(to: object)
            adjustments += adapted.adjustments
            schema = adapted.schema
            if options["strict"] == true {
                options["strict"] = nil
                adjustments.append(
                    Adjustment(
                        .optionDropped,
                        "\(entry.displayName) does not keep calls of the tool \(tool.name) to its schema by itself."))
            }
        }
        var json = JSONObject(["name": .string(tool.name)])
        if !tool.description.isEmpty { json["description"] = .string(tool.description) }
        json["input_schema"] = schema
        for option in options { json[option.key] = option.value }
        return .object(json)
    }

    private static func choice(
        _ mode: GenerationOptions.ToolCallingMode.Kind, _ entry: ClaudeCatalogue.Entry, isOffered: Bool,
        parallel: Bool?, _ adjustments: inout [Adjustment]
    ) -> JSONValue? {
        var choice = JSONObject()
        switch mode {
        case .required where entry.takesForcedTools: choice["type"] = "any"
        case .requiredTool(let name) where entry.takesForcedTools:
            choice["type"] = "tool"
            choice["name"] = .string(name)
        case .required, .requiredTool:
            adjustments.append(
                Adjustment(.optionDropped, "\(entry.displayName) cannot be made to call a tool; it decides by itself."))
        case .disallowed: choice["type"] = "none"
        case .allowed: if !isOffered { choice["type"] = "none" }
        }
        if let parallel, choice["type"] != "none" {
            if choice.isEmpty { choice["type"] = "auto" }
            choice["disable_parallel_tool_use"] = .bool(!parallel)
        }
        if choice.isEmpty { return .none }
        return .object(choice)
    }
}
