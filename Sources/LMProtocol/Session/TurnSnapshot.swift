/// A turn as it stands: what is committed, and the round that is still coming. Copying it shares all of it.
struct TurnSnapshot: Sendable {
    /// The transcript's entries of this turn that are whole.
    var committed: ArraySlice<Transcript.Entry>
    /// The round that is coming, or the last one.
    var round: RoundAccumulator
    /// Whether the round's entries are already among ``committed``.
    var isRoundCommitted: Bool
    /// The usage of the rounds before this one.
    var earlierUsage: Usage
    /// The adjustments of the rounds before this one.
    var earlierAdjustments: [Adjustment]
    /// The citations of the rounds before this one.
    var earlierCitations: [Citation]
    /// The requests beyond one per round, before this one.
    var earlierRetries: Int
    /// The shape of the answer; `nil` for text.
    var output: OutputFormat?

    /// The number of the round in the turn.
    var roundNumber: Int

    /// Names the request whose text ``round`` holds.
    struct Attempt: Sendable, Equatable {
        var round: Int
        var attempt: Int
    }
    var attempt: Attempt { Attempt(round: roundNumber, attempt: round.attempts) }

    /// Whether the turn is over.
    var isOver: Bool { round.finish != nil && isRoundCommitted }

    var usage: Usage { round.usage.map { earlierUsage + $0 } ?? earlierUsage }
    /// Each once: what is changed in one request of a turn is mostly changed in all of them.
    var adjustments: [Adjustment] {
        (earlierAdjustments + round.adjustments).reduce(into: []) { list, adjustment in
            if !list.contains(adjustment) { list.append(adjustment) }
        }
    }
    var citations: [Citation] { earlierCitations + round.citations }
    var attempts: Int { earlierRetries + round.attempts }

    /// The turn's entries, with the ones that are still growing.
    var entries: ArraySlice<Transcript.Entry> {
        isRoundCommitted ? committed : committed + round.entries(output: output, final: false)
    }
}
