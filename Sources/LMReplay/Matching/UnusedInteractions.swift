/// Recorded interactions that no request asked for.
public struct UnusedInteractions: Error, Sendable, Hashable, CustomStringConvertible {
    /// Their numbers.
    public var numbers: [Int]
    /// One line for each: its method, address, and status.
    public var summaries: [String]
    /// The cassette.
    public var cassette: String?

    /// Makes a report of interactions.
    package init(_ interactions: [Interaction], cassette: String? = nil) {
        numbers = interactions.map(\.number)
        summaries = interactions.map(\.description)
        self.cassette = cassette
    }

    /// The whole report, several lines.
    public var description: String {
        let subject = numbers.count == 1 ? "1 interaction was" : "\(numbers.count) interactions were"
        let head = "\(subject) not used of \(cassette ?? "the cassette"):"
        return ([head] + summaries.map { "  \($0)" }).joined(separator: "\n")
    }
}
