/// How large the parts of a cassette may be.
struct CassetteLimits: Sendable {
    /// The bytes of one line, without its line feed.
    var lineBytes: Int
    /// The bytes of one file.
    var fileBytes: Int

    /// A line of 16 MiB, a file of 1 GiB.
    static let standard = CassetteLimits(lineBytes: 16 << 20, fileBytes: 1 << 30)

    /// The bytes of JSON that are spliced into one line, which leaves room for the line's own keys.
    var spliceBytes: Int { lineBytes - 4096 }
    /// The bytes that are written into one line as text or base64; an escape is at most six bytes long.
    var pieceBytes: Int { max(lineBytes / 8, 16) }
}
