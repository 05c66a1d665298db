/// What one line of an event stream says, and where its value starts.
struct ServerSentEventField {
    /// The fields that the WHATWG rules know, and two that model servers send though the rules do not: an `error` field,
    /// and JSON without any field.
    enum Name { case data, event, id, retry, error, json, unknown }

    let name: Name
    /// The index of the value's first byte in the line; one space behind the colon is not part of the value.
    let valueStart: Int

    /// Reads a line that is neither empty nor a comment.
    @inline(__always)
    init(line: UnsafeBufferPointer<UInt8>) {
        // Nearly every line of a stream is one of these two, so they are told without a search for the colon.
        if line.count > 5, line[4] == Byte.colon, Self.isData(line) {
            self.init(name: .data, valueStart: line[5] == Byte.space ? 6 : 5)
        } else if line.count > 6, line[5] == Byte.colon, Self.isEvent(line) {
            self.init(name: .event, valueStart: line[6] == Byte.space ? 7 : 6)
        } else {
            self.init(uncommon: line)
        }
    }

    private init(name: Name, valueStart: Int) {
        self.name = name
        self.valueStart = valueStart
    }

    @inline(never)
    private init(uncommon line: UnsafeBufferPointer<UInt8>) {
        guard line.first != UInt8(ascii: "{") else {
            self.init(name: .json, valueStart: 0)
            return
        }
        let colon = line.firstIndex(of: Byte.colon, from: 0)
        let name: Name =
            switch colon {
            case 4 where Self.isData(line): .data
            case 5 where Self.isEvent(line): .event
            case 2 where line[0] == UInt8(ascii: "i") && line[1] == UInt8(ascii: "d"): .id
            case 5 where line.slice(0, 5).elementsEqual("retry".utf8): .retry
            case 5 where line.slice(0, 5).elementsEqual("error".utf8): .error
            default: .unknown
            }
        let value = min(colon + 1, line.count)
        self.init(name: name, valueStart: value < line.count && line[value] == Byte.space ? value + 1 : value)
    }

    @inline(__always)
    private static func isData(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        line[0] == UInt8(ascii: "d") && line[1] == UInt8(ascii: "a") && line[2] == UInt8(ascii: "t")
            && line[3] == UInt8(ascii: "a")
    }

    @inline(__always)
    private static func isEvent(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        line[0] == UInt8(ascii: "e") && line[1] == UInt8(ascii: "v") && line[2] == UInt8(ascii: "e")
            && line[3] == UInt8(ascii: "n") && line[4] == UInt8(ascii: "t")
    }
}
