import LMJSON
import LMProtocol

/// The sampling options of a request in the words of the wire: what the server takes, in the range that it takes.
struct SamplingOptions {
    private var temperature: JSONNumber?
    private var topP: JSONNumber?
    private var topK: Int?
    private var seed: UInt64?
    private var maximumOutputTokens: Int?

    init(
        _ options: GenerationOptions, _ dialect: ResponsesDialect, _ adjustments: inout [Adjustment]
    ) {
        var report: [Adjustment] = []
        func takes(_ parameter: ResponsesDialect.Parameter) -> Bool { dialect.parameters.contains(parameter) }
        func drop(_ option: String) {
            report.append(Adjustment(.optionDropped, "\(option) was left out: the model does not take it."))
        }
        func number(_ value: Double, _ range: ClosedRange<Double>, _ option: String) -> JSONNumber? {
            guard let number = JSONNumber(min(max(value, range.lowerBound), range.upperBound)), !value.isNaN else {
                report.append(Adjustment(.optionDropped, "\(option) was left out: it is not a number."))
                return nil
            }
            if !range.contains(value) {
                report.append(Adjustment(.optionClamped, "\(option) was moved from \(value) to \(number)."))
            }
            return number
        }
        func count(_ value: Int, _ option: String) -> Int {
            if value < 1 { report.append(Adjustment(.optionClamped, "\(option) was moved from \(value) to 1.")) }
            return max(value, 1)
        }

        if let value = options.temperature {
            if takes(.temperature) {
                temperature = number(value, 0...2, "The temperature")
            } else {
                drop("The temperature")
            }
        }
        if options.samplingMode?.kind == .greedy {
            if takes(.topK) {
                topK = 1
            } else if takes(.temperature), options.temperature == nil {
                temperature = JSONNumber(0)
                report.append(Adjustment(.optionApproximated, "Greedy sampling was sent as a temperature of 0."))
            } else {
                drop("Greedy sampling")
            }
        }
        if let k = options.samplingMode?.topK {
            if takes(.topK) {
                topK = count(k, "The number of likeliest tokens")
            } else {
                drop("Sampling from the top \(k)")
            }
        }
        if let threshold = options.samplingMode?.probabilityThreshold {
            if takes(.topP) {
                topP = number(threshold, 0...1, "The probability threshold")
            } else {
                drop("The probability threshold")
            }
        }
        // The Responses API has none of these.
        if !options.stopSequences.isEmpty { drop("The stop sequences") }
        if options.frequencyPenalty != nil { drop("The frequency penalty") }
        if options.presencePenalty != nil { drop("The presence penalty") }
        let seed = options.samplingMode?.seed
        if let seed {
            if takes(.seed) { self.seed = seed } else { drop("The sampling seed") }
        }
        if let limit = options.maximumResponseTokens {
            if takes(.maximumOutputTokens) {
                maximumOutputTokens = count(limit, "The limit on tokens")
            } else {
                drop("The limit on tokens")
            }
        }
        adjustments += report
    }

    /// Writes the options into a request's body.
    func write(to body: inout JSONObjectWriter) {
        if let temperature { body.member("temperature", temperature) }
        if let topP { body.member("top_p", topP) }
        if let topK { body.member("top_k", topK) }
        if let seed { body.member("seed", JSONNumber(seed)) }
        if let maximumOutputTokens { body.member("max_output_tokens", maximumOutputTokens) }
    }
}
