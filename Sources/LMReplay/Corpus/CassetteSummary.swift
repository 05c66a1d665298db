/// A cassette in figures, for lists.
public struct CassetteSummary: Sendable, Hashable {
    /// The interactions.
    public var interactions: Int
    /// The events of their streams.
    public var events: Int
    /// The bytes of the file.
    public var bytes: Int
    /// The interactions that broke while they were recorded.
    public var partial: Int
    /// When it was recorded.
    public var recorded: String?
    /// The models that were asked, as far as the bodies name them, in order and each once.
    public var models: [String]
    /// What the answers state that they used.
    public var usage: TokenUsage
    /// Milliseconds that the answers took.
    public var milliseconds: Int

    /// Sums a cassette up.
    public init(_ cassette: Cassette) {
        interactions = cassette.interactions.count
        bytes = cassette.text.count
        recorded = cassette.header.recorded
        partial = cassette.interactions.count { !$0.isWhole }
        events = 0
        milliseconds = 0
        usage = TokenUsage()
        models = []
        for interaction in cassette.interactions {
            if let response = interaction.response {
                events += response.events.count
                milliseconds = milliseconds.addingSaturated(response.cuts.milliseconds)
                usage = usage + (response.usage ?? TokenUsage())
            }
            if let model = interaction.request.model, !models.contains(model) { models.append(model) }
        }
    }
}
