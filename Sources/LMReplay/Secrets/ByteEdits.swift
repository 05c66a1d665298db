/// Replacements of ranges of bytes, made in one go.
struct ByteEdits {
    private var edits: [(range: Range<Int>, replacement: [UInt8])] = []

    var isEmpty: Bool { edits.isEmpty }

    /// The ranges that are replaced.
    var ranges: [Range<Int>] { sorted.map(\.range) }

    /// Notes a replacement. Of edits that overlap, the one that begins first counts.
    mutating func replace(_ range: Range<Int>, with replacement: [UInt8]) {
        edits.append((range, replacement))
    }

    /// The bytes with all replacements made.
    func applied(to bytes: [UInt8]) -> [UInt8] {
        guard !isEmpty else { return bytes }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var position = 0
        for edit in sorted {
            output.append(contentsOf: bytes[position..<edit.range.lowerBound])
            output.append(contentsOf: edit.replacement)
            position = edit.range.upperBound
        }
        output.append(contentsOf: bytes[position...])
        return output
    }

    /// The cuts of the bytes after the replacements. A cut inside a replaced range moves to its end.
    func applied(to cuts: [Cut]) -> [Cut] {
        guard !isEmpty, !cuts.isEmpty else { return cuts }
        let edits = sorted
        var result: [Cut] = []
        var next = 0
        var oldEnd = 0
        var shift = 0
        var newEnd = 0
        var milliseconds = 0
        for cut in cuts {
            oldEnd = oldEnd.addingSaturated(cut.byteCount)
            milliseconds = milliseconds.addingSaturated(cut.milliseconds)
            while next < edits.count, edits[next].range.upperBound <= oldEnd {
                shift += edits[next].replacement.count - edits[next].range.count
                next += 1
            }
            var end = oldEnd
            if next < edits.count, edits[next].range.lowerBound < oldEnd {
                // The cut is inside: the chunk takes the whole replacement.
                end = edits[next].range.upperBound
                shift += edits[next].replacement.count - edits[next].range.count
                next += 1
            }
            end = max(end + shift, newEnd)
            guard end > newEnd else { continue }
            result.append(Cut(byteCount: end - newEnd, milliseconds: milliseconds))
            newEnd = end
            milliseconds = 0
        }
        return result
    }

    private var sorted: [(range: Range<Int>, replacement: [UInt8])] {
        var end = 0
        return edits.sorted { $0.range.lowerBound < $1.range.lowerBound }.filter { edit in
            guard edit.range.lowerBound >= end else { return false }
            end = edit.range.upperBound
            return true
        }
    }
}
