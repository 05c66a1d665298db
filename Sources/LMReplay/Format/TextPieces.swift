/// Cuts long bytes into pieces that fit a line.
enum TextPieces {
    /// The ranges of the pieces: at most `limit` bytes each, not cut inside a character of UTF-8 where that can be.
    static func ranges(of bytes: [UInt8], in range: Range<Int>, limit: Int) -> [Range<Int>] {
        var pieces: [Range<Int>] = []
        var start = range.lowerBound
        while range.upperBound - start > limit {
            var end = start + limit
            // A character has at most three bytes that continue it.
            for _ in 0..<3 where bytes[end] & 0xC0 == 0x80 && end > start + 1 { end -= 1 }
            if bytes[end] & 0xC0 == 0x80 { end = start + limit }
            pieces.append(start..<end)
            start = end
        }
        if start < range.upperBound { pieces.append(start..<range.upperBound) }
        return pieces
    }
}
