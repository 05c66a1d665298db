import LMTransport

/// Cuts the bytes that a client sends into requests.
struct RequestReader {
    struct Message {
        var method: String
        var target: String
        var headers: HTTPFields
        var head: [UInt8]
        var body: [UInt8]
    }

    struct Malformed: Error {}

    private var buffer: [UInt8] = []
    private var pending: (message: Message, length: Int?)?

    mutating func append(_ bytes: UnsafeRawBufferPointer) { buffer.append(contentsOf: bytes) }

    /// The next whole request, where there is one.
    mutating func next() throws -> Message? {
        if pending == nil {
            guard let end = Self.endOfHead(buffer) else { return nil }
            pending = try Self.parse(Array(buffer[..<end]))
            buffer.removeFirst(end)
        }
        guard let (message, length) = pending else { return nil }
        if let length {
            guard buffer.count >= length else { return nil }
            var whole = message
            whole.body = Array(buffer[..<length])
            buffer.removeFirst(length)
            pending = nil
            return whole
        }
        guard let (body, used) = try Self.chunkedBody(buffer) else { return nil }
        var whole = message
        whole.body = body
        buffer.removeFirst(used)
        pending = nil
        return whole
    }

    private static func endOfHead(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 4 else { return nil }
        for start in 0...(bytes.count - 4) where bytes[start..<start + 4].elementsEqual([13, 10, 13, 10]) {
            return start + 4
        }
        return nil
    }

    /// The request of a head, and the length of its body; no length where the body is chunked.
    private static func parse(_ head: [UInt8]) throws -> (Message, Int?) {
        var lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: true)
        guard !lines.isEmpty else { throw Malformed() }
        let words = lines.removeFirst().split(separator: " ")
        guard words.count == 3 else { throw Malformed() }
        var headers = HTTPFields()
        for line in lines {
            guard let colon = line.firstIndex(of: ":"), let name = HTTPFieldName(String(line[..<colon])) else {
                throw Malformed()
            }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            headers.append(name, String(value))
        }
        let message = Message(
            method: String(words[0]), target: String(words[1]), headers: headers, head: head, body: [])
        if headers["transfer-encoding"] == "chunked" { return (message, nil) }
        return (message, headers[.contentLength].flatMap { Int($0) } ?? 0)
    }

    private static func chunkedBody(_ bytes: [UInt8]) throws -> (body: [UInt8], used: Int)? {
        var body: [UInt8] = []
        var position = 0
        while true {
            guard let lineEnd = bytes[position...].firstIndex(of: 10), lineEnd > position else { return nil }
            let digits = String(decoding: bytes[position..<lineEnd - 1], as: UTF8.self)
            guard let length = Int(digits, radix: 16) else { throw Malformed() }
            let start = lineEnd + 1
            guard bytes.count >= start + length + 2 else { return nil }
            body += bytes[start..<start + length]
            position = start + length + 2
            if length == 0 { return (body, position) }
        }
    }
}
