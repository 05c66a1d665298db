/// Finds a smaller stream that still fails: takes away events as long as a check says that what is left fails too.
///
/// This is delta debugging (Zeller and Hildebrandt, 2002): halves first, then ever smaller parts, until no single event
/// can be left out.
public struct CassetteShrinker {
    /// The cassette.
    public let cassette: Cassette
    /// The number of the interaction that is made smaller.
    public let interaction: Int

    /// Makes a shrinker of one interaction of a cassette.
    public init(_ cassette: Cassette, interaction: Int) {
        self.cassette = cassette
        self.interaction = interaction
    }

    /// The smallest cassette that still fails, as far as leaving out events goes; `nil` where the whole one does not
    /// fail, or has no such interaction with a body.
    ///
    /// - Parameters:
    ///   - limit: how often the check may be asked.
    ///   - fails: whether a cassette still makes happen what is looked for.
    public func shrink(
        limit: Int = 1000, while fails: (Cassette) async throws -> Bool
    ) async rethrows -> Cassette? {
        guard let body = cassette.interactions.first(where: { $0.number == interaction })?.response?.body,
            try await fails(cassette)
        else { return nil }
        var pieces = EventFraming.blocks(of: body).map { Array(body[$0.range]) }
        var asked = 1
        var parts = 2
        while pieces.count > 1, asked < limit {
            let size = (pieces.count + parts - 1) / parts
            var start = 0
            var hasShrunk = false
            while start < pieces.count, asked < limit {
                let rest = Array(pieces[..<start]) + pieces[min(start + size, pieces.count)...]
                asked += 1
                if !rest.isEmpty, try await fails(replaced(by: rest)) {
                    pieces = rest
                    hasShrunk = true
                } else {
                    start += size
                }
            }
            if size == 1, !hasShrunk { break }
            parts = hasShrunk ? max(parts - 1, 2) : min(parts * 2, pieces.count)
        }
        return replaced(by: pieces)
    }

    private func replaced(by pieces: [[UInt8]]) -> Cassette {
        CassetteEditor(cassette).edited { one in
            guard one.number == interaction, var response = one.response else { return one }
            response.body = Array(pieces.joined())
            response.cuts = []
            var changed = one
            changed.response = response
            return changed
        }
    }
}
