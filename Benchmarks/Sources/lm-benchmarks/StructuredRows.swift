import LMProtocol

@Generable
struct BenchmarkItem {
    var name: String
    var count: Int
    var tags: [String]
}

/// A large array of objects that streams in four bytes at a time, with a typed snapshot for each delta.
enum StructuredRows {
    static func run() async throws -> [Row] {
        let item = #"{"name":"an item of the list","count":12345,"tags":["red","green","blue"]},"#
        let count = 5_000_000 / item.utf8.count
        let text = "[" + String(repeating: item, count: count).dropLast() + "]"
        let bytes = Array(text.utf8)
        var parser = StructuredStreamParser()
        var marks = [cpuTime()]
        var seen = 0
        let deltas = bytes.count / 4
        var position = 0
        while position < bytes.count {
            let end = min(position + 4, bytes.count)
            parser.append(String(decoding: bytes[position..<end], as: UTF8.self))
            position = end
            if let content = parser.snapshot() {
                let items = try content.convertedIfReady(to: [BenchmarkItem.PartiallyGenerated].self)
                guard items != nil else { throw BenchmarkError.wrongResult("no items") }
            }
            seen += 1
            if seen % (deltas / 10) == 0 { marks.append(cpuTime()) }
        }
        parser.finish()
        let whole = try parser.snapshot()?.value([BenchmarkItem].self)
        guard whole?.count == count else { throw BenchmarkError.wrongResult("items") }
        let steps = zip(marks, marks.dropFirst()).map { $1 - $0 }
        let ratio = (steps.last ?? 0) / max(steps.first ?? 0, 1e-9)
        return [
            Row(
                name: "structured/5MB", seconds: steps.reduce(0, +), bytes: bytes.count, count: deltas, unit: "deltas",
                note: "last tenth / first tenth = \((ratio * 100).rounded() / 100)")
        ]
    }
}
