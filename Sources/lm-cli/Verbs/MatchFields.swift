import LMJSON
import LMReplay

/// What of a request must agree with the recorded one, as `--match` names it.
enum MatchFields: String, CaseIterable, Sendable {
    case method, path, model, input, tools, schema, options

    static let names = allCases.map(\.rawValue)

    /// The matcher that the options ask for.
    static func matcher(_ arguments: ParsedArguments) throws(CLIError) -> RequestMatcher {
        guard let text = arguments.value(.match) else { return .standard }
        var fields: Set<MatchFields> = []
        for word in text.split(separator: ",") {
            guard let field = MatchFields(rawValue: String(word)) else {
                let near = EditDistance.suggestion(for: String(word), among: names)
                throw .usage(
                    "--match takes \(ValueKind.list(names)), with commas between, not \"\(word)\".",
                    hint: near.map { "Did you mean: \($0)" })
            }
            fields.insert(field)
        }
        return matcher(fields)
    }

    private static func matcher(_ fields: Set<MatchFields>) -> RequestMatcher {
        RequestMatcher { sent, recorded in
            if fields.contains(.method), sent.method != recorded.method { return false }
            if fields.contains(.path), path(of: sent.url) != path(of: recorded.url) { return false }
            let compared = fields.subtracting([.method, .path])
            guard !compared.isEmpty, sent.body != recorded.body else { return true }
            guard let left = (try? JSONValue(parsing: sent.body))?.objectValue,
                let right = (try? JSONValue(parsing: recorded.body))?.objectValue
            else { return false }
            let keys = Set(left.keys).union(right.keys)
            return keys.allSatisfy { key in
                !compared.contains(field(of: key)) || ignored.contains(key) || isEqual(left[key], right[key])
            }
        }
    }

    /// What differs from run to run.
    private static let ignored: Set<String> = ["prompt_cache_key"]

    /// The field that a member of the body belongs to.
    private static func field(of key: String) -> MatchFields {
        switch key {
        case "model": .model
        case "input", "instructions", "messages", "system", "previous_response_id": .input
        case "tools", "tool_choice", "parallel_tool_calls": .tools
        case "text", "response_format": .schema
        default: .options
        }
    }

    /// Whether two members are the same, whatever the order inside them.
    private static func isEqual(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
        guard let left, let right else { return (left ?? .null).isNull && (right ?? .null).isNull }
        return JSONDifference.between(left, right, limit: 1).isEmpty
    }

    private static func path(of url: String) -> Substring {
        guard let scheme = url.firstRange(of: "://") else { return url[...] }
        let rest = url[scheme.upperBound...]
        return rest.firstIndex(of: "/").map { rest[$0...] } ?? "/"
    }
}
