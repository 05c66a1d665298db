import LMTransport

/// Why a server does not take a request: the status that says so, and a sentence.
struct ServerRequestError: Error, Equatable {
    var status: Int
    var reason: String
}

/// Makes requests of HTTP/1.1 of the bytes that a client sends. Bytes in, requests out; no sockets.
///
/// Strict where leniency would let two readers disagree on where a request ends (RFC 9112, section 6.3).
struct ServerRequestParser {
    /// What the parser waits for.
    private enum Phase {
        case head
        case body(rest: Int)
        case chunkSize
        case chunk(rest: Int)
        case chunkEnd
        case trailer(bytes: Int)
    }

    private let limits: HTTPServerLimits
    private var buffer: [UInt8] = []
    /// Up to where the buffer was read.
    private var position = 0
    /// Up to where an end was looked for, so that nothing is looked at twice.
    private var searched = 0
    private var phase = Phase.head
    /// The request whose body is being read.
    private var current = ServerRequest(method: "", target: "", headers: [:])
    /// Whether the client waits to be told to send its body. For the caller to take back.
    var expectsContinue = false

    init(limits: HTTPServerLimits = HTTPServerLimits()) { self.limits = limits }

    /// Whether the parser is between two requests.
    var isIdle: Bool { awaitsHead && position == buffer.count }

    /// Whether the head of a request is not whole yet.
    var awaitsHead: Bool {
        if case .head = phase { true } else { false }
    }

    /// Takes bytes of the client.
    mutating func append(_ bytes: some Sequence<UInt8>) { buffer.append(contentsOf: bytes) }

    /// The next request that is whole; `nil` where more bytes are needed.
    mutating func next() throws(ServerRequestError) -> ServerRequest? {
        while true {
            switch phase {
            case .head:
                guard let head = try takeHead() else { return nil }
                current = try Self.request(head, limits: limits)
                compact()
                if try begin() { return finish() }
            case .body(let rest):
                let left = take(rest)
                if left == 0 { return finish() }
                phase = .body(rest: left)
                return nil
            case .chunkSize:
                guard let line = try takeLine(limit: 1024, what: "chunk size") else { return nil }
                let size = try Self.chunkSize(line)
                guard current.body.count + size <= limits.bodyBytes else { throw bodyTooLarge }
                phase = size == 0 ? .trailer(bytes: 0) : .chunk(rest: size)
            case .chunk(let rest):
                let left = take(rest)
                phase = left == 0 ? .chunkEnd : .chunk(rest: left)
                if left > 0 { return nil }
            case .chunkEnd:
                guard let line = try takeLine(limit: 2, what: "end of a chunk") else { return nil }
                guard line.isEmpty else { throw ServerRequestError(status: 400, reason: "A chunk has no end.") }
                phase = .chunkSize
            case .trailer(let bytes):
                guard let line = try takeLine(limit: limits.headBytes - bytes, what: "trailer") else { return nil }
                if line.isEmpty { return finish() }
                phase = .trailer(bytes: bytes + line.count + 2)
            }
        }
    }

    private var bodyTooLarge: ServerRequestError {
        ServerRequestError(status: 413, reason: "The body passes the limit of \(limits.bodyBytes) bytes.")
    }

    /// Sees how the body is framed. Returns whether there is none, so that the request is whole.
    private mutating func begin() throws(ServerRequestError) -> Bool {
        let codings = current.headers.values(of: "transfer-encoding").map { $0.lowercased() }
        let lengths = Set(current.headers.values(of: .contentLength))
        if !codings.isEmpty {
            guard lengths.isEmpty, !current.isHTTP10 else {
                throw ServerRequestError(status: 400, reason: "The body's length is given in two ways.")
            }
            guard codings == ["chunked"] else {
                throw ServerRequestError(status: 501, reason: "Only the transfer coding chunked is known.")
            }
            phase = .chunkSize
        } else {
            guard current.headers[.contentLength] != nil else { return true }
            guard lengths.count == 1, let length = lengths.first, length.utf8.count < 18,
                length.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(length)
            else { throw ServerRequestError(status: 400, reason: "The content length is malformed.") }
            guard count <= limits.bodyBytes else { throw bodyTooLarge }
            guard count > 0 else { return true }
            phase = .body(rest: count)
        }
        expectsContinue =
            position == buffer.count
            && current.headers.values(of: "expect").contains { $0.lowercased() == "100-continue" }
        return false
    }

    private mutating func finish() -> ServerRequest {
        phase = .head
        defer { current = ServerRequest(method: "", target: "", headers: [:]) }
        return current
    }

    /// Takes bytes of the body. Returns how many are still to come.
    private mutating func take(_ rest: Int) -> Int {
        let count = min(rest, buffer.count - position)
        current.body.append(contentsOf: buffer[position..<position + count])
        position += count
        compact()
        return rest - count
    }

    /// Lets go of what was read, though not for a few bytes at a time.
    private mutating func compact() {
        searched = max(searched, position)
        guard position == buffer.count || position >= 4096 else { return }
        buffer.removeFirst(position)
        searched -= position
        position = 0
    }

