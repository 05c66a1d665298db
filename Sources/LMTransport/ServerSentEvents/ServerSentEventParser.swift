/// Reads an event stream after the WHATWG rules, from chunks of bytes cut anywhere.
///
/// A value without I/O: bytes in, events out. The result does not depend on how the bytes are cut into chunks. The
/// cost is linear in the bytes, whatever the lengths of lines and chunks. An event whose lines lie within one chunk is
/// not copied; of others, one event at most is held, up to ``limit`` bytes. Comments are not held at all.
///
/// ```swift
/// var parser = ServerSentEventParser()
/// for try await chunk in response.body {
///     for event in try parser.events(in: chunk) { print(event.data) }
/// }
/// ```
public struct ServerSentEventParser: Sendable {
    /// The limit where none is given: 64 MiB, far above the largest event that a model's server is known to send.
    public static let defaultLimit = 64 << 20

    /// The most bytes that a line, or the data of one event, may have.
    public let limit: Int
    /// Whether an `error: …` line, and a line of JSON without a field, are taken for data of an event named `error`.
    ///
    /// The rules pass over both. llama.cpp's server has reported errors by the first, and gateways write the second into a
    /// stream that has begun: passed over, a failure looks like an answer of nothing.
    package let readsErrorLines: Bool
    /// The last event identifier of the events so far; empty where the stream set none.
    public private(set) var lastEventID = ""
    /// The reconnection time in milliseconds that the stream set last.
    public private(set) var retry: Int?

    /// How many bytes of a byte order mark have been seen at the stream's start; `nil` once past it.
    private var byteOrderMark: Int? = 0
    /// A carriage return ended the last chunk, so a line feed at the start of the next belongs to it.
    private var swallowsLineFeed = false
    /// The start of a line whose end has not come.
    private var line: [UInt8] = []
    /// The line whose end has not come is a comment; nothing of it is kept.
    private var isInComment = false
    /// The data of the event so far, from ``dataStart`` on, where it could not be left in its chunk.
    private var data: [UInt8] = []
    private var dataStart = 0
    /// Whether the event has a line of data, which may be empty.
    private var hasData = false
    private var name: [UInt8] = []
    /// An identifier that takes effect at the next blank line.
    private var nextEventID: String?
    private var eventRetry: Int?
    private var failure: ServerSentEventError?

    /// Makes a parser for one stream.
    public init(limit: Int = ServerSentEventParser.defaultLimit) { self.init(limit: limit, readsErrorLines: false) }

    /// Makes a parser for one stream.
    package init(limit: Int = ServerSentEventParser.defaultLimit, readsErrorLines: Bool) {
        self.limit = limit
        self.readsErrorLines = readsErrorLines
    }

