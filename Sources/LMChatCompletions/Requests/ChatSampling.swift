import LMJSON
import LMProtocol

/// The sampling options of a request in the words of the wire: what the model takes, in the range that it takes.
struct ChatSampling {
    private var members: [JSONObject.Member] = []

    init(_ options: GenerationOptions, _ settings: ChatSettings, _ adjustments: inout [Adjustment]) throws {
        let dialect = settings.dialect
        var report: [Adjustment] = []
        var members: [JSONObject.Member] = []
        func take(_ parameter: ChatDialect.Parameter, _ option: String, _ value: () -> JSONValue?, name: String? = nil)
        {
            guard settings.takes(parameter) else {
                report.append(Adjustment(.optionDropped, "\(option) was left out: the model does not take it."))
                return
            }
            if let value = value() { members.append(.init(key: name ?? parameter.rawValue, value: value)) }
        }
        func number(_ value: Double, _ range: ClosedRange<Double>, _ option: String) -> JSONValue? {
            guard !value.isNaN, let number = JSONNumber(min(max(value, range.lowerBound), range.upperBound)) else {
                report.append(Adjustment(.optionDropped, "\(option) was left out: it is not a number."))
                return nil
            }
            if !range.contains(value) {
                report.append(Adjustment(.optionClamped, "\(option) was moved from \(value) to \(number)."))
            }
            return .number(number)
        }
        func count(_ value: Int, _ option: String) -> JSONValue {
            if value < 1 { report.append(Adjustment(.optionClamped, "\(option) was moved from \(value) to 1.")) }
            return .number(JSONNumber(max(value, 1)))
        }

        if let limit = options.maximumResponseTokens {
            take(
                .maximumTokens, "The limit on tokens", { count(limit, "The limit on tokens") }, name: dialect.limitName)
        }
        if let value = options.temperature {
            take(.temperature, "The temperature", { number(value, dialect.temperatures, "The temperature") })
        }
        if options.samplingMode?.kind == .greedy {
            if settings.takes(.topK) {
                members.append(.init(key: "top_k", value: 1))
            } else if settings.takes(.temperature), options.temperature == nil {
                members.append(
                    .init(key: "temperature", value: .number(JSONNumber(dialect.temperatures.lowerBound) ?? 0)))
                report.append(Adjustment(.optionApproximated, "Greedy sampling was sent as the lowest temperature."))
            } else {
                report.append(Adjustment(.optionDropped, "Greedy sampling was left out: the model does not take it."))
            }
        }
        if let k = options.samplingMode?.topK {
            take(.topK, "Sampling from the top \(k)", { count(k, "The number of likeliest tokens") })
        }
        if let threshold = options.samplingMode?.probabilityThreshold {
            take(.topP, "The probability threshold", { number(threshold, 0...1, "The probability threshold") })
        }
        if let seed = options.samplingMode?.seed {
            take(.seed, "The sampling seed", { .number(JSONNumber(seed)) }, name: dialect.seedName)
        }
        if let penalty = options.frequencyPenalty {
            take(.frequencyPenalty, "The frequency penalty", { number(penalty, -2...2, "The frequency penalty") })
        }
        if let penalty = options.presencePenalty {
            take(.presencePenalty, "The presence penalty", { number(penalty, -2...2, "The presence penalty") })
        }
        let stops = options.stopSequences
        if !stops.isEmpty {
            take(
                .stop, "Where the answer is to stop",
                {
                    if stops.count > dialect.maximumStopSequences {
                        report.append(
                            Adjustment(
                                .optionClamped,
                                "Of \(stops.count) texts to stop at, the first \(dialect.maximumStopSequences) were sent."
                            ))
                    }
                    return .array(stops.prefix(dialect.maximumStopSequences).map(JSONValue.string))
                })
        }
        self.members = members
        adjustments += report
    }

    /// Writes the options into a request's body.
    func write(to body: inout JSONObject) { for member in members { body[member.key] = member.value } }
}
