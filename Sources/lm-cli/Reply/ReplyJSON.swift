import LMJSON
import LMProtocol

/// A reply and its parts in JSON.
enum ReplyJSON {
    /// The one value that `--json` prints for a reply.
    static func document(of reply: ReplyRecord) -> JSONValue {
        var object = JSONObject()
        object["text"] = .string(reply.text.isEmpty ? reply.refusal : reply.text)
        if reply.isRefusal { object["isRefusal"] = true }
        if !reply.reasoning.isEmpty { object["reasoning"] = .string(reply.reasoning) }
        object["toolCalls"] = .array(
            reply.toolCalls.map { .object(JSONObject(members(of: $0))) })
        object["citations"] = .array(
            reply.citations.map { citation in
                var object = JSONObject()
                if let url = citation.url { object["url"] = .string(url) }
                object["title"] = citation.title.map(JSONValue.string)
                return .object(object)
            })
        object["finishReason"] = .string((reply.finish?.unified ?? .other).rawValue)
        object["rawFinishReason"] = reply.finish?.raw.map(JSONValue.string)
        object["model"] = reply.model.map(JSONValue.string) ?? .null
        object["id"] = reply.id.map(JSONValue.string) ?? .null
        object["usage"] = reply.usage.map { .object(JSONObject(members(of: $0))) } ?? .null
        object["adjustments"] = .array(reply.adjustments.map { .object(JSONObject(members(of: $0))) })
        object["attempts"] = .number(JSONNumber(reply.attempts))
        return .object(object)
    }

    /// A tool call. The arguments are the JSON value, or a string where they are no valid JSON.
    static func members(of call: ReplyRecord.ToolCall) -> [JSONObject.Member] {
        [
            .init(key: "id", value: .string(call.id)), .init(key: "name", value: .string(call.name)),
            .init(key: "arguments", value: JSONText.value(of: call.arguments) ?? .string(call.arguments)),
        ]
    }

    /// The token counts. The cached ones are part of the input, those of the reasoning part of the output.
    static func members(of usage: Usage) -> [JSONObject.Member] {
        var members: [JSONObject.Member] = [
            .init(key: "input", value: .number(JSONNumber(usage.input.totalTokenCount))),
            .init(key: "inputCached", value: .number(JSONNumber(usage.input.cachedTokenCount))),
            .init(key: "output", value: .number(JSONNumber(usage.output.totalTokenCount))),
            .init(key: "outputReasoning", value: .number(JSONNumber(usage.output.reasoningTokenCount))),
            .init(key: "total", value: .number(JSONNumber(usage.totalTokenCount))),
        ]
        if let ticks = usage.costTicks { members.append(.init(key: "costTicks", value: .number(JSONNumber(ticks)))) }
        return members
    }

    /// A change that was made to what was asked.
    static func members(of adjustment: Adjustment) -> [JSONObject.Member] {
        [
            .init(key: "kind", value: .string(adjustment.kind.rawValue)),
            .init(key: "message", value: .string(adjustment.message)),
        ]
    }
}
