/// One event of an event stream as bytes that still lie in the parser's buffers.
///
/// The bytes are valid only until the call that handed the event over returns. They may not be UTF-8.
public struct RawServerSentEvent {
    /// The event's type; empty where the stream names none.
    public let name: UnsafeBufferPointer<UInt8>
    /// The lines of data, joined by line feeds.
    public let data: UnsafeBufferPointer<UInt8>
    /// The last event identifier that the stream had set by then; empty where it set none.
    public let id: String
    /// The reconnection time in milliseconds, where this event's own lines set one.
    public let retry: Int?
}