    /// Reads a chunk and gives the events that it completes.
    ///
    /// Throws ``ServerSentEventError`` where a line or an event is larger than the limit, and again on every later
    /// call.
    public mutating func events(in chunk: [UInt8]) throws -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        try feed(chunk) { events.append(ServerSentEvent($0)) }
        return events
    }

    /// Reads a chunk and hands over each event that it completes, as bytes.
    ///
    /// Throws ``ServerSentEventError`` where a line or an event is larger than the limit, and again on every later
    /// call. An error of `visit` ends the call; what stood behind that event in the chunk is lost.
    public mutating func feed(_ chunk: [UInt8], _ visit: (RawServerSentEvent) throws -> Void) throws {
        try chunk.withUnsafeBufferPointer { try feed($0, visit) }
    }

    /// Reads a chunk and hands over each event that it completes, as bytes. See ``feed(_:_:)-([UInt8],_)``.
    public mutating func feed(
        _ chunk: UnsafeBufferPointer<UInt8>, _ visit: (RawServerSentEvent) throws -> Void
    ) throws {
        if let failure { throw failure }
        var position = 0
        if byteOrderMark != nil { position = skipByteOrderMark(chunk) }
        if swallowsLineFeed, position < chunk.count {
            swallowsLineFeed = false
            if chunk[position] == Byte.lineFeed { position += 1 }
        }
        var borrowed = Borrowed()
        // Each is looked for again only once passed, so that a stream with one kind of line end is searched once.
        var lineFeed = -1
        var carriageReturn = -1
        while position < chunk.count {
            if lineFeed < position { lineFeed = chunk.firstIndex(of: Byte.lineFeed, from: position) }
            if carriageReturn < position {
                carriageReturn = chunk.firstIndex(of: Byte.carriageReturn, from: position)
            }
            let end = min(lineFeed, carriageReturn)
            let piece = chunk.slice(position, end)
            guard end < chunk.count else {
                try keep(piece)
                break
            }
            if line.isEmpty && !isInComment {
                try read(line: piece, &borrowed, visit)
            } else {
                try keep(piece)
                try readKeptLine(&borrowed)
            }
            position = end + 1
            if end == carriageReturn {
                if position == chunk.count {
                    swallowsLineFeed = true
                } else if chunk[position] == Byte.lineFeed {
                    position += 1
                }
            }
        }
        own(&borrowed)
    }

    /// Ends the stream and hands over the event that it broke off in, where it had data.
    ///
    /// The rules discard such an event, because nobody can tell whether it is whole. A caller whose data says so
    /// itself, as JSON does, may take it. The identifier of a broken event never takes effect.
    public mutating func finish(_ visit: (RawServerSentEvent) throws -> Void) throws {
        if let failure { throw failure }
        var borrowed = Borrowed()
        if let seen = byteOrderMark { line.append(contentsOf: Self.byteOrderMarkBytes[..<seen]) }
        byteOrderMark = nil
        if !line.isEmpty { try readKeptLine(&borrowed) }
        nextEventID = nil
        try dispatch(&borrowed, visit)
    }
}

extension ServerSentEventParser {
    /// What of the current event still lies in the current chunk.
    private struct Borrowed {
        var data: UnsafeBufferPointer<UInt8>?
        var name: UnsafeBufferPointer<UInt8>?
    }

    private static let byteOrderMarkBytes: [UInt8] = [0xEF, 0xBB, 0xBF]
    /// Buffers that one large event grew are not kept for the small ones behind it.
    private static let largestKeptCapacity = 1 << 20

    /// Passes over a byte order mark at the stream's start and says where the stream goes on.
    private mutating func skipByteOrderMark(_ chunk: UnsafeBufferPointer<UInt8>) -> Int {
        var position = 0
        while let seen = byteOrderMark, position < chunk.count {
            if chunk[position] == Self.byteOrderMarkBytes[seen] {
                position += 1
                byteOrderMark = seen == 2 ? nil : seen + 1
            } else {
                line.append(contentsOf: Self.byteOrderMarkBytes[..<seen])
                byteOrderMark = nil
            }
        }
        return position
    }

    /// Keeps a piece of a line whose end lies in another chunk.
    private mutating func keep(_ piece: UnsafeBufferPointer<UInt8>) throws {
        if line.isEmpty && !isInComment { isInComment = piece.first == Byte.colon }
        guard !isInComment else { return }
        try check(line.count + piece.count)
        line.append(contentsOf: piece)
    }

    /// Reads a line that lies whole in the chunk.
    @inline(__always)
    private mutating func read(
        line: UnsafeBufferPointer<UInt8>, _ borrowed: inout Borrowed, _ visit: (RawServerSentEvent) throws -> Void
    ) throws {
        guard let first = line.first else { return try dispatch(&borrowed, visit) }
        guard first != Byte.colon else { return }
        try check(line.count)
        let field = ServerSentEventField(line: line)
        let value = line.slice(field.valueStart, line.count)
        switch field.name {
        case .data where !hasData:
            hasData = true
            borrowed.data = value
        case .event:
            borrowed.name = value
        default:
            try apply(field.name, value, &borrowed)
        }
    }

