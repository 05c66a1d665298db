import LMGrok
import LMProtocol
import LMReplay
import LMTestSupport
import LMTransport
import Testing

/// The answer of `Fixtures/hello.cassette.jsonl`, cut and split at every byte.
@Suite struct EveryByteTests {
    private static let text = "Hello! Bonjour! ¡Hola! こんにちは! Привет! 👋🏽"

    /// Eight runs of offsets that together are all of them, so that the cores share the work.
    private static func offsets(_ part: Int) throws -> (body: [UInt8], offsets: [Int]) {
        let cassette = try Cassette(contentsOf: Fixtures.path("hello.cassette.jsonl"))
        let body = try #require(cassette.interactions.first?.response?.body)
        return (body, Array(stride(from: part, through: body.count, by: 8)))
    }

    @Test(arguments: 0..<8) func `split at any byte, the answer is the same`(_ part: Int) async throws {
        let (body, offsets) = try Self.offsets(part)
        for offset in offsets {
            let outcome = await Self.read([Array(body[..<offset]), Array(body[offset...])])
            #expect(outcome.text == Self.text, "split at \(offset)")
            #expect(outcome.error == nil, "split at \(offset): \(String(describing: outcome.error))")
            #expect(outcome.isFinished, "split at \(offset)")
        }
    }

    @Test(arguments: 0..<8) func `cut at any byte, there is all of it or a typed failure with what had come`(
        _ part: Int
    ) async throws {
        let (body, offsets) = try Self.offsets(part)
        for offset in offsets {
            let outcome = await Self.read([Array(body[..<offset])])
            #expect(Self.text.utf8.starts(with: outcome.text.utf8), "cut at \(offset)")
            if outcome.isFinished {
                #expect(outcome.text == Self.text && outcome.error == nil, "cut at \(offset)")
            } else {
                let failure = outcome.error as? any LanguageModelFailure
                // Nothing at all is no answer; anything else is one that broke off.
                let category: FailureCategory = offset == 0 ? .malformedResponse : .incompleteStream
                #expect(failure?.category == category, "cut at \(offset): \(String(describing: outcome.error))")
                #expect((failure?.partial?.text ?? "") == outcome.text, "cut at \(offset)")
            }
        }
    }

    private struct Outcome {
        var text = ""
        var isFinished = false
        var error: (any Error)?
    }

    private static func read(_ chunks: [[UInt8]]) async -> Outcome {
        var outcome = Outcome()
        var laws = GenerationStreamLaws()
        do {
            let model = GrokModel.grok4.apiKey("unused").providerErrors().transport(OneAnswer(chunks: chunks))
            let request = GenerationRequest(
                transcript: Transcript(entries: [.prompt(.init(segments: [.text(.init(content: "Hello?"))]))]))
            for try await event in try await model.respond(to: request) {
                laws.check(event)
                if case .textDelta(_, let delta) = event { outcome.text += delta }
                if case .finished = event { outcome.isFinished = true }
            }
            laws.checkEnd()
        } catch {
            outcome.error = error
        }
        #expect(laws.violations.isEmpty)
        return outcome
    }
}

/// Answers each request with the same chunks.
struct OneAnswer: HTTPTransport {
    var status = 200
    var headers: HTTPFields = [.contentType: "text/event-stream"]
    var chunks: [[UInt8]]

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        HTTPResponse(status: status, headers: headers, body: HTTPBody(chunks: chunks))
    }
}
