/// Cuts a body into lines, whatever the chunks it comes in.
struct LineParser: Sendable {
    private var rest: [UInt8] = []
    /// The most bytes of a line; a body without line breaks must not fill the memory.
    private static let limit = 64 << 20

    /// A line that is longer than any answer has.
    struct TooLong: Error, CustomStringConvertible {
        var description: String { "A line of the stream is longer than \(LineParser.limit) bytes." }
    }

    /// Takes a chunk in and hands each line that is whole to a closure; empty ones are left out.
    mutating func feed(_ chunk: [UInt8], _ body: (UnsafeBufferPointer<UInt8>) -> Void) throws(TooLong) {
        var start = 0
        while let end = chunk[start...].firstIndex(of: UInt8(ascii: "\n")) {
            rest += chunk[start..<end]
            flush(body)
            start = end + 1
        }
        rest += chunk[start...]
        if rest.count > Self.limit { throw TooLong() }
    }

    /// Hands out what is left behind the last line break.
    mutating func finish(_ body: (UnsafeBufferPointer<UInt8>) -> Void) { flush(body) }

    private mutating func flush(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
        if rest.contains(where: { $0 > 0x20 }) { rest.withUnsafeBufferPointer(body) }
        rest.removeAll(keepingCapacity: true)
    }
}
