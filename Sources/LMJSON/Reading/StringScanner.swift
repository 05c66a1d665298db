/// Finds and decodes strings in a document that lies in memory.
struct StringScanner {
    let base: UnsafePointer<UInt8>
    /// The number of bytes that may be read.
    let count: Int

    /// The contents of a string, without its quotes.
    struct Span {
        var start: Int
        /// The offset of the closing quote.
        var end: Int
        /// Whether a backslash is among them.
        var hasEscapes: Bool
        /// Whether all bytes are ASCII.
        var isASCII: Bool
    }

    /// Finds the end of the string whose contents start at `start`.
    ///
    /// Checks that no control character stands in it; escapes and UTF-8 are checked when the string is decoded.
    @inline(__always)
    func span(from start: Int) throws(JSONError) -> Span {
        var position = start
        var seen: UInt64 = 0
        var hasEscapes = false
        while true {
            let byte: UInt8
            if position &+ 8 <= count {
                let word = ByteWord.load(base + position)
                let stops = ByteWord.stops(in: word)
                if stops == 0 {
                    seen |= word
                    position &+= 8
                    continue
                }
                // The bits of the matched byte itself are ASCII, so only those below it can add to `seen`.
                seen |= word & (stops ^ (stops &- 1))
                position &+= ByteWord.first(stops)
                byte = base[position]
            } else if position < count {
                byte = base[position]
                if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
                    seen |= UInt64(byte)
                    position &+= 1
                    continue
                }
            } else {
                throw firstError(from: start)
            }
            if byte == UInt8(ascii: "\"") {
                return Span(
                    start: start, end: position, hasEscapes: hasEscapes, isASCII: seen & ByteWord.highs == 0)
            }
            // A byte that is neither of them and stopped the scan is a control character; so is the end after a backslash.
            guard byte == UInt8(ascii: "\\"), position &+ 2 <= count else { throw firstError(from: start) }
            hasEscapes = true
            position &+= 1
            // The escaped byte is stepped over unless it is one that must be looked at again.
            if base[position] >= 0x20, base[position] < 0x80 { position &+= 1 }
        }
    }

    /// Decodes the contents of a string.
    func decode(_ span: Span) throws(JSONError) -> String {
        let bytes = UnsafeBufferPointer(start: base + span.start, count: span.end - span.start)
        if !span.hasEscapes {
            if span.isASCII { return String(decoding: bytes, as: UTF8.self) }
            guard let text = String(validating: bytes, as: UTF8.self) else { throw firstError(from: span.start) }
            return text
        }
        if !span.isASCII, UTF8Check.firstInvalid(in: bytes) != nil { throw firstError(from: span.start) }
        var failed = false
        let text = String(unsafeUninitializedCapacity: bytes.count) { output in
            guard let written = EscapeDecoder.decode(bytes, into: output) else {
                failed = true
                return 0
            }
            return written
        }
        if failed { throw firstError(from: span.start) }
        return text
    }

    /// Finds, byte by byte, what is wrong first with the string whose contents start at `start`.
    ///
    /// The fast paths notice that something is wrong, but not in order; all parsers are to name the same place.
    @inline(never)
    private func firstError(from start: Int) -> JSONError {
        var position = start
        while position < count {
            let byte = base[position]
            switch byte {
            case UInt8(ascii: "\""):
                // Only reached where the caller was mistaken; the string is sound.
                return JSONError(offset: position, reason: .unexpectedByte(byte))
            case 0..<0x20: return JSONError(offset: position, reason: .controlCharacter(byte))
            case UInt8(ascii: "\\"):
                let rest = UnsafeBufferPointer(start: base + position, count: count - position)
                switch EscapeDecoder.length(of: rest) {
                case .length(let length): position += length
                case .invalid(let offset): return JSONError(offset: position + offset, reason: .invalidEscape)
                case .incomplete: return JSONError(offset: count, reason: .endOfInput)
                }
            case 0x20..<0x80: position += 1
            default:
                let rest = UnsafeBufferPointer(start: base + position, count: count - position)
                switch UTF8Check.sequence(at: rest) {
                case .length(let length): position += length
                case .invalid: return JSONError(offset: position, reason: .invalidUTF8)
                case .incomplete: return JSONError(offset: count, reason: .endOfInput)
                }
            }
        }
        return JSONError(offset: count, reason: .endOfInput)
    }
}
