import Foundation
import LMProtocol
import LMTransport
import Testing

@testable import LMResponses

/// A real model behind a real server on the local machine, where `LM_REAL_MODEL` names its base URL.
enum RealModel {
    static let baseURL = ProcessInfo.processInfo.environment["LM_REAL_MODEL"].flatMap { URL(string: $0) }
}

@Suite(.enabled(if: RealModel.baseURL != nil, "LM_REAL_MODEL does not name a server"))
struct RealModelTests {
    private func model() throws -> ResponsesModel {
        ResponsesModel(name: "gemma", baseURL: try #require(RealModel.baseURL))
    }

    @Test func `a stream keeps the laws and ends`() async throws {
        let request = GenerationRequest(
            transcript: Transcript(entries: [RequestBuilderTests.prompt("The sky is")]),
            options: GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 24))
        var events: [GenerationEvent] = []
        for try await event in try await model().respond(to: request) { events.append(event) }
        let decoded = Decoding(events: events)
        #expect(decoded.violations.isEmpty)
        #expect(!decoded.text.isEmpty)
        #expect(decoded.usage.map { $0.output.totalTokenCount > 0 } == true)
        #expect(decoded.finish != nil)
    }

    @Test func `a session talks over turns, streamed and not`() async throws {
        let session = LanguageModelSession(model: try model(), instructions: "Be brief.")
        let options = GenerationOptions(maximumResponseTokens: 16)
        let first = try await session.respond(to: "The sky is", options: options)
        #expect(!first.content.isEmpty)
        var last = ""
        for try await snapshot in session.streamResponse(to: "And the sea is", options: options) {
            #expect(snapshot.content.hasPrefix(last))
            last = snapshot.content
        }
        #expect(!last.isEmpty)
        #expect(session.transcript.count == 5)
    }
}
