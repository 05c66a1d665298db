/// One event of an event stream, as the WHATWG rules dispatch it.
public struct ServerSentEvent: Sendable, Hashable {
    /// The event's type; `message` where the stream names none.
    public var name: String
    /// The lines of data, joined by line feeds. Bytes that are not UTF-8 become U+FFFD.
    public var data: String
    /// The last event identifier that the stream had set by then; empty where it set none.
    public var id: String
    /// The reconnection time in milliseconds, where this event's own lines set one.
    public var retry: Int?

    /// Makes an event.
    public init(name: String = "message", data: String, id: String = "", retry: Int? = nil) {
        self.name = name
        self.data = data
        self.id = id
        self.retry = retry
    }

    /// Copies an event out of a parser's buffers.
    public init(_ raw: RawServerSentEvent) {
        self.init(
            name: raw.name.isEmpty ? "message" : String(decoding: raw.name, as: UTF8.self),
            data: String(decoding: raw.data, as: UTF8.self), id: raw.id, retry: raw.retry)
    }
}
