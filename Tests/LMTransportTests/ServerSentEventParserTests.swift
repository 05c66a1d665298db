import LMTransport
import Testing

struct ServerSentEventParserTests {
    typealias Event = ServerSentEventVector.Event

    private func run(_ vector: ServerSentEventVector, _ chunks: [[UInt8]], _ cut: String) throws {
        var parser = ServerSentEventParser()
        var events: [Event] = []
        for chunk in chunks { events += try parser.events(in: chunk).map(Event.init) }
        #expect(events == vector.expect, "\(vector.name), cut \(cut)")
        #expect(parser.lastEventID.utf8.elementsEqual(vector.final.lastEventID.utf8), "\(vector.name), cut \(cut)")
        #expect(parser.retry == vector.final.retry, "\(vector.name), cut \(cut)")
    }

    @Test func `the vectors are there`() {
        #expect(ServerSentEventVector.all.count == 135)
    }

    @Test(arguments: ServerSentEventVector.all)
    func `a vector gives the events of the WHATWG rules, however it is cut`(_ vector: ServerSentEventVector) throws {
        let bytes = vector.bytes
        try run(vector, vector.chunks.map(Array.init), "as given")
        try run(vector, [bytes], "whole")
        try run(vector, pieces(of: bytes, size: 1), "per byte")
        try run(vector, [[]] + bytes.flatMap { [[$0], []] }, "per byte with empty chunks")
        if let size = vector.rechunk { try run(vector, pieces(of: bytes, size: size), "by \(size)") }
        if bytes.count < 600 {
            for split in 0...bytes.count {
                try run(vector, [Array(bytes[..<split]), Array(bytes[split...])], "at \(split)")
            }
        }
        for seed in 1...8 as ClosedRange<UInt64> {
            var generator = SeededGenerator(state: seed)
            var chunks: [[UInt8]] = []
            var start = 0
            while start < bytes.count {
                let end = min(bytes.count, start + Int.random(in: 1...40, using: &generator))
                chunks.append(Array(bytes[start..<end]))
                start = end
            }
            try run(vector, chunks, "by seed \(seed)")
        }
    }

    @Test func `the bytes handed over are those of the stream, not repaired`() throws {
        var parser = ServerSentEventParser()
        var seen: [[UInt8]] = []
        try parser.feed(Array("event: e\ndata: a".utf8) + [0xFF] + Array("\n\n".utf8)) {
            seen = [Array($0.name), Array($0.data)]
        }
        #expect(seen == [Array("e".utf8), Array("a".utf8) + [0xFF]])
    }

    @Test func `a line of 16 MiB in small chunks is one event`() throws {
        let size = 16 << 20
        var parser = ServerSentEventParser()
        let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 4096)
        var events = try parser.events(in: Array("data: ".utf8))
        for _ in 0..<(size / piece.count) { events += try parser.events(in: piece) }
        events += try parser.events(in: Array("\n\ndata: next\n\n".utf8))
        #expect(events.map(\.data.utf8.count) == [size, 4])
    }

    @Test(arguments: [1, 3, 7, 1000])
    func `data over the limit is an error, at it is not, however it is cut`(size: Int) throws {
        func read(_ text: String) throws -> [String] {
            var parser = ServerSentEventParser(limit: 20)
            return try pieces(of: Array(text.utf8), size: size).flatMap { try parser.events(in: $0) }.map(\.data)
        }
        let fourteen = String(repeating: "x", count: 14)
        #expect(try read("data: \(fourteen)\n\n") == [fourteen])
        #expect(throws: ServerSentEventError.eventTooLarge(limit: 20)) { try read("data: \(fourteen)y\n\n") }
        #expect(try read("data: 123456789\ndata: 123456789a\n\n") == ["123456789\n123456789a"])
        #expect(throws: ServerSentEventError.eventTooLarge(limit: 20)) {
            try read("data: 123456789\ndata: 123456789ab\n\n")
        }
        #expect(throws: ServerSentEventError.eventTooLarge(limit: 20)) { try read("unknown: \(fourteen)\n\n") }
    }

    @Test func `a parser that failed stays failed`() throws {
        var parser = ServerSentEventParser(limit: 4)
        #expect(throws: ServerSentEventError.self) { try parser.events(in: Array("data: x\n\n".utf8)) }
        #expect(throws: ServerSentEventError.self) { try parser.events(in: Array("\n\n".utf8)) }
        #expect(throws: ServerSentEventError.self) { try parser.finish { _ in } }
    }

    @Test func `the error says the limit and what to do`() {
        #expect(
            ServerSentEventError.eventTooLarge(limit: 9).localizedDescription
                == "An event of the stream is larger than 9 bytes. Raise the parser's limit to read it.")
    }

    @Test func `a comment of any length is passed over without being held`() throws {
        var parser = ServerSentEventParser(limit: 64)
        var events = try parser.events(in: Array(": ".utf8))
        for _ in 0..<1000 { events += try parser.events(in: [UInt8](repeating: 0x2D, count: 100)) }
        events += try parser.events(in: Array("\ndata: x\n\n".utf8))
        #expect(events.map(\.data) == ["x"])
    }

    @Test(arguments: ["data: x", "data: x\n", "event: e\ndata: x\r", "id: 1\ndata: x\n"])
    func `an event that lacks its blank line is handed over by finish only`(_ text: String) throws {
        for size in [1, 2, 100] {
            var parser = ServerSentEventParser()
            for piece in pieces(of: Array(text.utf8), size: size) { #expect(try parser.events(in: piece).isEmpty) }
            var events: [ServerSentEvent] = []
            try parser.finish { events.append(ServerSentEvent($0)) }
            #expect(events.map(\.data) == ["x"])
            #expect(events.map(\.id) == [""])
        }
    }

    @Test(arguments: ["", "\n", "event: e\n", ": comment", "id: 1", "data: x\n\n", "\u{FEFF}"])
    func `finish hands over nothing where no event is open`(_ text: String) throws {
        var parser = ServerSentEventParser()
        _ = try parser.events(in: Array(text.utf8))
        var count = 0
        try parser.finish { _ in count += 1 }
        #expect(count == 0)
    }

    @Test func `an error of the visitor comes out as it is`() throws {
        struct Stop: Error {}
        var parser = ServerSentEventParser()
        #expect(throws: Stop.self) {
            try parser.feed(Array("data: x\n\n".utf8)) { _ in throw Stop() }
        }
    }
}
