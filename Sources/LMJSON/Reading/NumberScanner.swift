/// Finds and reads numbers in a document that lies in memory.
struct NumberScanner {
    let base: UnsafePointer<UInt8>
    /// The number of bytes that may be read.
    let count: Int

    /// The text of a number.
    struct Span {
        var start: Int
        var end: Int
        /// Whether there is neither a fraction nor an exponent.
        var isInteger: Bool
    }

    /// Finds the end of the number that starts at `start`, after the grammar of RFC 8259, section 6.
    ///
    /// `start` must be in bounds.
    func span(from start: Int) throws(JSONError) -> Span {
        var position = start
        if base[position] == UInt8(ascii: "-") { position += 1 }
        let first = position
        try digits(&position)
        if base[first] == UInt8(ascii: "0"), position > first + 1 {
            throw JSONError(offset: first + 1, reason: .invalidNumber)
        }
        var isInteger = true
        if position < count, base[position] == UInt8(ascii: ".") {
            isInteger = false
            position += 1
            try digits(&position)
        }
        if position < count, base[position] | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            position += 1
            if position < count, base[position] == UInt8(ascii: "+") || base[position] == UInt8(ascii: "-") {
                position += 1
            }
            try digits(&position)
        }
        return Span(start: start, end: position, isInteger: isInteger)
    }

    /// Steps over one digit or more.
    @inline(__always)
    private func digits(_ position: inout Int) throws(JSONError) {
        let start = position
        while position < count, base[position] &- 0x30 < 10 { position &+= 1 }
        guard position == start else { return }
        throw start < count
            ? JSONError(offset: start, reason: .invalidNumber) : JSONError(offset: count, reason: .endOfInput)
    }

    /// Reads a number without losing anything of what was written.
    func number(_ span: Span) -> JSONNumber {
        if span.isInteger, let value = integer(span) { return JSONNumber(storage: .int(value)) }
        if !span.isInteger, let value = shortDecimal(span) { return JSONNumber(storage: .double(value)) }
        let text = String(
            decoding: UnsafeBufferPointer(start: base + span.start, count: span.end - span.start), as: UTF8.self)
        // No double renders in more than 24 characters, so that long text need not be tried.
        if !span.isInteger, span.end - span.start <= 24, let value = Double(text), value.isFinite,
            value.description == text
        {
            return JSONNumber(storage: .double(value))
        }
        return JSONNumber(storage: .text(text))
    }

    /// The value of a number without fraction and exponent; `nil` where it does not fit, and for `-0`.
    func integer(_ span: Span) -> Int64? {
        let isNegative = base[span.start] == UInt8(ascii: "-")
        let first = isNegative ? span.start + 1 : span.start
        guard span.end - first <= 19 else { return nil }
        // Nineteen digits always fit 64 bits without a sign.
        var magnitude: UInt64 = 0
        for position in first..<span.end { magnitude = magnitude &* 10 &+ UInt64(base[position] &- 0x30) }
        guard isNegative else { return Int64(exactly: magnitude) }
        guard magnitude != 0, magnitude <= UInt64(Int64.max) + 1 else { return nil }
        return 0 &- Int64(truncatingIfNeeded: magnitude)
    }

    /// The value of a decimal such as `-12.25`, where it is certain that the shortest rendering of the double is the text.
    ///
    /// That is so for up to 15 significant digits (a double keeps any of them apart) without a zero at the end, from
    /// 0.0001 on, where Swift does not render an exponent. Both the digits and the power of ten are exact then, so that
    /// one division rounds correctly.
    private func shortDecimal(_ span: Span) -> Double? {
        let isNegative = base[span.start] == UInt8(ascii: "-")
        let first = isNegative ? span.start + 1 : span.start
        guard span.end - first <= 16 else { return nil }
        var digits: UInt64 = 0
        var point: Int?
        for position in first..<span.end {
            let digit = base[position] &- 0x30
            if digit < 10 {
                digits = digits &* 10 &+ UInt64(digit)
            } else if base[position] == UInt8(ascii: ".") {
                point = position
            } else {
                return nil
            }
        }
        guard let point else { return nil }
        let places = span.end - point - 1
        guard base[span.end - 1] != UInt8(ascii: "0") || places == 1 else { return nil }
        guard base[first] != UInt8(ascii: "0") || digits == 0 || digits >= Self.powersOfTen[max(places - 4, 0)] else {
            return nil
        }
        let value = Double(digits) / Double(Self.powersOfTen[places])
        return isNegative ? -value : value
    }

    private static let powersOfTen: [UInt64] = {
        var powers: [UInt64] = [1]
        for _ in 0..<16 { powers.append((powers.last ?? 1) * 10) }
        return powers
    }()
}
