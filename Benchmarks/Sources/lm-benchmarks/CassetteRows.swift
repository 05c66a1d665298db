import LMReplay
import LMTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Cassette text to interactions, and requests to the interactions that answer them.
enum CassetteRows {
    static func run() async throws -> [Row] {
        let stream = Inputs.deltas(50_000)
        let text = Cassette(sse: stream).text
        let seconds = try await best {
            let cassette = try CassetteReader().read(text)
            guard cassette.interactions.count == 1 else { throw BenchmarkError.wrongResult("interactions") }
        }
        return [Row(name: "cassette/load", seconds: seconds, bytes: text.count, count: 50_004, unit: "lines")]
            + (try await match())
    }

    /// Ten thousand recorded requests of 30 KB, each found again: sent as recorded, and with the members in another order.
    private static func match() async throws -> [Row] {
        guard let url = URL(string: "https://api.x.ai/v1/responses") else { return [] }
        let count = 10_000
        let cassette = Cassette(
            interactions: (0..<count).map { number in
                Interaction(
                    number: number + 1,
                    request: RecordedRequest(
                        method: "POST", url: url.absoluteString, body: body(number, isReordered: false)),
                    response: RecordedResponse(status: 200))
            })
        var rows: [Row] = []
        for (name, isReordered) in [("same bytes", false), ("other order", true)] {
            let transport = ReplayTransport(cassette)
            let requests = (0..<count).reversed().map { number in
                HTTPRequest(method: "POST", url: url, body: body(number, isReordered: isReordered))
            }
            let start = cpuTime()
            for request in requests {
                guard try await transport.send(request).status == 200 else {
                    throw BenchmarkError.wrongResult("a request was not found")
                }
            }
            rows.append(
                Row(
                    name: "cassette/match", seconds: cpuTime() - start,
                    bytes: requests.reduce(0) { $0 + $1.body.count },
                    count: count, unit: "requests", note: name))
        }
        return rows
    }

    /// A request of 30 KB that differs from the others in one place, in the middle.
    private static func body(_ number: Int, isReordered: Bool) -> [UInt8] {
        let turn =
            #"{"type":"message","role":"user","content":"Größe and weight of a \u6771\u4eac tower, please, in one line."},"#
        let input = String(repeating: turn, count: 140)
        let middle = #"{"type":"message","role":"user","content":"number \#(number)"},"#
        let items = "\"input\":[\(input)\(middle)\(input)\(turn.dropLast())]"
        let model = #""model":"grok-4.7","stream":true"#
        return Array(isReordered ? "{\(items),\(model)}".utf8 : "{\(model),\(items)}".utf8)
    }
}
