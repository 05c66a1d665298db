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
    /// The recordings that are no whole answer: what they are to an app, and why.
    static let failures: [String: (category: FailureCategory, reason: String)] = [
        "anthropic/001-1.json": (.authentication, "a wrong key"),
        "deepseek/003-1.json": (.authentication, "a wrong key"),
        "groq/001-1.json": (.authentication, "a wrong key"),
        "llamacpp/001-1.json": (.contextSize, "an input larger than a batch"),
        "llamacpp/002-1.json": (.invalidRequest, "a model that makes no embeddings"),
        "openai/015-1.json": (.quotaExhausted, "an exhausted quota"),
        "openai/051-1.json": (.invalidRequest, "a temperature for a model that takes none"),
        "openai/054-1.json": (.modelNotFound, "an unknown model"),
        "openai/055-1.json": (.modelNotFound, "an unknown model"),
        "openai/056-1.json": (.modelNotFound, "an unknown model"),
        "openai/057-1.json": (.authentication, "a wrong key"),
        "openai/058-1.json": (.modelNotFound, "an unknown model"),
        "openai/065-1.json": (.invalidRequest, "a value that is not taken"),
        "openai/066-1.json": (.invalidRequest, "a value that is not taken"),
        "openai/067-1.json": (.invalidRequest, "a value that is not taken"),
        "openai/068-1.json": (.modelNotFound, "an unknown model"),
        "openai/069-1.json": (.invalidRequest, "a size that is not taken"),
        "openai/070-1.json": (.invalidRequest, "an unknown parameter"),
        "openai/071-1.json": (.invalidRequest, "an empty prompt"),
        "openai/072-1.json": (.invalidRequest, "an unknown parameter"),
        "openai/073-1.json": (.invalidRequest, "a size that is not taken"),
        "openai/090-1.json": (.modelNotFound, "an unknown model"),
        "openai/121-1.json": (.malformedResponse, "a response in the background that is queued"),
        "openai/124-1.json": (.malformedResponse, "a response in the background that is queued"),
        "openai/124-2.json": (.malformedResponse, "a response in the background that is queued"),
        "openai/125-1.json": (.malformedResponse, "a response in the background that is queued"),
        "openai/125-3.json": (.malformedResponse, "a response in the background that is queued"),
        "openai/125-4.json": (.malformedResponse, "a response in the background that goes on"),
        "openai/139-3.json": (.malformedResponse, "a conversation made shorter, no answer"),
        "openai/141-3.json": (.malformedResponse, "a conversation made shorter, no answer"),
        "openai/141-5.json": (.malformedResponse, "a conversation made shorter, no answer"),
        "openai/141-7.json": (.malformedResponse, "a conversation made shorter, no answer"),
        "openai/142-2.json": (.malformedResponse, "a conversation made shorter, no answer"),
        "openai/153-1.json": (.invalidRequest, "a temperature below 0"),
        "openai/179-2.json": (.invalidRequest, "reasoning without what followed it"),
        "openai/184-1.json": (.malformedResponse, "a count of tokens, no answer"),
        "openai/185-1.json": (.malformedResponse, "a count of tokens, no answer"),
        "openai/186-1.json": (.malformedResponse, "a count of tokens, no answer"),
        "openai/187-1.json": (.malformedResponse, "a count of tokens, no answer"),
        "openai/194-1.json": (.authentication, "a wrong key"),
        "openai/205-1.json": (.contextSize, "an input that is too long"),
        "openai/223-1.json": (.authentication, "a wrong key"),
        "openai/234-1.json": (.modelNotFound, "an unknown model"),
        "openai/234-2.json": (.modelNotFound, "an unknown model"),
        "openai/235-1.json": (.modelNotFound, "an unknown model"),
        "openai/235-2.json": (.modelNotFound, "an unknown model"),
        "openai/299-1.json": (.modelNotFound, "an unknown model"),
        "openrouter/002-1.json": (.modelNotFound, "an unknown model"),
        "venice/001-1.json": (.modelNotFound, "an unknown model"),
        "xai/032-1.json": (.authentication, "a wrong key, with the status 400"),
        "xai/034-1.json": (.modelNotFound, "an unknown model, with the status 400"),
    ]

    private func run(_ file: String) async throws -> (log: EventLog, error: (any Error)?) {
        let exchange = Traffic.exchange(file)
        var headers = HTTPFields()
        for header in exchange?["response"]?["headers"]?.objectValue ?? JSONObject() {
            if let name = HTTPFieldName(header.key), let value = header.value.stringValue { headers[name] = value }
        }
        let reply = StubTransport.Reply(
            status: exchange?["response"]?["status"]?.intValue ?? 200, headers: headers, chunks: [Traffic.bytes(file)])
        let name = exchange?["request"]?["body"]?["model"]?.stringValue ?? "m"
        let url = try #require(URL(string: "http://127.0.0.1/v1"))
        let model = ResponsesModel(name: name, baseURL: url).transport(StubTransport(reply))
        var log = EventLog()
        do {
            let request = GenerationRequest(transcript: Transcript(entries: [RequestBuilderTests.prompt("Hi")]))
            for try await event in try await model.respond(to: request) { log.events.append(event) }
            return (log, nil)
        } catch {
            return (log, error)
        }
    }

    @Test(arguments: Traffic.files(".json").filter { !$0.hasSuffix(".exchange.json") })
    func `a recorded document decodes to what it says`(file: String) async throws {
        let (log, error) = try await run(file)
        if let expected = Self.failures[file] {
            let failure = try #require(error as? any LanguageModelFailure)
            #expect(failure.category == expected.category, "\(expected.reason)")
            #expect(!failure.localizedDescription.isEmpty)
            #expect(log.events.allSatisfy { if case .finished = $0 { false } else { true } })
            return
        }
        #expect(error == nil)
        #expect(log.violations.isEmpty)
        Reference(response: try #require(Traffic.json(file))).check(log)
    }

    @Test func `the failures are listed for what is there`() {
        #expect(Set(Self.failures.keys).isSubset(of: Traffic.files(".json")))
    }
}
