import LMJSON
import LMProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Usage {
    /// The usage of a chat completion; `nil` where the server gave none, or none that says how many tokens went in.
    ///
    /// Every other count may be missing or `null`. What has no place of its own is kept in ``metadata`` by its name on the
    /// wire.
    init?(chatCompletions usage: JSONValue?) {
        guard let members = usage?.objectValue, let prompt = members["prompt_tokens"]?.intValue else { return nil }
        func count(_ values: JSONValue?...) -> Int {
            for value in values { if let count = value?.intValue { return max(0, count) } }
            return 0
        }
        let input = max(0, prompt)
        let completion = count(members["completion_tokens"])
        let inputDetails = members["prompt_tokens_details"]
        let cached = count(
            inputDetails?["cached_tokens"], members["prompt_cache_hit_tokens"], members["cached_tokens"],
            members["cache_read_input_tokens"])
        let reasoning = count(
            members["completion_tokens_details"]?["reasoning_tokens"], members["reasoning_tokens"])
        // xAI counts reasoning beside the completion, everybody else inside it; the total tells.
        let both = completion.addingSaturated(reasoning)
        let isBeside = members["total_tokens"]?.intValue == input.addingSaturated(both)
        self.init(
            // Azure's Grok has reported more cached tokens than tokens: it leaves the cached ones out then.
            input: Input(
                totalTokenCount: cached > input ? input.addingSaturated(cached) : input, cachedTokenCount: cached,
                cacheWriteTokenCount: count(
                    inputDetails?["cache_write_tokens"], members["cache_creation_input_tokens"])),
            output: Output(totalTokenCount: isBeside ? both : completion, reasoningTokenCount: reasoning))
        // xAI counts in ticks, of which 10¹⁰ make a US dollar; OpenRouter says dollars.
        if let ticks = members["cost_in_usd_ticks"]?.intValue {
            cost = Money(Decimal(ticks) / 10_000_000_000)
        } else if let dollars = members["cost"]?.numberValue.flatMap({ Decimal(string: $0.description) }) {
            cost = Money(dollars)
        }
        for member in members where !Self.placed.contains(member.key) && !member.value.isNull {
            if member.key == "cost", cost != nil { continue }
            metadata[member.key] = member.value
        }
    }

    /// The members that have a place of their own, and the total, which is their sum.
    private static let placed: Set<String> = [
        "prompt_tokens", "completion_tokens", "total_tokens", "prompt_tokens_details", "completion_tokens_details",
        "prompt_cache_hit_tokens", "prompt_cache_miss_tokens", "cached_tokens", "cache_read_input_tokens",
        "cache_creation_input_tokens", "reasoning_tokens", "cost_in_usd_ticks",
    ]
}
