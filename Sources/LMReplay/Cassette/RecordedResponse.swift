/// The response of a recorded interaction: its head, its body to the byte, and how the body came in.
public struct RecordedResponse: Sendable, Hashable {
    /// The status code.
    public var status: Int
    /// The header fields that may be recorded.
    public var headers: RecordedResponseHeaders
    /// The body's bytes, as far as they came.
    public var body: [UInt8]
    /// The chunks in which the body came; empty where that is not known, or no longer fits the body.
    public var cuts: [Cut]

    /// Makes a response.
    public init(
        status: Int, headers: RecordedResponseHeaders = RecordedResponseHeaders(), body: [UInt8] = [],
        cuts: [Cut] = []
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.cuts = cuts
    }

    /// Whether the head says that the body is an event stream.
    public var isEventStream: Bool {
        guard let type = headers[.contentType] else { return false }
        let essence = type.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") }
        return String(decoding: essence, as: UTF8.self).lowercased() == "text/event-stream"
    }
}

/// One chunk of a body, as it was read from the socket.
public struct Cut: Sendable, Hashable {
    /// The number of bytes.
    public var byteCount: Int
    /// Milliseconds since the chunk before, for the first one since the request was sent.
    public var milliseconds: Int

    /// Makes a chunk.
    public init(byteCount: Int, milliseconds: Int) {
        self.byteCount = byteCount
        self.milliseconds = milliseconds
    }
}

extension Sequence<Cut> {
    /// Whether they can be the chunks of a body of a size.
    func fit(_ size: Int) -> Bool {
        allSatisfy { $0.byteCount >= 0 && $0.milliseconds >= 0 } && byteCount == size && milliseconds < .max
    }

    /// The bytes of all; the greatest number where there are more.
    var byteCount: Int { reduce(0) { $0.addingSaturated($1.byteCount) } }

    /// The milliseconds of all; the greatest number where there are more.
    var milliseconds: Int { reduce(0) { $0.addingSaturated($1.milliseconds) } }
}
