import LMProtocol
import LMTestSupport
import LMTransport
import Testing

@testable import LMGrok

/// Every error body that is known, as an app gets it through a session.
struct ErrorReplyTests {
    @Test(arguments: ErrorReply.all)
    func `a body is the same failure as events and through a session`(_ reply: ErrorReply) async {
        let run = await RowRun(.document(reply.status, reply.body))
        run.expectFailure(reply.category, reply.message ?? "", reply.advice)
        #expect(run.snapshots.isEmpty)
        #expect(run.requests.count == 1)
        let failure = run.eventError as? any LanguageModelFailure
        #expect(failure?.evidence?.status == reply.status)
        if let code = reply.code { #expect(failure?.evidence?.code == code) }
        for error in [run.sessionError] {
            switch (reply.category, reply.status) {
            case (.guardrail, _):
                guard case .guardrailViolation? = error as? LanguageModelError else { return Self.isWrong(error) }
            case (_, 429):
                guard case .rateLimited? = error as? LanguageModelError else { return Self.isWrong(error) }
            case (.malformedResponse, _):
                guard case .invalidResponse? = error as? GrokError else { return Self.isWrong(error) }
            default:
                guard case .requestFailed(reply.status, _, _)? = error as? GrokError else { return Self.isWrong(error) }
            }
        }
    }

    @Test(arguments: [
        (500, "false", RetryAdvice.never), (400, "true", .backoff), (400, "no", .never), (503, "false", .never),
    ])
    func `x-should-retry has the last word on another try`(
        _ status: Int, _ value: String, _ advice: RetryAdvice
    ) async {
        let run = await RowRun(.document(status, #"{"error":"No."}"#, headers: [.shouldRetry: value]))
        #expect((run.eventError as? any LanguageModelFailure)?.retryAdvice == advice)
    }

    private static func isWrong(_ error: (any Error)?) {
        Issue.record("\(String(describing: error)) is not the error that an app's handler waits for")
    }
}
