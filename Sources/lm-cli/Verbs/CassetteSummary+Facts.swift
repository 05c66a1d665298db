import LMJSON
import LMReplay

extension CassetteSummary {
    /// The figures in words: `3 exchanges`, `412 events`, `38 KB`, `$0.0034`.
    var facts: [String] {
        var facts = [Self.count(interactions, "exchange"), Self.count(events, "event"), ByteCount.readable(bytes)]
        if let ticks = usage.costTicks { facts.append(Amount.price(Int64(ticks))) }
        if partial > 0 { facts.append("\(partial) broken") }
        return facts
    }

    /// A number of things.
    static func count(_ number: Int, _ name: String) -> String { "\(number) \(name)\(number == 1 ? "" : "s")" }

    /// The figures as JSON.
    func json(name: String) -> JSONObject {
        JSONObject([
            .init(key: "name", value: .string(name)), .init(key: "exchanges", value: .count(interactions)),
            .init(key: "events", value: .count(events)), .init(key: "bytes", value: .count(bytes)),
            .init(key: "broken", value: .count(partial)), .init(key: "milliseconds", value: .count(milliseconds)),
            .init(key: "models", value: .array(models.map(JSONValue.string))),
            .init(key: "recorded", value: recorded.map(JSONValue.string) ?? .null),
            .init(key: "usage", value: usage.json),
        ])
    }
}

extension TokenUsage {
    /// The figures as JSON, with the names that `--json` has everywhere.
    var json: JSONValue {
        var object = JSONObject([
            .init(key: "input", value: .count(input)), .init(key: "inputCached", value: .count(inputCached)),
            .init(key: "output", value: .count(output)), .init(key: "outputReasoning", value: .count(outputReasoning)),
            .init(key: "total", value: .count(input.addingSaturated(output))),
        ])
        if let costTicks { object["costTicks"] = .count(costTicks) }
        return .object(object)
    }

    /// The figures in words.
    var words: String {
        let parts = [
            "\(Amount.tokens(input)) in" + (inputCached > 0 ? " (\(Amount.tokens(inputCached)) cached)" : ""),
            "\(Amount.tokens(output)) out"
                + (outputReasoning > 0 ? " (\(Amount.tokens(outputReasoning)) reasoning)" : ""),
        ]
        return (parts + (costTicks.map { [Amount.price(Int64($0))] } ?? [])).joined(separator: " · ")
    }
}

extension JSONValue {
    /// A number of things.
    static func count(_ number: Int) -> JSONValue { .number(JSONNumber(number)) }
}
