/// One stored request and what came back.
public struct Interaction: Sendable, Hashable {
    /// Its number in the cassette, from 1.
    public var number: Int
    /// What was sent.
    public var request: RecordedRequest
    /// What came back; `nil` where no head came.
    public var response: RecordedResponse?
    /// How it ended; `nil` where the recording stops before it says so.
    public var ending: Ending?

    /// Makes an interaction.
    public init(
        number: Int, request: RecordedRequest, response: RecordedResponse?, ending: Ending? = Ending(.eof)
    ) {
        self.number = number
        self.request = request
        self.response = response
        self.ending = ending
    }

    /// Whether the whole answer was recorded.
    public var isWhole: Bool { ending?.isWhole ?? false }

    /// Whether it is another one to the byte, as far as a cassette keeps it: cuts are left out that cannot be the body's.
    func hasContents(of other: Interaction) -> Bool {
        var other = other
        if let response = other.response, !response.cuts.fit(response.body.count) { other.response?.cuts = [] }
        return self == other
    }
}

extension Interaction: CustomStringConvertible {
    /// Number, request, status, size and ending, in one line.
    public var description: String {
        let answer = response.map { "\($0.status), \($0.body.count) bytes" } ?? "no response"
        let end = ending.map { $0.failureName ?? $0.how.rawValue } ?? "unfinished"
        return "\(number): \(request.method) \(request.url) (\(request.body.count) bytes) → \(answer), \(end)"
    }
}
