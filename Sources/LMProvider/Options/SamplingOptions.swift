import LMJSON
import LMProtocol

/// The sampling options that one server takes, as data: under which name, and in which range.
public struct SamplingTable: Sendable, Hashable {
    /// An option of `GenerationOptions`.
    public enum Option: Sendable, Hashable, CaseIterable {
        /// How evenly tokens are drawn.
        case temperature
        /// The likelihood that the tokens to draw from make up.
        case topP
        /// How many of the likeliest tokens are drawn from.
        case topK
        /// What makes a draw repeatable.
        case seed
        /// The most tokens of the answer.
        case maximumTokens
        /// Words that end the answer.
        case stopSequences
        /// How much a token that came often is made less likely.
        case frequencyPenalty
        /// How much a token that came at all is made less likely.
        case presencePenalty
    }

    /// The name of each option that the server takes.
    public var names: [Option: String]
    /// The temperatures that the server takes.
    public var temperatures: ClosedRange<Double>
    /// The most stop sequences that the server takes.
    public var maximumStopSequences: Int

    /// Makes a table.
    ///
    /// - Parameters:
    ///   - names: The name of each option that the server takes.
    ///   - temperatures: The temperatures that it takes.
    ///   - maximumStopSequences: The most stop sequences that it takes.
    public init(
        names: [Option: String], temperatures: ClosedRange<Double> = 0...2, maximumStopSequences: Int = 4
    ) {
        self.names = names
        self.temperatures = temperatures
        self.maximumStopSequences = maximumStopSequences
    }
}

/// The sampling options of a request in the words of a wire: what the server takes, in the range that it takes. What is
/// left out or changed is an adjustment.
public struct SamplingOptions: Sendable {
    /// The members of the request's body, in the order of ``SamplingTable/Option``.
    public private(set) var members: [JSONObject.Member] = []
    private let table: SamplingTable
    private var adjustments: [Adjustment] = []

    /// Fits options to a table.
    ///
    /// - Parameters:
    ///   - options: What the request asks for.
    ///   - table: What the server takes.
    ///   - adjustments: Gets what was left out or changed.
    public init(_ options: GenerationOptions, _ table: SamplingTable, _ adjustments: inout [Adjustment]) {
        self.table = table
        let isGreedy = options.samplingMode?.kind == .greedy
        let greedyByTopK = isGreedy && table.names[.topK] != nil
        let greedyByTemperature = isGreedy && !greedyByTopK && table.names[.temperature] != nil
        if let value = options.temperature {
            add(.temperature, "The temperature") { $0.number(value, table.temperatures, "The temperature") }
        } else if greedyByTemperature {
            add(.temperature, "Greedy sampling") { _ in .number(JSONNumber(0)) }
            report(.optionApproximated, "Greedy sampling was sent as a temperature of 0.")
        }
        if let threshold = options.samplingMode?.probabilityThreshold {
            add(.topP, "The probability threshold") { $0.number(threshold, 0...1, "The probability threshold") }
        }
        if let k = options.samplingMode?.topK {
            add(.topK, "Sampling from the top \(k)") { $0.count(k, "The number of likeliest tokens") }
        } else if greedyByTopK {
            add(.topK, "Greedy sampling") { _ in .number(JSONNumber(1)) }
        }
        if isGreedy, !greedyByTopK, !greedyByTemperature || options.temperature != nil { drop("Greedy sampling") }
        if let seed = options.samplingMode?.seed {
            add(.seed, "The sampling seed") { _ in .number(JSONNumber(seed)) }
        }
        if let limit = options.maximumResponseTokens {
            add(.maximumTokens, "The limit on tokens") { $0.count(limit, "The limit on tokens") }
        }
        addStops(options.stopSequences)
        if let penalty = options.frequencyPenalty {
            add(.frequencyPenalty, "The frequency penalty") { $0.number(penalty, -2...2, "The frequency penalty") }
        }
        if let penalty = options.presencePenalty {
            add(.presencePenalty, "The presence penalty") { $0.number(penalty, -2...2, "The presence penalty") }
        }
        adjustments += self.adjustments
    }

    private mutating func add(
        _ option: SamplingTable.Option, _ words: String, _ value: (inout SamplingOptions) -> JSONValue?
    ) {
        guard let name = table.names[option] else { return drop(words) }
        if let value = value(&self) { members.append(.init(key: name, value: value)) }
    }

    private mutating func addStops(_ stops: [String]) {
        guard !stops.isEmpty else { return }
        guard table.names[.stopSequences] != nil else { return drop("The stop sequences") }
        var taken = stops.filter { !$0.allSatisfy(\.isWhitespace) }
        if taken.count < stops.count { report(.optionDropped, "Stop sequences of white space only were left out.") }
        if taken.count > table.maximumStopSequences {
            report(
                .optionDropped,
                "The server takes \(table.maximumStopSequences) stop sequences; the others were left out.")
            taken = Array(taken.prefix(table.maximumStopSequences))
        }
        if taken.isEmpty { return }
        add(.stopSequences, "The stop sequences") { _ in .array(taken.map(JSONValue.string)) }
    }

    private mutating func report(_ kind: Adjustment.Kind, _ message: String) {
        adjustments.append(Adjustment(kind, message))
    }

    private mutating func drop(_ option: String) {
        report(.optionDropped, "\(option) was left out: the model does not take it.")
    }

    private mutating func number(_ value: Double, _ range: ClosedRange<Double>, _ option: String) -> JSONValue? {
        guard !value.isNaN, let number = JSONNumber(min(max(value, range.lowerBound), range.upperBound)) else {
            report(.optionDropped, "\(option) was left out: it is not a number.")
            return nil
        }
        if !range.contains(value) { report(.optionClamped, "\(option) was moved from \(value) to \(number).") }
        return .number(number)
    }

    private mutating func count(_ value: Int, _ option: String) -> JSONValue {
        if value < 1 { report(.optionClamped, "\(option) was moved from \(value) to 1.") }
        return .number(JSONNumber(max(value, 1)))
    }
}
