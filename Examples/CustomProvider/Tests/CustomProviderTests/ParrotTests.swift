import CustomProvider
import Foundation
import LMBackendTesting
import LMProtocol
import LMReplay
import LMReplayTesting
import Testing

@Suite struct ParrotTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures").path

    static var conformance: BackendConformance {
        get throws {
            let errors = try RecordedAnswer.all(of: Cassette(contentsOf: folder + "/refusals.cassette.jsonl"))
            return BackendConformance(
                answers: try RecordedAnswer.all(of: Cassette(contentsOf: folder + "/parrot.cassette.jsonl")),
                errors: [(errors[0], .overloaded), (errors[1], .quotaExhausted)]
            ) { ParrotModel(name: "polly", apiKey: "unused").transport($0) }
        }
    }

    @Test(arguments: BackendConformance.Check.allCases)
    func `Parrot is a sound backend`(check: BackendConformance.Check) async throws {
        try await Self.conformance.run(check)
    }

    /// What the suite is for: a reader that takes the end of the connection for the end of the answer looks right with
    /// every whole recording, and shows half an answer as a whole one on a bad day.
    @Test func `a backend that takes any end for the end is found out`() async throws {
        var suite = try Self.conformance
        let sound = suite.makeBackend
        suite.makeBackend = { LenientBackend(base: try sound($0)) }
        let failures = await suite.failures()
        #expect(failures.map(\.check).contains(.aCutAnswerIsNoAnswer))
        let words = try #require(failures.first { $0.check == .aCutAnswerIsNoAnswer }?.description)
        #expect(words.contains("the answer was taken for whole"))
    }

    @Test(.cassette("parrot", in: folder))
    func `a session with a tool, from the cassette`() async throws {
        let model = ParrotModel(name: "polly", apiKey: "unused").transport(try CassetteTransport.current)
        let session = LanguageModelSession(model: model, tools: [Clock()])
        #expect(try await session.respond(to: "Hello").content == "Hello. Hello.")
        let response = try await session.respond(to: "What time is it?")
        #expect(response.content == "Noon. Noon.")
        #expect(response.usage.totalTokenCount == 39)
    }
}

struct Clock: Tool {
    let name = "clock"
    let description = "Says what time it is."
    @Generable struct Arguments {
        @Guide(description: "The place") var place: String
    }
    func call(arguments: Arguments) async throws -> String { "12:00 in \(arguments.place)" }
}

/// Shows a cut answer as whole.
private struct LenientBackend: LanguageModelBackend {
    let base: any LanguageModelBackend
    var card: ModelCard { base.card }

    nonisolated(nonsending) func respond(to request: GenerationRequest) async throws -> GenerationStream {
        let stream = try await base.respond(to: request)
        return GenerationStream {
            do {
                return try await stream.next()
            } catch let error as any LanguageModelFailure where error.category == .incompleteStream {
                return nil
            }
        }
    }
}
