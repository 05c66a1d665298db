/// Cuts the bytes of an event stream into blocks without changing or losing any of them.
///
/// A block ends behind an empty line; a line ends with LF, CR or CRLF, as in WHATWG's rules for server-sent events.
/// Whatever follows the last empty line is a block too, so that the blocks together are the stream. This is not a
/// parser of events: it says where they end, for a body that lies in memory.
struct EventFraming {
    /// One block.
    struct Block: Equatable {
        /// Where its bytes lie.
        var range: Range<Int>
        /// Whether a reader makes an event of it: it has a `data` line and ends with an empty line.
        var isEvent: Bool
    }

    /// The blocks of a body, in order.
    static func blocks(of body: [UInt8]) -> [Block] {
        body.withUnsafeBufferPointer { bytes in
            var blocks: [Block] = []
            var blockStart = 0
            var hasData = false
            var position = 0
            let data = StaticBytes("data")
            // A byte order mark belongs to no line.
            if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { position = 3 }
            while position < bytes.count {
                let lineStart = position
                while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D { position &+= 1 }
                let lineEnd = position
                guard position < bytes.count else { break }
                if bytes[position] == 0x0D, position + 1 < bytes.count, bytes[position + 1] == 0x0A { position += 1 }
                position += 1
                if lineStart == lineEnd {
                    blocks.append(Block(range: blockStart..<position, isEvent: hasData))
                    blockStart = position
                    hasData = false
                } else if !hasData {
                    hasData =
                        data.isPrefix(of: bytes, from: lineStart)
                        && (lineEnd == lineStart + 4 || bytes[lineStart + 4] == UInt8(ascii: ":"))
                }
            }
            if blockStart < bytes.count { blocks.append(Block(range: blockStart..<bytes.count, isEvent: false)) }
            return blocks
        }
    }

    /// Where the payload of a block stands; `nil` where it has no `data` line, or several.
    static func payload(of body: [UInt8], block: Range<Int>) -> Range<Int>? {
        body.withUnsafeBufferPointer { bytes in
            var payload: Range<Int>?
            var position = block.lowerBound
            while position < block.upperBound {
                var end = position
                while end < block.upperBound, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
                if StaticBytes("data:").isPrefix(of: bytes, from: position), position + 5 <= end {
                    guard payload == nil else { return nil }
                    let hasSpace = position + 5 < end && bytes[position + 5] == 0x20
                    payload = position + (hasSpace ? 6 : 5)..<end
                }
                position = end + 1
            }
            return payload
        }
    }

    /// The text of the last `event` line of a block; `nil` for none.
    static func name(of body: [UInt8], block: Range<Int>) -> String? {
        let lines = body[block].split { $0 == 0x0A || $0 == 0x0D }
        guard let line = lines.last(where: { $0.starts(with: "event:".utf8) }) else { return nil }
        let value = line.dropFirst(6)
        return String(decoding: value.first == 0x20 ? value.dropFirst() : value, as: UTF8.self)
    }
}
