import Foundation
import LMProtocol
import LMProvider
import LMTestSupport
import LMTransport
import Testing

@testable import LMGrok

/// What becomes of a server's replies at both levels: as the events of a generation, and as an app sees them through a
/// session.
struct RowRun {
    typealias Snapshot = LanguageModelSession.ResponseStream<String>.Snapshot

    /// The first reply's events.
    let log: EventLog
    /// What ended the events.
    let eventError: (any Error)?
    /// The last turn's snapshots.
    let snapshots: [Snapshot]
    /// The last turn's response; `nil` where it failed.
    let response: LanguageModelSession.Response<String>?
    /// What ended the turn.
    let sessionError: (any Error)?
    let session: LanguageModelSession
    /// What the session sent.
    let requests: [HTTPRequest]

    /// When the tests take place.
    static let now = Date(timeIntervalSince1970: 1_700_000_000)

    static func model(_ transport: StubTransport, _ model: GrokModel = .grok4_3) -> GrokModel {
        var model = model.apiKey(canaryKey).transport(transport)
        model.environment.now = { now }
        model.environment.environment = { [:] }
        return model
    }

    init(
        _ replies: StubTransport.Reply..., model: GrokModel = .grok4_3, tools: [any Tool] = [],
        prompts: [String] = ["Hi"]
    ) async {
        var events: [GenerationEvent] = []
        var eventError: (any Error)?
        do {
            let request = GenerationRequest(
                transcript: Transcript(entries: [.prompt(.init(segments: [.text(.init(content: prompts[0]))]))]),
                tools: tools.map { Transcript.ToolDefinition(tool: $0) })
            let stream = try await Self.model(StubTransport(Array(replies.prefix(1))), model).respond(to: request)
            for try await event in stream { events.append(event) }
        } catch {
            eventError = error
        }
        log = EventLog(events)
        self.eventError = eventError

        let transport = StubTransport(replies)
        session = LanguageModelSession(model: Self.model(transport, model), tools: tools)
        var snapshots: [Snapshot] = []
        var response: LanguageModelSession.Response<String>?
        var sessionError: (any Error)?
        do {
            for prompt in prompts {
                snapshots = []
                let stream = session.streamResponse(to: prompt)
                for try await snapshot in stream { snapshots.append(snapshot) }
                response = try await stream.collect()
            }
        } catch {
            response = nil
            sessionError = error
        }
        self.snapshots = snapshots
        self.response = response
        self.sessionError = sessionError
        requests = transport.requests
    }

    /// Expects an answer at both levels.
    func expectAnswer(
        _ text: String, _ finish: FinishReason = FinishReason(.stop, raw: "completed"),
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(eventError == nil, sourceLocation: sourceLocation)
        #expect(log.violations.isEmpty, sourceLocation: sourceLocation)
        #expect(log.text == text, sourceLocation: sourceLocation)
        #expect(log.finish == finish, sourceLocation: sourceLocation)
        #expect(sessionError == nil, sourceLocation: sourceLocation)
        #expect(snapshots.last?.content == text, sourceLocation: sourceLocation)
        #expect(response?.content == text, sourceLocation: sourceLocation)
        #expect(response?.finishReason == finish, sourceLocation: sourceLocation)
        #expect(session.isResponding == false, sourceLocation: sourceLocation)
    }

    /// Expects a failure at both levels, one and the same: after these words of the answer, or before any.
    func expectFailure(
        _ category: FailureCategory, _ words: String, _ advice: RetryAdvice, after text: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for (level, error) in [("events", eventError), ("session", sessionError)] {
            let failure = error as? any LanguageModelFailure
            // A case of the seed's error has no place for what had been received, nor for a server's own advice.
            let holdsAll = !(error is GrokError)
            #expect(failure?.category == category, "\(level)", sourceLocation: sourceLocation)
            if holdsAll || category != .malformedResponse {
                #expect(failure?.retryAdvice == advice, "\(level)", sourceLocation: sourceLocation)
            }
            let description = error?.localizedDescription ?? ""
            #expect(words.isEmpty || description.contains(words), "\(level)", sourceLocation: sourceLocation)
            #expect(!description.isEmpty, "\(level)", sourceLocation: sourceLocation)
            if holdsAll {
                #expect((failure?.partial?.text ?? "") == text ?? "", "\(level)", sourceLocation: sourceLocation)
            }
            var shown = "\(String(reflecting: error))"
            dump(error, to: &shown)
            #expect(!shown.contains(canaryKey), "\(level)", sourceLocation: sourceLocation)
        }
        #expect(log.text == text ?? "", sourceLocation: sourceLocation)
        #expect(log.finish == nil, sourceLocation: sourceLocation)
        #expect(snapshots.last?.content == text, sourceLocation: sourceLocation)
        #expect(response == nil, sourceLocation: sourceLocation)
        // The turn is over, and as if it had not been.
        #expect(session.isResponding == false, sourceLocation: sourceLocation)
        let rest = session.transcript.filter { if case .instructions = $0 { false } else { true } }
        #expect(rest.isEmpty, sourceLocation: sourceLocation)
    }
}