    /// The lines of a head, without their ends.
    private mutating func takeHead() throws(ServerRequestError) -> [ArraySlice<UInt8>]? {
        // A client may send an empty line or two behind a body.
        while position < buffer.count, buffer[position] == 0x0D || buffer[position] == 0x0A { position += 1 }
        compact()
        guard let end = headEnd() else {
            guard buffer.count - position <= limits.headBytes else { throw headTooLarge }
            return nil
        }
        guard end - position <= limits.headBytes else { throw headTooLarge }
        let lines = buffer[position..<end].split(separator: 0x0A).map { $0.last == 0x0D ? $0.dropLast() : $0 }
        guard lines.count <= limits.fieldCount + 2 else {
            throw ServerRequestError(status: 431, reason: "The request has too many header fields.")
        }
        position = end
        return lines.filter { !$0.isEmpty }
    }

    private var headTooLarge: ServerRequestError {
        ServerRequestError(status: 431, reason: "The head passes the limit of \(limits.headBytes) bytes.")
    }

    /// The place behind the empty line that ends a head; `nil` where it has not come.
    private mutating func headEnd() -> Int? {
        var place = max(position, searched)
        while let lineFeed = buffer[place...].firstIndex(of: 0x0A) {
            let rest = buffer[(lineFeed + 1)...]
            if rest.first == 0x0A { return lineFeed + 2 }
            if rest.starts(with: [0x0D, 0x0A]) { return lineFeed + 3 }
            // What follows decides, and may not be there yet.
            if rest.isEmpty || rest.elementsEqual([0x0D]) {
                searched = lineFeed
                return nil
            }
            place = lineFeed + 1
        }
        searched = buffer.count
        return nil
    }

    private mutating func takeLine(limit: Int, what: String) throws(ServerRequestError) -> [UInt8]? {
        guard let lineFeed = buffer[max(position, searched)...].firstIndex(of: 0x0A) else {
            searched = buffer.count
            guard buffer.count - position <= limit else {
                throw ServerRequestError(status: 400, reason: "The \(what) is too long.")
            }
            return nil
        }
        guard lineFeed - position <= limit else {
            throw ServerRequestError(status: 400, reason: "The \(what) is too long.")
        }
        let line = buffer[position..<lineFeed]
        position = lineFeed + 1
        searched = position
        defer { compact() }
        return Array(line.last == 0x0D ? line.dropLast() : line)
    }

    private static func chunkSize(_ line: [UInt8]) throws(ServerRequestError) -> Int {
        let digits = line.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 && $0 != 0x09 }
        guard !digits.isEmpty, digits.count <= 12,
            digits.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
            let size = Int(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw ServerRequestError(status: 400, reason: "A chunk's size is malformed.") }
        return size
    }

    private static func request(
        _ lines: [ArraySlice<UInt8>], limits: HTTPServerLimits
    ) throws(ServerRequestError) -> ServerRequest {
        let malformed = ServerRequestError(status: 400, reason: "The request line is malformed.")
        guard let first = lines.first else { throw malformed }
        let parts = first.split(separator: 0x20, omittingEmptySubsequences: false)
        guard parts.count == 3, let method = HTTPFieldName(String(decoding: parts[0], as: UTF8.self)),
            let (target, authority) = target(parts[1])
        else { throw malformed }
        let version = String(decoding: parts[2], as: UTF8.self)
        guard version.hasPrefix("HTTP/") else { throw malformed }
        guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
            throw ServerRequestError(status: 505, reason: "Only HTTP/1.1 and HTTP/1.0 are spoken here.")
        }
        var request = ServerRequest(
            method: method.canonicalName.uppercased(), target: target, authority: authority, headers: [:],
            isHTTP10: version == "HTTP/1.0")
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
                let name = HTTPFieldName(String(decoding: line[..<colon], as: UTF8.self))
            else { throw ServerRequestError(status: 400, reason: "A header field is malformed.") }
            let value = line[(colon + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
            let end = value.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? value.startIndex
            guard value[..<end].allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
                throw ServerRequestError(status: 400, reason: "A header field has a control character.")
            }
            request.headers.append(name, String(decoding: value[..<end], as: UTF8.self))
        }
        return request
    }

    /// The path and query of a target: clients that think this is a proxy put the server's address before it.
    private static func target(_ bytes: ArraySlice<UInt8>) -> (target: String, authority: String?)? {
        guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        // To some readers a backslash is a slash, and to others the end of a user's name.
        guard !text.contains("\\"), !text.contains("#") else { return nil }
        if text.hasPrefix("/") { return (text, nil) }
        guard let scheme = ["http://", "https://"].first(where: { text.lowercased().hasPrefix($0) }) else { return nil }
        let rest = text.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard !authority.isEmpty, !authority.contains("@") else { return nil }
        let path = rest[authority.endIndex...]
        return (path.hasPrefix("/") ? String(path) : "/" + path, String(authority))
    }
}
