import LMJSON

/// Tokens, and money where the server says so.
public struct Usage: Sendable, Hashable {
    /// What went in.
    public struct Input: Sendable, Hashable {
        /// All tokens that went in, with the cached ones.
        public var totalTokenCount: Int
        /// Those of them that the server had in its cache.
        public var cachedTokenCount: Int
        /// Those of them that the server wrote into its cache, which some providers charge more for.
        public var cacheWriteTokenCount: Int

        /// Makes a count.
        public init(totalTokenCount: Int, cachedTokenCount: Int = 0, cacheWriteTokenCount: Int = 0) {
            self.totalTokenCount = totalTokenCount
            self.cachedTokenCount = cachedTokenCount
            self.cacheWriteTokenCount = cacheWriteTokenCount
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
    /// What it cost; `nil` where the server does not say.
    public var cost: Money?
    /// The tokens that stand in the model's context after this request; differs from the counts above where the
    /// server ran tools of its own, because those add up over its rounds. `nil` where the server does not say.
    public var contextTokenCount: Int?
    /// What else the server reported, by name.
    public var metadata: [String: JSONValue]

    /// Makes a count; without arguments, none.
    public init(
        input: Input = Input(totalTokenCount: 0), output: Output = Output(totalTokenCount: 0), cost: Money? = nil,
        contextTokenCount: Int? = nil, metadata: [String: JSONValue] = [:]
    ) {
        self.input = input
        self.output = output
        self.cost = cost
        self.contextTokenCount = contextTokenCount
        self.metadata = metadata
    }

    /// All tokens, in and out; the largest number there is where the sum does not fit.
    public var totalTokenCount: Int { input.totalTokenCount.addingSaturated(output.totalTokenCount) }

    /// The sum of what both cost; of two currencies, the later one's.
    private static func cost(of earlier: Usage, and later: Usage) -> Money? {
        guard let first = earlier.cost, let second = later.cost else { return earlier.cost ?? later.cost }
        return Money.sum(first, second) ?? second
    }

    /// The sum of two requests' usage; the context and the metadata are those of the later one. Counts that do not fit
    /// stay at the largest number there is: they come from outside, and a sum of them must not trap.
    public static func + (earlier: Usage, later: Usage) -> Usage {
        Usage(
            input: Input(
                totalTokenCount: earlier.input.totalTokenCount.addingSaturated(later.input.totalTokenCount),
                cachedTokenCount: earlier.input.cachedTokenCount.addingSaturated(later.input.cachedTokenCount),
                cacheWriteTokenCount: earlier.input.cacheWriteTokenCount.addingSaturated(
                    later.input.cacheWriteTokenCount)),
            output: Output(
                totalTokenCount: earlier.output.totalTokenCount.addingSaturated(later.output.totalTokenCount),
                reasoningTokenCount: earlier.output.reasoningTokenCount.addingSaturated(
                    later.output.reasoningTokenCount)),
            cost: cost(of: earlier, and: later),
            contextTokenCount: later.contextTokenCount ?? earlier.contextTokenCount,
            metadata: later.metadata.isEmpty ? earlier.metadata : later.metadata)
    }
}
