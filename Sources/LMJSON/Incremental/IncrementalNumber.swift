/// Reads one number that arrives in pieces, after the grammar of RFC 8259, section 6.
struct IncrementalNumber {
    /// What a byte is to the number.
    enum Step {
        case taken
        /// The byte is no part of the number, which is whole.
        case ended
        /// The byte breaks the number.
        case invalid
    }

    private enum State {
        case sign, zero, integer, point, fraction, exponent, exponentSign, exponentDigits
    }

    /// How many bytes of an unfinished number are shown at most: reading it again for each snapshot must stay cheap.
    private static let shownLimit = 64

    private var bytes: [UInt8] = []
    private var state = State.sign
    /// The length of the longest start that is a number by itself and short enough to be shown.
    private var shownCount = 0

    /// Begins a number with its first byte, a digit or the minus sign.
    mutating func reset(_ first: UInt8) {
        bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 16)
        bytes.append(first)
        state = first == UInt8(ascii: "-") ? .sign : first == UInt8(ascii: "0") ? .zero : .integer
        shownCount = isWhole ? 1 : 0
    }

    /// Whether what was read so far is a number by itself.
    var isWhole: Bool {
        switch state {
        case .zero, .integer, .fraction, .exponentDigits: true
        case .sign, .point, .exponent, .exponentSign: false
        }
    }

    /// The longest start that is a number by itself; `nil` where there is none yet.
    var shown: JSONNumber? { shownCount > 0 ? number(count: shownCount) : nil }

    /// The number, once it is whole.
    var value: JSONNumber { number(count: bytes.count) }

    /// Looks at the next byte and takes it if it belongs to the number. Returns whether what is shown changed, too.
    mutating func accept(_ byte: UInt8) -> Step {
        let isDigit = byte &- UInt8(ascii: "0") < 10
        switch state {
        case .sign:
            guard isDigit else { return .invalid }
            state = byte == UInt8(ascii: "0") ? .zero : .integer
        case .zero, .integer:
            if isDigit {
                // Nothing may follow a leading zero but a point or an exponent.
                guard state == .integer else { return .invalid }
            } else if byte == UInt8(ascii: ".") {
                state = .point
            } else if byte | 0x20 == UInt8(ascii: "e") {
                state = .exponent
            } else {
                return .ended
            }
        case .point:
            guard isDigit else { return .invalid }
            state = .fraction
        case .fraction:
            if byte | 0x20 == UInt8(ascii: "e") {
                state = .exponent
            } else if !isDigit {
                return .ended
            }
        case .exponent:
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") {
                state = .exponentSign
            } else {
                guard isDigit else { return .invalid }
                state = .exponentDigits
            }
        case .exponentSign:
            guard isDigit else { return .invalid }
            state = .exponentDigits
        case .exponentDigits:
            guard isDigit else { return .ended }
        }
        bytes.append(byte)
        if isWhole, bytes.count <= Self.shownLimit { shownCount = bytes.count }
        return .taken
    }

    private func number(count: Int) -> JSONNumber {
        bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return 0 }
            let isInteger = !buffer[..<count].contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
            return NumberScanner(base: base, count: count).number(.init(start: 0, end: count, isInteger: isInteger))
        }
    }
}
