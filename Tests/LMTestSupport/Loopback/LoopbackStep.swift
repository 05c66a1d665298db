/// One thing that a ``LoopbackServer`` does in answer to a request.
public enum LoopbackStep: Sendable {
    /// Writes bytes as they are.
    case write([UInt8])
    /// Writes each piece with a system call of its own, until there is none.
    case generate(@Sendable () -> [UInt8]?)
    /// Goes on when the signal has fired.
    case wait(Signal)
    /// Fires the signal.
    case fire(Signal)
    /// Closes the connection in order.
    case close
    /// Resets the connection.
    case reset
    /// Does nothing more on this connection until the client hangs up.
    case hold

    /// Writes text as it is.
    public static func text(_ text: String) -> Self { .write(Array(text.utf8)) }

    /// Writes a response's head.
    public static func head(_ status: Int = 200, _ fields: KeyValuePairs<String, String> = [:]) -> Self {
        .text("HTTP/1.1 \(status) Reason\r\n" + fields.map { "\($0): \($1)\r\n" }.joined() + "\r\n")
    }

    /// Writes the head of a stream of server-sent events in chunks.
    public static var streamHead: Self {
        .head(200, ["Content-Type": "text/event-stream", "Transfer-Encoding": "chunked"])
    }

    /// Writes one chunk of a chunked body.
    public static func chunk(_ bytes: [UInt8]) -> Self {
        .write(Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [13, 10])
    }

    /// Writes one chunk of a chunked body.
    public static func chunk(_ text: String) -> Self { chunk(Array(text.utf8)) }

    /// Ends a chunked body.
    public static var lastChunk: Self { .text("0\r\n\r\n") }
}

extension [LoopbackStep] {
    /// A whole response with its length.
    public static func response(
        _ status: Int = 200, _ fields: KeyValuePairs<String, String> = [:], body: [UInt8] = []
    ) -> Self {
        let head = fields.map { "\($0): \($1)\r\n" }.joined() + "Content-Length: \(body.count)\r\n\r\n"
        return [.write([UInt8]("HTTP/1.1 \(status) Reason\r\n\(head)".utf8) + body)]
    }

    /// A whole response with its length.
    public static func response(
        _ status: Int = 200, _ fields: KeyValuePairs<String, String> = [:], body: String
    ) -> Self {
        response(status, fields, body: [UInt8](body.utf8))
    }
}
