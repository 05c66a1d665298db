/// One recorded exchange.
public struct Interaction: Sendable, Hashable {
    /// Its number in the cassette, from 1.
    public var number: Int
    /// What was sent.
    public var request: RecordedRequest
    /// What came back; `nil` where no head came.
    public var response: RecordedResponse?
    /// How it ended; `nil` where the recording stops before it says so.
    public var ending: Ending?

    /// Makes an exchange.
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
}
