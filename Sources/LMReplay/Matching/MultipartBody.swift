/// A multipart body (RFC 2046) taken apart: its boundary is drawn anew for every request, and says nothing.
struct MultipartBody {
    /// One part.
    struct Part {
        /// The lines of its head.
        var head: Range<Int>
        /// What it holds.
        var content: Range<Int>
        /// The field that a form's part is for (RFC 7578); `nil` for none.
        var name: String?
    }

    /// The parts in order.
    private(set) var parts: [Part] = []

    /// Takes a body apart by the boundary that it begins with; `nil` where it is not multipart, or has no end.
    ///
    /// The boundary is read from the body rather than from `content-type`, so that a body matches whatever became of the
    /// field.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count > 4, bytes[0] == UInt8(ascii: "-"), bytes[1] == UInt8(ascii: "-"),
            let firstEnd = ByteSearch.firstIndex(of: 0x0A, in: bytes), firstEnd < 256
        else { return nil }
        let lineEnd = firstEnd > 0 && bytes[firstEnd - 1] == 0x0D ? firstEnd - 1 : firstEnd
        let delimiter = UnsafeBufferPointer(rebasing: bytes[..<lineEnd])
        guard delimiter.count > 2 else { return nil }
        var start = firstEnd + 1
        while true {
            guard let next = Self.delimiter(delimiter, in: bytes, from: start) else { return nil }
            parts.append(Self.part(bytes, start..<next.contentEnd))
            if bytes[next.end...].starts(with: "--".utf8) { return }
            guard let lineFeed = ByteSearch.firstIndex(of: 0x0A, in: bytes, from: next.end) else { return nil }
            start = lineFeed + 1
        }
    }

    /// The next line that begins with the delimiter: where the content before it ends, and where the delimiter does.
    private static func delimiter(
        _ delimiter: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> (contentEnd: Int, end: Int)? {
        var position = start
        while let found = ByteSearch.firstRange(of: delimiter, in: bytes, from: position) {
            position = found.upperBound
            guard found.lowerBound > 0, bytes[found.lowerBound - 1] == 0x0A, position < bytes.count,
                [0x0D, 0x0A, UInt8(ascii: "-"), 0x20, 0x09].contains(bytes[position])
            else { continue }
            let hasReturn = found.lowerBound > 1 && bytes[found.lowerBound - 2] == 0x0D
            return (max(found.lowerBound - (hasReturn ? 2 : 1), start), found.upperBound)
        }
        return nil
    }

    private static func part(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Part {
        var position = range.lowerBound
        while position < range.upperBound {
            let lineFeed = bytes[position..<range.upperBound].firstIndex(of: 0x0A) ?? range.upperBound
            let isEmpty = lineFeed == position || lineFeed == position + 1 && bytes[position] == 0x0D
            if isEmpty {
                let head = range.lowerBound..<position
                return Part(
                    head: head, content: min(lineFeed + 1, range.upperBound)..<range.upperBound,
                    name: name(in: String(decoding: bytes[head], as: UTF8.self)))
            }
            position = lineFeed + 1
        }
        // Without an empty line there is a head alone.
        return Part(head: range, content: range.upperBound..<range.upperBound, name: nil)
    }

    private static func name(in head: String) -> String? {
        for line in head.split(whereSeparator: \.isNewline) {
            guard line.lowercased().hasPrefix("content-disposition:") else { continue }
            for piece in line.split(separator: ";").dropFirst() {
                let pair = piece.split(separator: "=", maxSplits: 1)
                guard pair.count == 2, pair[0].lowercased().filter({ $0 != " " }) == "name" else { continue }
                return pair[1].filter { $0 != "\"" && $0 != " " }
            }
        }
        return nil
    }
}
