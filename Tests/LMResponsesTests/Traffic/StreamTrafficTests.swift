import LMJSON
import LMProtocol
import Testing

@testable import LMResponses

/// Every recorded stream decodes to what its own terminal response says.
@Suite(.enabled(if: Traffic.isThere, "LM_TRAFFIC does not say where the recorded traffic is"))
struct StreamTrafficTests {
    /// The recordings that are no whole answer, and why.
    static let failures: [String: (category: FailureCategory, reason: String)] = [
        "openai/014-1.sse": (.quotaExhausted, "an error event after response.created"),
        "openai/045-1.sse": (.malformedResponse, "written by hand, with a brace missing in response.created"),
        "openai/317-2.sse": (.incompleteStream, "an empty body"),
    ]

    /// The recordings whose terminal response contradicts their own deltas, and why. What was streamed stays.
    static let mismatches: [String: String] = ["openai/036-1.sse": "its deltas were shortened by hand"]

    @Test(arguments: Traffic.files(".sse"))
    func `a recorded stream decodes to what its terminal response says`(file: String) throws {
        let bytes = Traffic.bytes(file)
        let model = Traffic.exchange(file)?["request"]?["body"]?["model"]?.stringValue ?? "m"
        let decoded = Decoding([bytes], model: model)
        #expect(decoded.violations.isEmpty)
        if let expected = Self.failures[file] {
            #expect(decoded.failure?.category == expected.category)
            return
        }
        #expect(decoded.failure == nil)
        let reference = try #require(Reference(stream: bytes))
        let isMismatch = Self.mismatches[file] != nil
        #expect((decoded.text == reference.text) == !isMismatch)
        #expect(decoded.reasoning == reference.reasoning)
        #expect(decoded.calls.map(\.id) == reference.calls.map(\.id))
        #expect(decoded.calls.map(\.name) == reference.calls.map(\.name))
        for (call, expected) in zip(decoded.calls, reference.calls) {
            #expect(call.isComplete == (expected.arguments != nil))
            if let arguments = expected.arguments { #expect(try JSONValue(parsing: call.arguments) == arguments) }
        }
        #expect(decoded.usage?.input.totalTokenCount == reference.inputTokens)
        #expect(decoded.usage?.output.totalTokenCount == reference.outputTokens)
        let unified = try #require(decoded.finish).unified
        switch reference.status {
        case "completed": #expect(unified == (reference.calls.isEmpty ? .stop : .toolCalls))
        default: #expect(unified == .length)
        }
        #expect(decoded.adjustments.contains { $0.kind == .streamMismatch } == isMismatch)
    }

    @Test(arguments: Traffic.files(".sse"))
    func `a recorded stream decodes to the same events however it is cut`(file: String) {
        let bytes = Traffic.bytes(file)
        let whole = Decoding([bytes])
        for size in bytes.count < 20_000 ? [1, 1000] : [61, 1000] {
            let pieces = stride(from: 0, to: bytes.count, by: size).map {
                Array(bytes[$0..<min($0 + size, bytes.count)])
            }
            let cut = Decoding(pieces)
            #expect(cut.events == whole.events)
            #expect(cut.failure == whole.failure)
        }
    }
}
