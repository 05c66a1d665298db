import LMJSON
import LMProtocol

/// Turns the events of a reply into the lines that `--events` prints. The first is `start`, the last `end` or `error`.
struct EventLines: Sendable {
    /// Whether each line says when it came. Left out where two runs are to give the same lines.
    let isTimed: Bool
    private var hasStarted = false
    private var hasEnded = false
    /// The calls that have begun and not ended. Kept here, so that the lines are the same however many events came at
    /// once.
    private var openCalls: [PartID: (id: String, name: String)] = [:]

    /// The version of the lines; it grows when a key goes or changes its meaning, not when one is added.
    static let version = 1

    /// Makes the lines of one reply.
    init(isTimed: Bool) { self.isTimed = isTimed }

    /// The lines for an event; mostly one, or none.
    mutating func lines(for event: GenerationEvent, at time: Duration) -> [JSONValue] {
        switch event {
        case .started(let info):
            hasStarted = true
            return [line("start", startMembers(info), at: time)]
        case .textDelta(_, let text): return content("text.delta", text, at: time)
        case .reasoningDelta(_, let text): return content("reasoning.delta", text, at: time)
        case .refusalDelta(_, let text): return content("refusal.delta", text, at: time)
        case .toolCallStart(let part, let id, let name):
            openCalls[part] = (id, name)
            return []
        case .toolCallEnd(let part, let arguments, let isComplete):
            guard let open = openCalls.removeValue(forKey: part) else { return [] }
            let call = ReplyRecord.ToolCall(
                id: open.id, name: open.name, arguments: arguments, isComplete: isComplete)
            return started(at: time) + [line("tool.call", ReplyJSON.members(of: call), at: time)]
        case .citation(_, let citation):
            return started(at: time) + [line("citation", members(of: citation), at: time)]
        case .adjustment(let adjustment):
            return started(at: time) + [line("adjustment", ReplyJSON.members(of: adjustment), at: time)]
        case .usage(let usage):
            return started(at: time) + [line("usage", ReplyJSON.members(of: usage), at: time)]
        case .textStart, .textEnd, .reasoningStart, .reasoningEnd, .reasoningData, .partData, .messageData,
            .toolCallDelta, .refusalEnd, .serverToolCall, .restarted, .finished:
            return []
        }
    }

    /// The line for a try that failed and is made again.
    mutating func lines(forRetry attempt: Int, after delay: Duration, kind: String, at time: Duration) -> [JSONValue] {
        var members: [JSONObject.Member] = [.init(key: "attempt", value: .number(JSONNumber(attempt)))]
        if isTimed {
            members.append(.init(key: "delay", value: .number(JSONNumber(delay.wholeMilliseconds))))
        }
        members.append(.init(key: "kind", value: .string(kind)))
        return started(at: time) + [line("retry", members, at: time)]
    }

    /// The line for what a tool answered.
    mutating func lines(forToolResult id: String, name: String, output: JSONValue, at time: Duration) -> [JSONValue] {
        started(at: time) + [
            line(
                "tool.result",
                [
                    .init(key: "id", value: .string(id)), .init(key: "name", value: .string(name)),
                    .init(key: "output", value: output),
                ], at: time)
        ]
    }

    /// The last line of a reply that came to its end.
    mutating func lines(
        forEnd finish: FinishReason, isRefusal: Bool = false, at time: Duration
    ) -> [JSONValue] {
        guard !hasEnded else { return [] }
        hasEnded = true
        var members: [JSONObject.Member] = [.init(key: "finishReason", value: .string(finish.unified.rawValue))]
        if let raw = finish.raw { members.append(.init(key: "rawFinishReason", value: .string(raw))) }
        if isRefusal { members.append(.init(key: "isRefusal", value: true)) }
        return started(at: time) + [line("end", members, at: time)]
    }

    /// The last line of a reply that failed.
    mutating func lines(forFailure failure: CLIError, at time: Duration) -> [JSONValue] {
        guard !hasEnded else { return [] }
        hasEnded = true
        return started(at: time) + [line("error", ErrorJSON.members(of: failure), at: time)]
    }

    private mutating func content(_ type: String, _ text: String, at time: Duration) -> [JSONValue] {
        guard !text.isEmpty else { return [] }
        return started(at: time) + [line(type, [.init(key: "text", value: .string(text))], at: time)]
    }

    /// The first line, where nothing has been printed yet.
    private mutating func started(at time: Duration) -> [JSONValue] {
        guard !hasStarted else { return [] }
        hasStarted = true
        return [line("start", startMembers(ResponseInfo()), at: time)]
    }

    private func startMembers(_ info: ResponseInfo) -> [JSONObject.Member] {
        var members: [JSONObject.Member] = [.init(key: "v", value: .number(JSONNumber(Self.version)))]
        if let id = info.id { members.append(.init(key: "id", value: .string(id))) }
        if let model = info.model { members.append(.init(key: "model", value: .string(model))) }
        return members
    }

    private func members(of citation: Citation) -> [JSONObject.Member] {
        var members: [JSONObject.Member] = citation.url.map { [.init(key: "url", value: .string($0))] } ?? []
        if let title = citation.title { members.append(.init(key: "title", value: .string(title))) }
        if let start = citation.start { members.append(.init(key: "start", value: .number(JSONNumber(start)))) }
        if let end = citation.end { members.append(.init(key: "end", value: .number(JSONNumber(end)))) }
        return members
    }

    private func line(_ type: String, _ members: [JSONObject.Member], at time: Duration) -> JSONValue {
        var all: [JSONObject.Member] = [.init(key: "type", value: .string(type))]
        if isTimed { all.append(.init(key: "t", value: .number(JSONNumber(time.wholeMilliseconds)))) }
        return .object(JSONObject(all + members))
    }
}
