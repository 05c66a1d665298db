/// Decodes one string that arrives in pieces, cut anywhere.
struct IncrementalText {
    /// What became of the bytes that were given.
    enum Outcome {
        /// The string goes on.
        case open
        /// Its closing quote was read.
        case closed
        /// It is malformed; the position is relative to the piece and negative where the fault began in an earlier one.
        case invalid(JSONError.Reason, at: Int)
    }

    private enum State {
        case plain
        /// After a backslash.
        case escape
        /// Inside the digits of a `\u` escape.
        case hex(digits: Int, unit: UInt16)
        /// Inside a UTF-8 sequence: its bytes so far, how many it will have, what the next may be.
        case sequence(bytes: UInt32, count: Int, length: Int, next: ClosedRange<UInt8>)
    }

    /// What is decoded: whole scalars only.
    private(set) var bytes: [UInt8] = []
    private var state = State.plain
    /// The first half of a surrogate pair, held until it is known whether the second half follows.
    private var highSurrogate: UInt16?

    /// Begins the next string.
    mutating func reset() {
        // The room of a usual string is kept, that of a huge one given back.
        bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 16)
        state = .plain
        highSurrogate = nil
    }

    /// Reads on from `position`, which ends after what was read.
    mutating func consume(_ input: UnsafeBufferPointer<UInt8>, from position: inout Int) -> Outcome {
        while position < input.count {
            let byte = input[position]
            switch state {
            case .plain:
                switch byte {
                case UInt8(ascii: "\""):
                    releaseSurrogate()
                    position += 1
                    return .closed
                case UInt8(ascii: "\\"):
                    state = .escape
                    position += 1
                case 0..<0x20: return .invalid(.controlCharacter(byte), at: position)
                default:
                    releaseSurrogate()
                    if let fault = consumeRun(input, from: &position) { return .invalid(.invalidUTF8, at: fault) }
                }
            case .escape:
                if byte == UInt8(ascii: "u") {
                    state = .hex(digits: 0, unit: 0)
                } else if let decoded = EscapeDecoder.simple(byte) {
                    releaseSurrogate()
                    bytes.append(decoded)
                    state = .plain
                } else {
                    return .invalid(.invalidEscape, at: position)
                }
                position += 1
            case .hex(let digits, let unit):
                guard let digit = EscapeDecoder.hexDigit(byte) else { return .invalid(.invalidEscape, at: position) }
                position += 1
                state = .hex(digits: digits + 1, unit: unit << 4 | digit)
                if digits == 3 {
                    state = .plain
                    append(unit << 4 | digit)
                }
            case .sequence(let partial, let count, let length, let next):
                guard next.contains(byte) else { return .invalid(.invalidUTF8, at: position - count) }
                position += 1
                if count + 1 < length {
                    state = .sequence(
                        bytes: partial << 8 | UInt32(byte), count: count + 1, length: length, next: 0x80...0xBF)
                } else {
                    state = .plain
                    for shift in stride(from: (count - 1) * 8, through: 0, by: -8) {
                        bytes.append(UInt8(truncatingIfNeeded: partial >> UInt32(shift)))
                    }
                    bytes.append(byte)
                }
            }
        }
        return .open
    }

    /// Takes bytes up to the next quote, backslash or control character; returns where a malformed sequence begins.
    private mutating func consumeRun(_ input: UnsafeBufferPointer<UInt8>, from position: inout Int) -> Int? {
        guard let base = input.baseAddress else { return nil }
        let start = position
        var end = position
        var seen: UInt64 = 0
        while end < input.count {
            if end &+ 8 <= input.count {
                let word = ByteWord.load(base + end)
                if ByteWord.stops(in: word) == 0 {
                    seen |= word
                    end &+= 8
                    continue
                }
            }
            let byte = base[end]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
            seen |= UInt64(byte)
            end &+= 1
        }
        position = end
        let run = UnsafeBufferPointer(start: base + start, count: end - start)
        guard seen & ByteWord.highs != 0, let fault = UTF8Check.firstInvalid(in: run) else {
            bytes.append(contentsOf: run)
            return nil
        }
        bytes.append(contentsOf: run[..<fault])
        let rest = UnsafeBufferPointer(rebasing: run[fault...])
        guard end == input.count, case .incomplete = UTF8Check.sequence(at: rest) else { return start + fault }
        // Cut by the end of the piece: `consume` goes through the bytes of the sequence one by one.
        guard let (length, second) = UTF8Check.lead(rest[0]) else { return start + fault }
        let partial = rest.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let next = rest.count == 1 ? second : 0x80...0xBF
        state = .sequence(bytes: partial, count: rest.count, length: length, next: next)
        return nil
    }

    /// Takes the code unit of an escape.
    private mutating func append(_ unit: UInt16) {
        if let high = highSurrogate, unit & 0xFC00 == 0xDC00 {
            highSurrogate = nil
            append(scalar: 0x10000 + (UInt32(high & 0x3FF) << 10) + UInt32(unit & 0x3FF))
            return
        }
        releaseSurrogate()
        switch unit & 0xFC00 {
        case 0xD800: highSurrogate = unit
        case 0xDC00: append(scalar: 0xFFFD)
        default: append(scalar: UInt32(unit))
        }
    }

    /// Shows a held half of a pair as U+FFFD, because its other half did not follow.
    private mutating func releaseSurrogate() {
        guard highSurrogate != nil else { return }
        highSurrogate = nil
        append(scalar: 0xFFFD)
    }

    private mutating func append(scalar: UInt32) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4) { buffer in
            guard let base = buffer.baseAddress else { return }
            let count = EscapeDecoder.encode(scalar, into: base)
            bytes.append(contentsOf: UnsafeBufferPointer(start: base, count: count))
        }
    }
}
