import LMJSON
import LMProtocol

/// The usage of one answer, which comes twice: of each count the last value that is there holds.
struct MessagesUsage: Sendable {
    private var counts = JSONObject()

    /// Takes what an event says of it.
    mutating func merge(_ usage: JSONValue?) {
        for member in usage?.objectValue ?? JSONObject() where !member.value.isNull {
            counts[member.key] = member.value
        }
    }

    /// The usage so far; `nil` where the server gave none.
    var usage: Usage? {
        guard !counts.isEmpty else { return nil }
        let totals = JSONValue.object(counts)
        var usage = Usage(
            input: Self.input(of: totals),
            output: .init(
                totalTokenCount: totals["output_tokens"]?.countValue ?? 0,
                reasoningTokenCount: totals["output_tokens_details"]?["thinking_tokens"]?.countValue ?? 0))
        // The totals add up over the rounds of the server's tools; the last of them is what stands in the context.
        let rounds = totals["iterations"]?.arrayValue ?? []
        if let last = rounds.last(where: { $0["type"] == "message" }) {
            usage.contextTokenCount = Self.input(of: last).totalTokenCount.addingSaturated(
                last["output_tokens"]?.countValue ?? 0)
        }
        for member in counts where !Self.placed.contains(member.key) { usage.metadata[member.key] = member.value }
        return usage
    }

    /// What the cache gave and took is not among the input tokens: the three add up.
    private static func input(of counts: JSONValue) -> Usage.Input {
        func count(_ name: String) -> Int { counts[name]?.countValue ?? 0 }
        let (read, written) = (count("cache_read_input_tokens"), count("cache_creation_input_tokens"))
        return Usage.Input(
            totalTokenCount: count("input_tokens").addingSaturated(read).addingSaturated(written),
            cachedTokenCount: read, cacheWriteTokenCount: written)
    }

    private static let placed: Set<String> = [
        "input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens", "output_tokens",
        "output_tokens_details",
    ]
}
