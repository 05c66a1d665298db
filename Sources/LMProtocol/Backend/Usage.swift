import LMJSON

/// Tokens, and money where the server says so.
public struct Usage: Sendable, Hashable {
    /// What went in.
    public struct Input: Sendable, Hashable {
        /// All tokens that went in, with the cached ones.
        public var totalTokenCount: Int
        /// Those of them that the server had in its cache.
        public var cachedTokenCount: Int

        /// Makes a count.
        public init(totalTokenCount: Int, cachedTokenCount: Int = 0) {
            self.totalTokenCount = totalTokenCount
            self.cachedTokenCount = cachedTokenCount
        }
    }
    /// What came out.
    public struct Output: Sendable, Hashable {
        /// All tokens that came out, with those of the reasoning.
        public var totalTokenCount: Int
        /// Those of them that were reasoning.
        public var reasoningTokenCount: Int

        /// Makes a count.
        public init(totalTokenCount: Int, reasoningTokenCount: Int = 0) {
            self.totalTokenCount = totalTokenCount
            self.reasoningTokenCount = reasoningTokenCount
        }
    }

    /// What went in.
    public var input: Input
    /// What came out.
    public var output: Output
    /// The price in ticks, 10¹⁰ to a US dollar; `nil` where the server does not say.
    public var costTicks: Int64?
    /// The tokens that stand in the model's context after this request; differs from the counts above where the
    /// server ran tools of its own, because those add up over its rounds. `nil` where the server does not say.
    public var contextTokenCount: Int?
    /// What else the server reported, by name.
    public var metadata: [String: JSONValue]

    /// Makes a count; without arguments, none.
    public init(
        input: Input = Input(totalTokenCount: 0), output: Output = Output(totalTokenCount: 0), costTicks: Int64? = nil,
        contextTokenCount: Int? = nil, metadata: [String: JSONValue] = [:]
    ) {
        self.input = input
        self.output = output
        self.costTicks = costTicks
        self.contextTokenCount = contextTokenCount
        self.metadata = metadata
    }

    /// All tokens, in and out.
    public var totalTokenCount: Int { input.totalTokenCount + output.totalTokenCount }

    /// The sum of two requests' usage; the context and the metadata are those of the later one.
    public static func + (earlier: Usage, later: Usage) -> Usage {
        Usage(
            input: Input(
                totalTokenCount: earlier.input.totalTokenCount + later.input.totalTokenCount,
                cachedTokenCount: earlier.input.cachedTokenCount + later.input.cachedTokenCount),
            output: Output(
                totalTokenCount: earlier.output.totalTokenCount + later.output.totalTokenCount,
                reasoningTokenCount: earlier.output.reasoningTokenCount + later.output.reasoningTokenCount),
            costTicks: earlier.costTicks == nil && later.costTicks == nil
                ? nil : (earlier.costTicks ?? 0) + (later.costTicks ?? 0),
            contextTokenCount: later.contextTokenCount ?? earlier.contextTokenCount,
            metadata: later.metadata.isEmpty ? earlier.metadata : later.metadata)
    }
}
