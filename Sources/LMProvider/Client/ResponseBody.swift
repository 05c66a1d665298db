import LMTransport

/// What a response's body is, told by its type and its first bytes.
///
/// Both are needed: xAI has put an error as plain JSON into a response that should have been a stream, and gateways
/// put pages and words into anything.
enum ResponseBody {
    /// An event stream, with what has been read of it.
    case events([[UInt8]])
    /// Anything else, whole or as much as is kept.
    case document([UInt8])

    /// The most bytes that are read of a body that is no stream: more than any answer has.
    private static let documentLimit = 64 << 20
    /// The most bytes that are read of an error.
    private static let errorLimit = 1 << 20

    /// Reads as much of a body as tells what it is; all of it where it is no stream.
    static nonisolated(nonsending) func read(
        _ response: HTTPResponse, framing: AnswerFraming, limit: ProgressLimit = ProgressLimit(time: nil),
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> ResponseBody {
        let wait = Stopwatch(clock)
        var chunks: [[UInt8]] = []
        var iterator = response.body.makeAsyncIterator()
        let isSuccess = (200...299).contains(response.status)
        var count = 0
        while let chunk = try await iterator.next() {
            chunks.append(chunk)
            count += chunk.count
            // A document is one piece: what trickles in says nothing before its end.
            if let failure = limit.failure(after: wait.elapsed) { throw failure }
            if isSuccess, let first = chunks.joined().first(where: { $0 > 0x20 }) {
                if isStream(response.headers[.contentType], first: first, framing) { return .events(chunks) }
            }
            if count > (isSuccess ? documentLimit : errorLimit) { break }
        }
        return .document(Array(chunks.joined()))
    }

    private static func isStream(_ contentType: String?, first: UInt8, _ framing: AnswerFraming) -> Bool {
        // Any line of JSON may be the first of many; a web page is none.
        if framing == .jsonLines { return first != UInt8(ascii: "<") }
        switch first {
        // No line of an event stream begins so, and every document does.
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "<"): return false
        default: break
        }
        let type = contentType?.split(separator: ";").first?.trimmingSpaces.lowercased() ?? ""
        switch type {
        case "text/event-stream": return true
        // The first letters of `data`, `event`, `id` and `retry`, a comment, or a byte order mark.
        case "", "text/plain", "application/octet-stream": return Array("deir:".utf8).contains(first) || first == 0xEF
        default: return false
        }
    }
}
