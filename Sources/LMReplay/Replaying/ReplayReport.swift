/// What a replay came to.
public struct ReplayReport: Sendable, Hashable {
    /// A request that was answered.
    public struct Served: Sendable, Hashable {
        /// Which request it was, from 1.
        public var request: Int
        /// The interaction that answered it.
        public var interaction: Int
        /// Where the request differs from the recorded one although the matcher let it pass.
        public var drift: [String]
    }

    /// The requests that were answered, in order.
    public var served: [Served] = []
    /// The requests that no recorded interaction answers, in order.
    public var missed: [ReplayMiss] = []
    /// The numbers of the interactions that no request was answered with.
    public var unused: [Int] = []
}
