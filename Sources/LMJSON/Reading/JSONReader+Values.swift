extension JSONReader {
    /// Reads the value that comes next as a tree, checking all of it.
    ///
    /// - Throws: ``JSONError`` at the first byte that is not JSON, and where the value is nested too deep.
    public mutating func value() throws(JSONError) -> JSONValue { try value(depthLimit: Self.depthLimit) }

    // A loop with a stack of its own, because deep nesting must not be able to exhaust the thread's stack.
    mutating func value(depthLimit: Int) throws(JSONError) -> JSONValue {
        awaitsValue = false
        var byte = try nextByte()
        guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") else { return try scalar(byte) }

        var parts = TreeParts()
        var outer: [TreeParts.Level] = []
        var level = parts.level(isObject: byte == UInt8(ascii: "{"))
        guard depth < depthLimit else { throw JSONError(offset: position, reason: .tooDeep(limit: depthLimit)) }
        position += 1
        var isFirst = true
        while true {
            byte = try nextByte()
            if byte == (level.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                position += 1
                let closed = parts.close(level)
                guard let parent = outer.popLast() else { return closed }
                parts.values.setLast(closed)
                level = parent
                isFirst = false
                continue
            }
            if !isFirst {
                guard byte == UInt8(ascii: ",") else { throw unexpected() }
                position += 1
                byte = try nextByte()
            }
            if level.isObject {
                guard byte == UInt8(ascii: "\"") else { throw unexpected() }
                parts.keys.push(try text())
                guard try nextByte() == UInt8(ascii: ":") else { throw unexpected() }
                position += 1
                byte = try nextByte()
            }
            isFirst = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
            if isFirst {
                guard depth + outer.count + 1 < depthLimit else {
                    throw JSONError(offset: position, reason: .tooDeep(limit: depthLimit))
                }
                // The place is kept now and filled when the container closes.
                parts.values.push(.null)
                outer.append(level)
                level = parts.level(isObject: byte == UInt8(ascii: "{"))
                position += 1
            } else {
                parts.values.push(try scalar(byte))
            }
        }
    }

    /// Reads the string whose opening quote is at the position.
    private mutating func text() throws(JSONError) -> String {
        let span = try strings.span(from: position + 1)
        position = span.end + 1
        return try strings.decode(span)
    }

    private mutating func scalar(_ byte: UInt8) throws(JSONError) -> JSONValue {
        switch byte {
        case UInt8(ascii: "\""): return .string(try text())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let span = try numbers.span(from: position)
            position = span.end
            return .number(numbers.number(span))
        case UInt8(ascii: "t"):
            try literal("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try literal("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try literal("null")
            return .null
        default: throw unexpected()
        }
    }
}
