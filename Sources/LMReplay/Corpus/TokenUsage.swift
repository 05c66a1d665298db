import LMJSON

/// The tokens and the cost that an answer states, whatever the provider calls them.
public struct TokenUsage: Sendable, Hashable {
    /// Tokens read, those from a cache included.
    public var input = 0
    /// The part of them that came from a cache.
    public var inputCached = 0
    /// Tokens written, reasoning included.
    public var output = 0
    /// The part of them that is reasoning.
    public var outputReasoning = 0
    /// The cost in ticks, of which 10¹⁰ are one US dollar; `nil` where the server does not state it.
    public var costTicks: Int?

    /// Makes a usage of nothing.
    public init() {}

    /// Reads a provider's `usage` object; `nil` where it counts no tokens.
    ///
    /// The names are those of the Responses API, of chat completions and of Anthropic's messages; `cost_in_usd_ticks` is
    /// xAI's.
    init?(_ value: JSONValue) {
        func number(_ names: String...) -> Int? { names.lazy.compactMap { value[$0]?.intValue }.first }
        guard let input = number("input_tokens", "prompt_tokens") else { return nil }
        self.input = input
        output = number("output_tokens", "completion_tokens") ?? 0
        let inputDetails = value["input_tokens_details"] ?? value["prompt_tokens_details"]
        inputCached = inputDetails?["cached_tokens"]?.intValue ?? number("cache_read_input_tokens") ?? 0
        let outputDetails = value["output_tokens_details"] ?? value["completion_tokens_details"]
        outputReasoning = outputDetails?["reasoning_tokens"]?.intValue ?? 0
        costTicks = number("cost_in_usd_ticks")
    }

    /// Both together.
    public static func + (left: Self, right: Self) -> Self {
        var sum = left
        sum.input = left.input.addingSaturated(right.input)
        sum.inputCached = left.inputCached.addingSaturated(right.inputCached)
        sum.output = left.output.addingSaturated(right.output)
        sum.outputReasoning = left.outputReasoning.addingSaturated(right.outputReasoning)
        if let ticks = right.costTicks { sum.costTicks = (left.costTicks ?? 0).addingSaturated(ticks) }
        return sum
    }
}
