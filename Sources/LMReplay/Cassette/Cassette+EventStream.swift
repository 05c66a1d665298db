import LMTransport

extension Cassette {
    /// Makes a cassette of the body of an event stream, as `curl -N` saves it: one interaction that answers with it.
    ///
    /// What was asked is not known, so it is replayed with ``RequestMatcher/any``. A body that stops inside an event is
    /// taken as it is; whether the stream is whole is for its reader to say.
    public init(sse body: [UInt8]) {
        self.init(
            interactions: [
                Interaction(
                    number: 1,
                    request: RecordedRequest(method: "POST", url: "http://localhost/v1/responses"),
                    response: RecordedResponse(
                        status: 200,
                        headers: RecordedResponseHeaders(keeping: [.contentType: "text/event-stream"]), body: body))
            ])
    }
}
