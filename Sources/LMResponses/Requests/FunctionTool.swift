import LMJSON
import LMProtocol

/// A tool of the app as the Responses API is told of it.
struct FunctionTool {
    let json: JSONValue

    init(
        _ tool: Transcript.ToolDefinition, _ dialect: ResponsesDialect, _ adjustments: inout [Adjustment]
    ) throws {
        let (parameters, isStrict) = try Self.parameters(of: tool, dialect, &adjustments)
        var members: [JSONObject.Member] = [
            .init(key: "type", value: "function"), .init(key: "name", value: .string(tool.name)),
        ]
        if !tool.description.isEmpty { members.append(.init(key: "description", value: .string(tool.description))) }
        members.append(.init(key: "parameters", value: parameters))
        if let isStrict { members.append(.init(key: "strict", value: .bool(isStrict))) }
        members += tool.providerOptions[dialect.provider].map { .init(key: $0.key, value: $0.value) }
        json = .object(JSONObject(members))
    }

    private static func parameters(
        of tool: Transcript.ToolDefinition, _ dialect: ResponsesDialect, _ adjustments: inout [Adjustment]
    ) throws -> (JSONValue, isStrict: Bool?) {
        var schemaDialect = dialect.schemaDialect
        // What a tool is called with is an object everywhere.
        schemaDialect.requiresObjectRoot = true
        switch dialect.toolStrictness {
        case .unsaid, .implicit:
            // xAI takes `additionalProperties: false` in an answer's schema, and not in a tool's (vercel/ai#15283).
            if dialect.toolStrictness == .implicit { schemaDialect.closedObjects = .byDefault }
            let adapted = try tool.parameters.adapted(to: schemaDialect)
            adjustments += adapted.adjustments
            return (adapted.schema, nil)
        case .explicit:
            let adapted = try tool.parameters.adaptedWhereStrict(to: schemaDialect, "the tool \(tool.name)")
            adjustments += adapted.adjustments
            return (adapted.schema, adapted.isStrict)
        }
    }
}
