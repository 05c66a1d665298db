import LMProtocol

/// The line under a reply that says what it took: `2.9 s · 31 in · 212 out (96 reasoning) · $0.0011`.
enum ReplyFooter {
    /// The line; empty where nothing is known.
    static func line(usage: Usage?, elapsed: Duration?, attempts: Int) -> String {
        var parts: [String] = []
        if let elapsed { parts.append(elapsed.readable) }
        if let usage {
            let cached = usage.input.cachedTokenCount
            parts.append(
                "\(Amount.tokens(usage.input.totalTokenCount)) in"
                    + (cached > 0 ? " (\(Amount.tokens(cached)) cached)" : ""))
            let reasoning = usage.output.reasoningTokenCount
            parts.append(
                "\(Amount.tokens(usage.output.totalTokenCount)) out"
                    + (reasoning > 0 ? " (\(Amount.tokens(reasoning)) reasoning)" : "")
            )
            if let ticks = usage.costTicks { parts.append(Amount.price(ticks)) }
        }
        if attempts > 1 { parts.append("\(attempts) attempts") }
        return parts.joined(separator: " · ")
    }
}
