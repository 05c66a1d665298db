/// What a ``ReplayServer`` has served so far, over all runs and cassettes.
public struct ReplayTotals: Sendable, Hashable {
    /// The requests that were answered from a cassette.
    public var served = 0
    /// The recorded exchanges that answered one at least.
    public var used = 0
    /// The recorded exchanges that there are.
    public var exchanges = 0
    /// The requests that no recorded exchange answers.
    public var misses: [ReplayMiss] = []

    /// The recorded exchanges that no request asked for.
    public var unused: Int { exchanges - used }
}
