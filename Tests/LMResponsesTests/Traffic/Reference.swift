import LMJSON
import LMProtocol
import LMTestSupport
import Testing

/// An answer as its terminal response states it, read without any of the code under test but the JSON parser.
struct Reference {
    var text = ""
    var reasoning: [String] = []
    var calls: [(id: String, name: String, arguments: JSONValue?)] = []
    var usage: Usage?
    /// Whether the message holds a part that is a refusal.
    var isRefusal = false
    var status = ""
    var incompleteReason: String?

    /// Reads the first response of a stream; `nil` where it has no terminal event that is well-formed.
    init?(stream: [UInt8]) {
        let text = String(decoding: stream, as: UTF8.self).replacing("\r\n", with: "\n")
        var done: [JSONValue] = []
        for block in text.split(separator: "\n\n") {
            let data = block.split(separator: "\n").filter { $0.hasPrefix("data:") }.map { $0.dropFirst(5) }
            guard let json = try? JSONValue(parsing: data.joined(separator: "\n")) else { continue }
            switch json["type"]?.stringValue {
            case "response.output_item.done": if let item = json["item"] { done.append(item) }
            case "response.completed", "response.incomplete":
                guard let response = json["response"] else { return nil }
                self.init(response: response, streamed: done)
                return
            case "response.failed", "error": return nil
            default: break
            }
        }
        return nil
    }

    /// Reads a response; where its output is empty, as the Codex backend's is, the items that were streamed.
    init(response: JSONValue, streamed: [JSONValue] = []) {
        let output = response["output"]?.arrayValue ?? []
        for item in output.isEmpty ? streamed : output {
            switch item["type"]?.stringValue {
            case "message":
                for part in item["content"]?.arrayValue ?? [] {
                    text += part["text"]?.stringValue ?? part["refusal"]?.stringValue ?? ""
                    if part["type"]?.stringValue == "refusal" { isRefusal = true }
                }
            case "reasoning":
                let summary = item["summary"]?.arrayValue ?? []
                let parts = summary.isEmpty ? item["content"]?.arrayValue ?? [] : summary
                reasoning += parts.compactMap { $0["text"]?.stringValue }
            case "function_call":
                calls.append(
                    (
                        item["call_id"]?.stringValue ?? "", item["name"]?.stringValue ?? "",
                        item["arguments"]?.stringValue.flatMap { try? JSONValue(parsing: $0.isEmpty ? "{}" : $0) }
                    ))
            default: break
            }
        }
        status = response["status"]?.stringValue ?? ""
        incompleteReason = response["incomplete_details"]?["reason"]?.stringValue
        usage = response["usage"].flatMap(Usage.init(json:))
    }

    /// The counts of a response.
    struct Usage: Equatable {
        var input: Int
        var cached: Int
        var output: Int
        var reasoning: Int
        var costTicks: Int?
        var context: Int?

        init?(json: JSONValue) {
            guard json.objectValue != nil else { return nil }
            input = json["input_tokens"]?.intValue ?? 0
            cached = json["input_tokens_details"]?["cached_tokens"]?.intValue ?? 0
            output = json["output_tokens"]?.intValue ?? 0
            reasoning = json["output_tokens_details"]?["reasoning_tokens"]?.intValue ?? 0
            costTicks = json["cost_in_usd_ticks"]?.intValue
            if let details = json["context_details"], details.objectValue != nil {
                context = (details["input_tokens"]?.intValue ?? 0) + (details["output_tokens"]?.intValue ?? 0)
            }
        }

        init(_ usage: LMProtocol.Usage) {
            input = usage.input.totalTokenCount
            cached = usage.input.cachedTokenCount
            output = usage.output.totalTokenCount
            reasoning = usage.output.reasoningTokenCount
            costTicks = usage.cost.flatMap { Int("\($0.amount * 10_000_000_000)") }
            context = usage.contextTokenCount
        }
    }

    /// Expects a decoding to say the same: text, reasoning, calls with their arguments as values, usage and finish.
    ///
    /// - Parameter isMismatch: Whether the response contradicts its own deltas; then the text differs, and is told.
    func check(_ log: EventLog, isMismatch: Bool = false, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect((log.text == text) == !isMismatch, sourceLocation: sourceLocation)
        #expect(log.adjustments.contains { $0.kind == .streamMismatch } == isMismatch, sourceLocation: sourceLocation)
        #expect(log.reasoning == reasoning, sourceLocation: sourceLocation)
        #expect(log.calls.map(\.id) == calls.map(\.id), sourceLocation: sourceLocation)
        #expect(log.calls.map(\.name) == calls.map(\.name), sourceLocation: sourceLocation)
        #expect(
            log.calls.map { $0.isComplete ? try? JSONValue(parsing: $0.arguments) : nil } == calls.map(\.arguments),
            sourceLocation: sourceLocation)
        #expect(log.usage.map(Usage.init) == usage, sourceLocation: sourceLocation)
        let unified: FinishReason.Unified =
            switch (status, incompleteReason) {
            case ("completed", _), ("complete", _): isRefusal ? .refusal : calls.isEmpty ? .stop : .toolCalls
            case (_, "max_output_tokens"): .length
            default: .other
            }
        #expect(log.finish == FinishReason(unified, raw: incompleteReason ?? status), sourceLocation: sourceLocation)
    }
}
