/// How large the parts of a cassette may be.
struct CassetteLimits: Sendable {
    /// The bytes of one line, without its line feed.
    var lineBytes: Int
    /// The bytes of one file.
    var fileBytes: Int

    /// A line of 16 MiB, a file of 1 GiB.
    static let standard = CassetteLimits(lineBytes: 16 << 20, fileBytes: 1 << 30)

    /// Whether JSON is spliced into lines at all.
    var splices = true

    /// The limits for a text in which all bytes are written as text or base64.
    var withoutSplicing: CassetteLimits {
        var limits = self
        limits.splices = false
        return limits
    }

    /// The bytes of JSON that are spliced into one line, which leaves room for the line's own keys.
    var spliceBytes: Int { splices ? lineBytes - 4096 : -1 }
    /// The bytes that are written into one line as text or base64; an escape is at most six bytes long.
    var pieceBytes: Int { max(lineBytes / 8, 16) }
}
