import LMProtocol
import LMResponses
import LMTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Bytes of a Responses stream to typed events: framing, decoding and translation, through the backend's own path.
enum ResponsesRows {
    static func run() async throws -> [Row] {
        var rows: [Row] = []
        for (count, size) in [(200_000, 1_400), (200_000, 16_384), (800_000, 16_384)] {
            let input = Inputs.deltas(count)
            let transport = MemoryTransport(chunks: Inputs.chunks(input, of: size))
            guard let address = URL(string: "http://127.0.0.1/v1") else { return rows }
            let model = ResponsesModel(name: "memory", baseURL: address).transport(transport)
            let seconds = try await best(of: 2) { try await read(model, count) }
            rows.append(
                Row(name: "responses/\(count)/\(size)", seconds: seconds, bytes: input.count, count: count + 4))
        }
        return rows
    }

    private static func read(_ model: ResponsesModel, _ count: Int) async throws {
        let request = GenerationRequest(
            transcript: Transcript(entries: [.prompt(.init(segments: [.text(.init(content: "?"))]))]))
        let stream = try await model.respond(to: request)
        var deltas = 0
        while let batch = try await stream.next() {
            for case .textDelta in batch { deltas += 1 }
        }
        guard deltas == count else { throw BenchmarkError.wrongResult("\(deltas) deltas") }
    }
}

/// Answers every request with the same chunks.
struct MemoryTransport: HTTPTransport {
    var chunks: [[UInt8]]

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        HTTPResponse(status: 200, headers: [.contentType: "text/event-stream"], body: HTTPBody(chunks: chunks))
    }
}
