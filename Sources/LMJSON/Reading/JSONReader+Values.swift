extension JSONReader {
    /// Reads the value that comes next as a tree, checking all of it.
    ///
    /// - Throws: ``JSONError`` at the first byte that is not JSON, and where the value is nested too deep.
    public mutating func value() throws(JSONError) -> JSONValue { try value(depthLimit: Self.depthLimit) }

    /// One container that is being read.
    private struct Level {
        /// Where its values start on the stack.
        var start: Int
        var isObject: Bool
    }

    // A loop with a stack of its own, because deep nesting must not be able to exhaust the thread's stack.
    mutating func value(depthLimit: Int) throws(JSONError) -> JSONValue {
        awaitsValue = false
        var byte = try nextByte()
        guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") else { return try scalar(byte) }

        var stack = MemberStack()
        var outer: [Level] = []
        var level = Level(start: 0, isObject: byte == UInt8(ascii: "{"))
        guard depth < depthLimit else { throw JSONError(offset: position, reason: .tooDeep(limit: depthLimit)) }
        position += 1
        var isFirst = true
        while true {
            byte = try nextByte()
            if byte == (level.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                position += 1
                let closed: JSONValue =
                    level.isObject
                    ? .object(JSONObject(members: stack.popMembers(from: level.start)))
                    : .array(stack.popValues(from: level.start))
                guard let parent = outer.popLast() else { return closed }
                stack.setLast(closed)
                level = parent
                isFirst = false
                continue
            }
            if !isFirst {
                guard byte == UInt8(ascii: ",") else { throw unexpected() }
                position += 1
                byte = try nextByte()
            }
            var key = ""
            if level.isObject {
                guard byte == UInt8(ascii: "\"") else { throw unexpected() }
                key = try text()
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
                stack.push(JSONObject.Member(key: key, value: .null))
                outer.append(level)
                level = Level(start: stack.count, isObject: byte == UInt8(ascii: "{"))
                position += 1
            } else {
                stack.push(JSONObject.Member(key: key, value: try scalar(byte)))
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
