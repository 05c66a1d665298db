/// A request that no recorded interaction answers: what came near, and how to record it.
public struct ReplayMiss: Error, Sendable, Hashable, CustomStringConvertible {
    /// The request, redacted.
    public var request: RecordedRequest
    /// Which request of the replay it was, from 1.
    public var requestNumber: Int
    /// The number of the recorded interaction that comes nearest.
    public var nearest: Int?
    /// The cassette of the nearest interaction, where there are several.
    public var nearestCassette: String?
    /// Where the request differs from the nearest one, one line a difference: `input/3/content: "Rome" ≠ "Paris"`, the
    /// sent value first. Empty where it matches and is used already.
    public var differences: [String]
    /// The number of the request that used the nearest interaction.
    public var usedBy: Int?
    /// The rule that would let the request pass, where one value alone differs that is drawn anew from run to run.
    public var proposal: Proposal?
    /// The command that records what is missing.
    public var command: String?
    /// The cassette.
    public var cassette: String?

    /// Makes a miss.
    public init(
        request: RecordedRequest, requestNumber: Int, nearest: Int? = nil, differences: [String] = [],
        usedBy: Int? = nil, command: String? = nil, cassette: String? = nil
    ) {
        self.request = request
        self.requestNumber = requestNumber
        self.nearest = nearest
        self.differences = differences
        self.usedBy = usedBy
        self.command = command
        self.cassette = cassette
    }

    /// The whole report, several lines.
    public var description: String {
        var lines = [
            "Request \(requestNumber) (\(request.method) \(request.url)) is not on \(cassette ?? "the cassette")."
        ]
        if let nearest {
            let place = nearestCassette.map { " of \($0)" } ?? ""
            let used = usedBy.map { ", which request \($0) already used" } ?? ""
            if differences.isEmpty {
                lines.append("  It matches interaction \(nearest)\(place)\(used).")
            } else {
                lines.append("  Nearest is interaction \(nearest)\(place)\(used):")
                lines += differences.map { "    \($0)" }
            }
        } else {
            lines.append("  The cassette has no interactions.")
        }
        if let proposal { lines.append("  \(proposal)") }
        if let command { lines.append("  To record it: \(command)") }
        return lines.joined(separator: "\n")
    }
}
