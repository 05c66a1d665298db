import LMJSON
import LMTransport

/// Bytes to server-sent events.
enum EventStreamRows {
    static func run() async throws -> [Row] {
        let input = Inputs.deltas(200_000)
        var rows: [Row] = []
        for size in [1_400, 16_384] {
            let chunks = Inputs.chunks(input, of: size)
            let seconds = try await best {
                var parser = ServerSentEventParser()
                var count = 0
                for chunk in chunks { try parser.feed(chunk) { _ in count += 1 } }
                guard count == 200_004 else { throw BenchmarkError.wrongResult("\(count) events") }
            }
            rows.append(Row(name: "sse/\(size)", seconds: seconds, bytes: input.count, count: 200_004))
        }
        let line = Inputs.longLine(4 << 20)
        let chunks = Inputs.chunks(line, of: 1_400)
        let seconds = try await best {
            var parser = ServerSentEventParser()
            var length = 0
            for chunk in chunks { try parser.feed(chunk) { length = $0.data.count } }
            guard length > 4 << 20 else { throw BenchmarkError.wrongResult("\(length) bytes") }
        }
        rows.append(Row(name: "sse/line-4MB", seconds: seconds, bytes: line.count))
        return rows
    }
}

/// JSON text to values, and to the few fields that a delta needs.
enum JSONRows {
    static func run() async throws -> [Row] {
        var documents: [[UInt8]] = []
        var parser = ServerSentEventParser()
        try parser.feed(Inputs.deltas(34_000)) { documents.append(Array($0.data)) }
        let bytes = documents.reduce(0) { $0 + $1.count }
        let tree = try await best {
            var count = 0
            for document in documents where try JSONValue(parsing: document)["type"] != nil { count += 1 }
            guard count == documents.count else { throw BenchmarkError.wrongResult("\(count) documents") }
        }
        let array = Array("[".utf8) + documents.joined(separator: Array(",".utf8)) + Array("]".utf8)
        let large = try await best {
            guard try JSONValue(parsing: array).arrayValue?.count == documents.count else {
                throw BenchmarkError.wrongResult("array")
            }
        }
        return [
            Row(name: "json/parse/events", seconds: tree, bytes: bytes, count: documents.count, unit: "documents"),
            Row(name: "json/parse/array", seconds: large, bytes: array.count),
        ]
    }
}
