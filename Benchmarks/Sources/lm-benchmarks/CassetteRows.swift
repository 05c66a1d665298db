import LMReplay

/// Cassette text to interactions.
enum CassetteRows {
    static func run() async throws -> [Row] {
        let stream = Inputs.deltas(50_000)
        let text = Cassette(sse: stream).text
        let seconds = try await best {
            let cassette = try CassetteReader().read(text)
            guard cassette.interactions.count == 1 else { throw BenchmarkError.wrongResult("interactions") }
        }
        return [Row(name: "cassette/load", seconds: seconds, bytes: text.count, count: 50_004, unit: "lines")]
    }
}