    /// Reads the line that came in several chunks.
    private mutating func readKeptLine(_ borrowed: inout Borrowed) throws {
        guard !isInComment else {
            isInComment = false
            return
        }
        var whole: [UInt8] = []
        swap(&whole, &line)
        let field = whole.withUnsafeBufferPointer { ServerSentEventField(line: $0) }
        if field.name == .data, !hasData {
            // The line becomes the data where it stands, so that a line of many megabytes is not copied again.
            swap(&whole, &data)
            dataStart = field.valueStart
            hasData = true
        } else {
            try whole.withUnsafeBufferPointer {
                try apply(field.name, $0.slice(field.valueStart, $0.count), &borrowed)
            }
        }
        whole.removeAll(keepingCapacity: whole.capacity <= Self.largestKeptCapacity)
        swap(&whole, &line)
    }

    /// Takes in a field by copying its value.
    private mutating func apply(
        _ name: ServerSentEventField.Name, _ value: UnsafeBufferPointer<UInt8>, _ borrowed: inout Borrowed
    ) throws {
        switch name {
        case .data:
            own(&borrowed)
            if hasData { data.append(Byte.lineFeed) }
            hasData = true
            try check(data.count - dataStart + value.count)
            data.append(contentsOf: value)
        case .event:
            borrowed.name = nil
            self.name.removeAll(keepingCapacity: true)
            self.name.append(contentsOf: value)
        case .id:
            if !value.contains(0) { nextEventID = String(decoding: value, as: UTF8.self) }
        case .retry:
            if let milliseconds = Self.milliseconds(value) {
                retry = milliseconds
                eventRetry = milliseconds
            }
        case .error, .json:
            guard readsErrorLines else { break }
            try apply(.data, value, &borrowed)
            self.name = Array("error".utf8)
        case .unknown:
            break
        }
    }

    /// A reconnection time, which is digits only; `nil` for anything else and for a number beyond `Int`.
    private static func milliseconds(_ digits: UnsafeBufferPointer<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return Int(String(decoding: digits, as: UTF8.self))
    }

    /// Hands over the event at its blank line, where it has data, and starts the next.
    @inline(__always)
    private mutating func dispatch(
        _ borrowed: inout Borrowed, _ visit: (RawServerSentEvent) throws -> Void
    ) throws {
        if let nextEventID {
            lastEventID = nextEventID
            self.nextEventID = nil
        }
        let (hadData, retry) = (hasData, eventRetry)
        let (borrowedData, borrowedName) = (borrowed.data, borrowed.name)
        borrowed = Borrowed()
        hasData = false
        eventRetry = nil
        defer { if dataStart > 0 || !data.isEmpty || !name.isEmpty { releaseOwned() } }
        guard hadData else { return }
        if let borrowedData, let borrowedName {
            try visit(RawServerSentEvent(name: borrowedName, data: borrowedData, id: lastEventID, retry: retry))
        } else {
            let id = lastEventID
            let dataStart = dataStart
            try name.withUnsafeBufferPointer { ownedName in
                try data.withUnsafeBufferPointer { ownedData in
                    try visit(
                        RawServerSentEvent(
                            name: borrowedName ?? ownedName,
                            data: borrowedData ?? ownedData.slice(dataStart, ownedData.count), id: id, retry: retry))
                }
            }
        }
    }

    private mutating func releaseOwned() {
        data.removeAll(keepingCapacity: data.capacity <= Self.largestKeptCapacity)
        dataStart = 0
        name.removeAll(keepingCapacity: true)
    }

    /// Copies what lies in the chunk, before the chunk goes away.
    private mutating func own(_ borrowed: inout Borrowed) {
        if let value = borrowed.data { data.append(contentsOf: value) }
        if let value = borrowed.name {
            name.removeAll(keepingCapacity: true)
            name.append(contentsOf: value)
        }
        borrowed = Borrowed()
    }

    @inline(__always)
    private mutating func check(_ size: Int) throws {
        guard size <= limit else {
            let failure = ServerSentEventError.eventTooLarge(limit: limit)
            self.failure = failure
            throw failure
        }
    }
}
