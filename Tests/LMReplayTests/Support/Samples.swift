import LMReplay
import LMTransport

/// Small recordings that tests share.
enum Samples {
    static let request = RecordedRequest(
        method: "POST", url: "https://api.x.ai/v1/responses",
        headers: RecordedHeaders(keeping: [.accept: "text/event-stream", .contentType: "application/json"]),
        body: Array(#"{"model":"grok-4.7","input":[{"role":"user","content":"Say hello."}],"stream":true}"#.utf8))

    static let eventStream: HTTPFields = [.contentType: "text/event-stream"]

    /// A stream of three events as servers send them.
    static let body = Array(
        """
        event: response.created
        data: {"type":"response.created","sequence_number":0}

        event: response.output_text.delta
        data: {"type":"response.output_text.delta","delta":"Hello"}

        event: response.completed
        data: {"type":"response.completed","response":{"usage":{"total_tokens":3}}}


        """.utf8)

    static func interaction(
        _ number: Int = 1, request: RecordedRequest = request, body: [UInt8] = body, cuts: [Cut] = [],
        headers: HTTPFields = eventStream, ending: Ending? = Ending(.eof)
    ) -> Interaction {
        Interaction(
            number: number, request: request,
            response: RecordedResponse(
                status: 200, headers: RecordedHeaders(keeping: headers), body: body, cuts: cuts),
            ending: ending)
    }

    static func cassette(_ interactions: [Interaction]) -> Cassette {
        Cassette(
            header: CassetteHeader(
                recorder: "swift-lm 0.1.0", recorded: "2026-11-30T11:25:09Z", redaction: "default-1"),
            interactions: interactions)
    }
}

extension [UInt8] {
    /// The bytes as text, for comparing in a readable way.
    var text: String { String(decoding: self, as: UTF8.self) }
}
