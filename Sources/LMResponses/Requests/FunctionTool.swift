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
        json = .object(JSONObject(members))
    }

    private static func parameters(
        of tool: Transcript.ToolDefinition, _ dialect: ResponsesDialect, _ adjustments: inout [Adjustment]
    ) throws -> (JSONValue, isStrict: Bool?) {
        switch dialect.toolStrictness {
        case .unsaid, .implicit:
            let adapted = try tool.parameters.adapted(to: dialect.schemaDialect)
            adjustments += adapted.adjustments
            // xAI takes the member in an answer's schema, and not in a tool's (vercel/ai#15283).
            let isImplicit = dialect.toolStrictness == .implicit
            return (isImplicit ? adapted.schema.withoutClosedObjects : adapted.schema, nil)
        case .explicit:
            // A tool whose schema the strict mode cannot say still works, unenforced.
            guard let adapted = try? tool.parameters.adapted(to: dialect.schemaDialect) else {
                adjustments.append(
                    Adjustment(.schemaChanged, "The server does not enforce the schema of the tool \(tool.name)."))
                return (try tool.parameters.adapted(to: .generic).schema, false)
            }
            adjustments += adapted.adjustments
            return (adapted.schema, true)
        }
    }
}

extension JSONValue {
    /// A JSON Schema without `"additionalProperties": false`.
    ///
    /// Only where the member is a keyword: below `properties` and the like the keys are names of the app's own.
    var withoutClosedObjects: JSONValue { Self.opened(self, isSchema: true) }

    private static func opened(_ value: JSONValue, isSchema: Bool) -> JSONValue {
        switch value {
        case .object(let object):
            let members = object.compactMap { member -> JSONObject.Member? in
                if isSchema, member.key == "additionalProperties", member.value == false { return nil }
                let holdsNames = isSchema && ["properties", "$defs", "definitions"].contains(member.key)
                let holdsValues = isSchema && ["const", "enum", "default", "examples"].contains(member.key)
                return .init(
                    key: member.key,
                    value: holdsValues ? member.value : opened(member.value, isSchema: !holdsNames))
            }
            return .object(JSONObject(members))
        case .array(let elements): return .array(elements.map { opened($0, isSchema: isSchema) })
        default: return value
        }
    }
}
