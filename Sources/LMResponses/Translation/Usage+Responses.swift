import LMJSON
import LMProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Usage {
    /// The usage of a Responses response; `nil` where the server gave none.
    ///
    /// Every count may be missing or `null`. What has no place of its own is kept in ``metadata`` by its name on the
    /// wire.
    package init?(responses usage: JSONValue?) {
        guard let members = usage?.objectValue else { return nil }
        func count(_ value: JSONValue?) -> Int { value?.countValue ?? 0 }
        let input = count(members["input_tokens"])
        let cached = count(members["input_tokens_details"]?["cached_tokens"])
        self.init(
            // Some of xAI's models report input tokens without the cached ones (vercel/ai#12485).
            input: Input(
                totalTokenCount: cached > input ? input.addingSaturated(cached) : input, cachedTokenCount: cached,
                cacheWriteTokenCount: count(members["input_tokens_details"]?["cache_write_tokens"])),
            output: Output(
                totalTokenCount: count(members["output_tokens"]),
                reasoningTokenCount: count(members["output_tokens_details"]?["reasoning_tokens"])))
        // xAI counts in ticks, of which 10¹⁰ make a US dollar.
        cost = members["cost_in_usd_ticks"]?.intValue.map { Money(Decimal($0) / 10_000_000_000) }
        if let context = members["context_details"]?.objectValue {
            contextTokenCount = count(context["input_tokens"]).addingSaturated(count(context["output_tokens"]))
        }
        for member in members where !Self.placed.contains(member.key) && !member.value.isNull {
            metadata[member.key] = member.value
        }
    }

    /// The members that have a place of their own, and the total, which is their sum.
    private static let placed: Set<String> = [
        "input_tokens", "input_tokens_details", "output_tokens", "output_tokens_details", "total_tokens",
        "cost_in_usd_ticks", "context_details",
    ]
}
