/// The two sizes that servers name where a conversation is too long: "This model's maximum prompt length is 131072 but
/// the request contains 136973 tokens."
package struct ContextOverflow {
    /// The most tokens that the model takes; 0 where the message does not say.
    package let limit: Int
    /// The tokens of the request; 0 where the message does not say.
    package let count: Int

    /// Reads a server's message.
    package init(message: String) {
        // Anthropic writes a comparison: "exceed context limit: 178959 + 64000 > 200000".
        let sides = message.split(separator: ">", maxSplits: 1).map(Self.numbers)
        if sides.count == 2, let count = sides[0].first, let limit = sides[1].first {
            (self.limit, self.count) = (limit, count)
            return
        }
        let numbers = Self.numbers(in: message[...])
        let isBoth = numbers.count == 2
        limit = isBoth ? min(numbers[0], numbers[1]) : 0
        count = isBoth ? max(numbers[0], numbers[1]) : 0
    }

    /// The numbers that may be of tokens.
    private static func numbers(in text: Substring) -> [Int] {
        text.split { !$0.isASCII || !$0.isNumber }.compactMap { Int($0) }.filter { $0 >= 1000 }
    }
}
