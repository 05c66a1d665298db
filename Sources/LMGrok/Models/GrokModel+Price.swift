extension GrokModel {
    /// What tokens cost, in ticks: 10¹⁰ make a US dollar, the unit in which xAI reports the cost of a request.
    public struct Price: Sendable, Hashable {
        /// Ticks for a token that goes in.
        public var input: Int
        /// Ticks for a token that goes in and that the server has in its cache.
        public var cachedInput: Int
        /// Ticks for a token that comes out, reasoning with it.
        public var output: Int
        /// From this many tokens that go in, everything costs twice as much.
        public var longContextSize: Int

        /// Makes a price.
        public init(input: Int, cachedInput: Int, output: Int, longContextSize: Int = 200_000) {
            self.input = input
            self.cachedInput = cachedInput
            self.output = output
            self.longContextSize = longContextSize
        }
    }

    /// What the model's tokens cost; `nil` where it is not known. Not what a request did cost: that is in its usage.
    public var price: Price? { GrokCatalogue.entry(named: name)?.price }
}
