/// What became of one request to a ``ReplayServer`` or a ``RecordingProxy``, for a log.
public struct ServedExchange: Sendable, Hashable {
    /// Where the answer came from.
    public enum Outcome: Sendable, Hashable {
        /// From a cassette: its name, and the number of the exchange there.
        case replayed(cassette: String, interaction: Int)
        /// A status was answered in place of the recording, because a fault says so.
        case fault
        /// No recorded exchange answers the request.
        case missed(ReplayMiss)
        /// From the server behind the proxy.
        case forwarded
        /// The request was not answered, for this reason.
        case refused(String)
    }

    /// The method of the request.
    public var method: String
    /// The path of the request, without its query.
    public var path: String
    /// The status that was answered; `nil` where the connection ended before one was.
    public var status: Int?
    /// Where the answer came from.
    public var outcome: Outcome
    /// How long it took until the answer was sent or the connection ended.
    public var duration: Duration

    init(_ request: ServerRequest, target: String) {
        method = request.method
        path = String(RecordedURL.parts(of: target).path)
        outcome = .refused("")
        duration = .zero
    }
}
