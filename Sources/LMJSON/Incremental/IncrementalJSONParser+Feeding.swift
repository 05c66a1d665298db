extension IncrementalJSONParser {
    enum Literal {
        case `true`, `false`, null

        var text: StaticString {
            switch self {
            case .true: "true"
            case .false: "false"
            case .null: "null"
            }
        }

        var value: JSONValue {
            switch self {
            case .true: .bool(true)
            case .false: .bool(false)
            case .null: .null
            }
        }
    }

    /// Reads the next bytes and returns how far the document is.
    @discardableResult
    public mutating func feed(_ bytes: UnsafeBufferPointer<UInt8>) -> State {
        if !completed.isEmpty { completed = [] }
        var position = 0
        while position < bytes.count, failure == nil {
            switch mode {
            case .text(let isKey): feedText(bytes, &position, isKey: isKey)
            case .number: feedNumber(bytes, &position)
            default:
                feed(bytes[position], at: position)
                position += 1
            }
        }
        consumed += bytes.count
        return state
    }

    /// Reads the next bytes and returns how far the document is.
    @discardableResult
    public mutating func feed(_ bytes: some Sequence<UInt8>) -> State {
        if let state = bytes.withContiguousStorageIfAvailable({ feed($0) }) { return state }
        return Array(bytes).withUnsafeBufferPointer { feed($0) }
    }

    /// Reads the next text and returns how far the document is.
    @discardableResult
    public mutating func feed(_ text: String) -> State { feed(text.utf8) }

    private mutating func feedText(_ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int, isKey: Bool) {
        let before = text.bytes.count
        let outcome = text.consume(bytes, from: &position)
        if !isKey, text.bytes.count != before { revision += 1 }
        switch outcome {
        case .open: break
        case .closed:
            let string = String(decoding: text.bytes, as: UTF8.self)
            if isKey, let last = containers.indices.last {
                containers[last].key = string
                mode = .colon
            } else {
                complete(.string(string))
            }
        case .invalid(let reason, let place): fail(reason, at: place)
        }
    }

    private mutating func feedNumber(_ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int) {
        while position < bytes.count {
            switch number.accept(bytes[position]) {
            case .taken:
                position += 1
                if numbers == .eager { revision += 1 }
            case .ended:
                revision += 1
                complete(.number(number.value))
                return
            case .invalid:
                fail(.invalidNumber, at: position)
                return
            }
        }
    }

    private mutating func feed(_ byte: UInt8, at position: Int) {
        if case .literal(let literal, let matched) = mode {
            guard byte == literal.text.utf8Start[matched] else { return fail(.invalidLiteral, at: position) }
            mode = .literal(literal, matched: matched + 1)
            if matched + 1 == literal.text.utf8CodeUnitCount {
                revision += 1
                complete(literal.value)
            }
            return
        }
        if case .start(let matched) = mode {
            let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
            if byte == mark[matched] {
                mode = matched == 2 ? .value : .start(matched: matched + 1)
                return
            }
            guard matched == 0 else { return fail(.unexpectedByte(0xEF), at: position - matched) }
            mode = .value
        }
        if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { return }
        switch (mode, byte) {
        case (.firstElement, UInt8(ascii: "]")), (.firstKey, UInt8(ascii: "}")): close()
        case (.value, _), (.firstElement, _): begin(byte, at: position)
        case (.firstKey, UInt8(ascii: "\"")), (.key, UInt8(ascii: "\"")): beginText(isKey: true)
        case (.colon, UInt8(ascii: ":")): mode = .value
        case (.afterValue, UInt8(ascii: ",")): mode = containers.last?.isObject == true ? .key : .value
        case (.afterValue, UInt8(ascii: "}")) where containers.last?.isObject == true: close()
        case (.afterValue, UInt8(ascii: "]")) where containers.last?.isObject == false: close()
        case (.done, _): fail(.trailingByte(byte), at: position)
        default: fail(.unexpectedByte(byte), at: position)
        }
    }

    /// Reads the first byte of a value.
    private mutating func begin(_ byte: UInt8, at position: Int) {
        switch byte {
        case UInt8(ascii: "\""):
            beginText(isKey: false)
            revision += 1
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard containers.count < JSONReader.depthLimit else {
                return fail(.tooDeep(limit: JSONReader.depthLimit), at: position)
            }
            let isObject = byte == UInt8(ascii: "{")
            serial += 1
            containers.append(OpenContainer(serial: serial, isObject: isObject))
            mode = isObject ? .firstKey : .firstElement
            revision += 1
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            number.reset(byte)
            mode = .number
            if numbers == .eager { revision += 1 }
        case UInt8(ascii: "t"): mode = .literal(.true, matched: 1)
        case UInt8(ascii: "f"): mode = .literal(.false, matched: 1)
        case UInt8(ascii: "n"): mode = .literal(.null, matched: 1)
        default: fail(.unexpectedByte(byte), at: position)
        }
    }

    private mutating func beginText(isKey: Bool) {
        serial += 1
        text.reset()
        mode = .text(isKey: isKey)
    }

    private mutating func close() {
        guard let container = containers.popLast() else { return }
        complete(container.value)
    }

    /// Adds a complete value to the container that it stands in.
    mutating func complete(_ value: JSONValue) {
        if reportsCompletions { completed.append(JSONPointer(containers.map(\.token))) }
        guard let last = containers.indices.last else { return end(with: value) }
        containers[last].append(value)
        mode = .afterValue
    }

    /// Notes that the input is not JSON; the position is relative to the chunk.
    mutating func fail(_ reason: JSONError.Reason, at position: Int) {
        failure = JSONError(offset: consumed + position, reason: reason)
    }
}
