import Foundation
import LMJSON
import LMProtocol
import LMTestSupport
import LMTransport
import Testing

@testable import LMResponses

/// Every recorded response that was not streamed decodes to what it says, or is a classified failure.
@Suite(.enabled(if: Traffic.isThere, "LM_TRAFFIC does not say where the recorded traffic is"))
struct DocumentTrafficTests {
    static let files = Traffic.files(".json").filter { !$0.hasSuffix(".exchange.json") }

    /// Why a body with the status of success is no whole answer; `nil` where it is one.
    private static func reasonForFailure(_ json: JSONValue) -> String? {
        // Responses that run in the background, as they stand when they are asked for.
        if json["status"] == "queued" || json["status"] == "in_progress" { return "is not complete" }
        // Results of /responses/compact: a conversation, not an answer.
        if json["object"] == "response.compaction" { return "is no answer" }
        return nil
    }

    private func run(_ file: String) async -> (events: [GenerationEvent], error: (any Error)?) {
        let exchange = Traffic.exchange(file)
        let status = exchange?["response"]?["status"]?.intValue ?? 200
        var headers = HTTPFields()
        for header in exchange?["response"]?["headers"]?.objectValue ?? JSONObject() {
            if let name = HTTPFieldName(header.key), let value = header.value.stringValue { headers[name] = value }
        }
        let reply = StubTransport.Reply(
            status: status, headers: headers, chunks: [Traffic.bytes(file)], failure: nil)
        let name = exchange?["request"]?["body"]?["model"]?.stringValue ?? "m"
        guard let url = URL(string: "http://127.0.0.1/v1") else { return ([], nil) }
        let model = ResponsesModel(name: name, baseURL: url).transport(StubTransport(reply))
        var events: [GenerationEvent] = []
        do {
            let request = GenerationRequest(transcript: Transcript(entries: [RequestBuilderTests.prompt("Hi")]))
            for try await event in try await model.respond(to: request) { events.append(event) }
            return (events, nil)
        } catch {
            return (events, error)
        }
    }

    @Test(arguments: files)
    func `a recorded document decodes to what it says`(file: String) async throws {
        let exchange = Traffic.exchange(file)
        let status = exchange?["response"]?["status"]?.intValue ?? 200
        let json = try #require(Traffic.json(file))
        let (events, error) = await run(file)
        if (200...299).contains(status), let reason = Self.reasonForFailure(json) {
            let failure = try #require(error as? any LanguageModelFailure)
            #expect(failure.category == .malformedResponse)
            #expect(failure.localizedDescription.contains(reason))
            return
        }
        guard (200...299).contains(status), json["output"] != nil else {
            let failure = try #require(error as? any LanguageModelFailure)
            #expect(failure.evidence?.status == status)
            #expect(failure.category != .server || status >= 500)
            #expect(!failure.localizedDescription.isEmpty)
            return
        }
        #expect(error == nil)
        let decoded = Decoding(events: events)
        #expect(decoded.violations.isEmpty)
        let reference = Reference(response: json)
        #expect(decoded.text == reference.text)
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
        case "completed", "complete": #expect(unified == (reference.calls.isEmpty ? .stop : .toolCalls))
        default: #expect(unified == .length)
        }
        #expect(!decoded.adjustments.contains { $0.kind == .streamMismatch })
    }
}
