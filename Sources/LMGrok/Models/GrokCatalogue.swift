/// What is known of xAI's models, as data. As of September 2026, from xAI's documentation and its own client.
struct GrokCatalogue {
    /// One model.
    struct Entry: Sendable {
        var name: String
        var displayName: String
        var contextSize: Int
        var efforts: [GrokModel.ReasoningEffort]
        var reasons = true
        /// Whether it calls tools of the app.
        var callsTools = true
        /// Other names that xAI's API takes for it.
        var aliases: [String] = []
        var price: GrokModel.Price
    }

    /// The models, the most capable first; the order of a picker.
    static let entries: [Entry] = [
        Entry(
            name: "grok-4.7", displayName: "Grok 4.7", contextSize: 500_000, efforts: [.low, .medium, .high, .xhigh],
            price: GrokModel.Price(input: 20_000, cachedInput: 5_000, output: 60_000)),
        Entry(
            name: "grok-4.6", displayName: "Grok 4.6", contextSize: 500_000, efforts: [.low, .medium, .high, .xhigh],
            price: GrokModel.Price(input: 20_000, cachedInput: 5_000, output: 60_000)),
        Entry(
            name: "grok-4.5", displayName: "Grok 4.5", contextSize: 500_000, efforts: [.low, .medium, .high],
            aliases: ["grok-4.5-latest"], price: GrokModel.Price(input: 20_000, cachedInput: 5_000, output: 60_000)),
        Entry(
            name: "grok-4.3", displayName: "Grok 4.3", contextSize: 1_000_000,
            efforts: [.disabled, .low, .medium, .high], aliases: ["grok-4.3-latest", "grok-latest"],
            price: GrokModel.Price(input: 12_500, cachedInput: 2_000, output: 25_000)),
        Entry(
            name: "grok-4.20-reasoning", displayName: "Grok 4.20", contextSize: 1_000_000, efforts: [],
            aliases: ["grok-4.20", "grok-4.20-0309-reasoning", "grok-4.20-reasoning-latest"],
            price: GrokModel.Price(input: 12_500, cachedInput: 2_000, output: 25_000)),
        Entry(
            name: "grok-4.20-non-reasoning", displayName: "Grok 4.20 Non-Reasoning", contextSize: 1_000_000,
            efforts: [], reasons: false, aliases: ["grok-4.20-0309-non-reasoning", "grok-4.20-non-reasoning-latest"],
            price: GrokModel.Price(input: 12_500, cachedInput: 2_000, output: 25_000)),
        Entry(
            name: "grok-build-0.1", displayName: "Grok Build", contextSize: 256_000, efforts: [],
            price: GrokModel.Price(input: 10_000, cachedInput: 2_000, output: 20_000)),
    ]

    /// Models that are known by their names and are in no picker.
    static let unlisted: [Entry] = [
        // Several agents that work on one answer: four of them at low and medium, sixteen above.
        Entry(
            name: "grok-4.20-multi-agent-0309", displayName: "Grok 4.20 Multi-Agent", contextSize: 1_000_000,
            efforts: [.low, .medium, .high, .xhigh], callsTools: false,
            price: GrokModel.Price(input: 12_500, cachedInput: 2_000, output: 25_000))
    ]

    /// Names that xAI retired on 15 May 2026 and answers with Grok 4.3 since, without saying so but in the response.
    static let retired: [String] = [
        "grok-3", "grok-3-mini", "grok-3-fast", "grok-3-mini-fast", "grok-4", "grok-4-0709", "grok-4-fast",
        "grok-4-fast-reasoning", "grok-4-fast-non-reasoning", "grok-4-1-fast", "grok-4-1-fast-reasoning",
        "grok-4-1-fast-non-reasoning", "grok-code-fast-1",
    ]
    /// The model that answers for the retired ones.
    static let successor = "grok-4.3"

    /// The entry of a name or an alias.
    static func entry(named name: String) -> Entry? {
        (entries + unlisted).first { $0.name == name || $0.aliases.contains(name) }
    }

    /// Whether two names stand for one model.
    static func isSameModel(_ requested: String, _ served: String) -> Bool {
        if requested == served { return true }
        guard let entry = entry(named: requested) else { return served.hasPrefix(requested + "-") }
        return entry.name == Self.entry(named: served)?.name
    }
}
