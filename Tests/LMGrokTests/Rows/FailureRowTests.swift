import Foundation
import LMProtocol
import LMTestSupport
import LMTransport
import Testing

@testable import LMGrok

/// The public bug reports of other clients that are about errors, one test for each row of the project's list. Each
/// asserts the events of the model and what an app sees through a session.
struct FailureRowTests {
    @Test func `row 1: an error as plain JSON with the status of success is a failure with the server's words`() async {
        let run = await RowRun(
            .document(
                200, #"{"code":"The service is currently unavailable","error":"Timed out waiting for first token"}"#))
        run.expectFailure(.overloaded, "Timed out waiting for first token", .backoff)
        #expect(
            run.sessionError as? GrokError
                == .requestFailed(
                    statusCode: 200, code: "The service is currently unavailable",
                    message: "Timed out waiting for first token"))
    }

    @Test func `row 2: the server's code and words are the error's, not the status's`() async {
        let run = await RowRun(.document(400, #"{"code":"invalid-argument","error":"Model not found: x"}"#))
        run.expectFailure(.modelNotFound, "Model not found: x", .never)
        #expect(
            run.sessionError as? GrokError
                == .requestFailed(statusCode: 400, code: "invalid-argument", message: "Model not found: x"))
    }

    @Test func `row 3: a wrong key with the status 400 is a wrong key, and is not tried again`() async {
        let run = await RowRun(
            .document(
                400,
                #"{"code":"invalid-argument","error":"Incorrect API key provided. You can obtain an API key from https://console.x.ai."}"#
            ))
        run.expectFailure(.authentication, "Incorrect API key provided", .never)
        #expect(run.requests.count == 1)
    }

    @Test func `row 4: a flat error event is a failure with its message, not an empty success`() async {
        let run = await RowRun(
            Wire.reply(
                Wire.created,
                #"{"type":"error","code":null,"message":"Service temporarily unavailable.","param":null,"sequence_number":1}"#
            ))
        run.expectFailure(.overloaded, "Service temporarily unavailable.", .backoff)
        #expect(
            run.sessionError as? GrokError == .generationFailed(code: nil, message: "Service temporarily unavailable."))
    }

    @Test(arguments: [
        #"{"type":"error","error":{"type":"server_error","code":"server_error","message":"Broken.","param":null}}"#,
        #"{"type":"error","code":"server_error","message":"Broken.","param":null}"#,
        #"{"error":{"code":"server_error","message":"Broken."}}"#, #"{"code":"server_error","error":"Broken."}"#,
        Wire.ended("failed", #""error":{"code":"server_error","message":"Broken."}"#),
    ])
    func `row 6: an error as the very first event fails before any snapshot, in every shape`(_ error: String) async {
        let run = await RowRun(Wire.reply(error))
        run.expectFailure(.server, "Broken.", .backoff)
        #expect(run.log.events.allSatisfy { if case .started = $0 { true } else { false } })
        #expect(run.snapshots.isEmpty)
        #expect(run.sessionError as? GrokError == .generationFailed(code: "server_error", message: "Broken."))
    }

    @Test func `row 9: a content filter is a guardrail violation with the words so far, not a length stop`() async {
        let run = await RowRun(
            Wire.reply(
                Wire.created, Wire.delta("How to"),
                Wire.ended("incomplete", #""incomplete_details":{"reason":"content_filter"},"output":[]"#)))
        run.expectFailure(.guardrail, "content filter", .never, after: "How to")
        guard case .guardrailViolation? = run.sessionError as? LanguageModelError else {
            Issue.record("\(String(describing: run.sessionError)) is no guardrail violation")
            return
        }
    }

    @Test func `row 44: unsafe content with the status 403 is no matter of permission, and names no team`() async {
        let run = await RowRun(
            .document(
                403,
                #"{"code":"The caller does not have permission to execute the specified operation","error":"Content violates usage guidelines. Team: 5ec0a1d2-77, API key ID: 7f3e9c11-42, Model: grok-4.3, Failed check: SAFETY_CHECK_TYPE_BIO"}"#
            ))
        run.expectFailure(.guardrail, "Content violates usage guidelines", .never)
        for error in [run.eventError, run.sessionError] {
            var shown = "\(String(reflecting: error))"
            dump(error, to: &shown)
            #expect(!shown.contains("5ec0a1d2") && !shown.contains("7f3e9c11"))
            guard case .guardrailViolation? = error as? LanguageModelError else {
                Issue.record("\(String(describing: error)) is no guardrail violation")
                return
            }
        }
    }

    @Test func `row 45: a conversation that is too long is a rejected request, and not tried again`() async {
        let run = await RowRun(
            .document(
                400,
                #"{"error":"This model's maximum prompt length is 131072 but the request contains 136973 tokens."}"#))
        run.expectFailure(.contextSize, "maximum prompt length is 131072", .never)
        guard case .requestFailed(400, nil, _)? = run.sessionError as? GrokError else {
            Issue.record("\(String(describing: run.sessionError)) is no rejected request")
            return
        }
        #expect(run.requests.count == 1)
    }

    /// What `Retry-After` says, what is to be done, and when the limit is over, counted from now.
    private static let waits: [(header: String?, advice: RetryAdvice, reset: TimeInterval?)] = [
        (nil, .backoff, nil), ("7", .after(.seconds(7)), 7), ("0", .after(.zero), 0),
        ("Tue, 14 Nov 2023 22:13:50 GMT", .after(.seconds(30)), 30),
        ("99999999999999999999", .after(.seconds(86_400)), 86_400), ("soon", .backoff, nil),
    ]

    @Test(arguments: waits)
    func `row 46: a rate limit with Retry-After as seconds, zero, a date, absurd, wrong or missing`(
        _ wait: (header: String?, advice: RetryAdvice, reset: TimeInterval?)
    ) async {
        var headers = HTTPFields()
        headers[.retryAfter] = wait.header
        let run = await RowRun(.document(429, #"{"code":429,"error":"Too many requests."}"#, headers: headers))
        run.expectFailure(.rateLimited, "Too many requests.", wait.advice)
        for error in [run.eventError, run.sessionError] {
            guard case .rateLimited(let limit)? = error as? LanguageModelError else {
                Issue.record("\(String(describing: error)) is no rate limit")
                return
            }
            #expect(limit.resetDate == wait.reset.map { RowRun.now.addingTimeInterval($0) })
        }
    }

    @Test func `row 46: credits that are used up are no matter of waiting, and the mark is the code`() async {
        let run = await RowRun(
            .document(
                429, #"{"code":429,"error":"You ran out of credits. [WKE=personal-team-blocked:spending-limit]"}"#,
                headers: [.retryAfter: "5"]))
        run.expectFailure(.quotaExhausted, "You ran out of credits.", .never)
        let failure = run.sessionError as? any LanguageModelFailure
        #expect(failure?.evidence?.code == "personal-team-blocked:spending-limit")
        #expect(failure?.localizedDescription.contains("WKE") == false)
    }

    @Test func `row 48: a stream that closes before its terminal event is no success, and keeps its words`() async {
        let run = await RowRun(Wire.reply(Wire.created, Wire.delta("Hel"), Wire.delta("lo")))
        run.expectFailure(.incompleteStream, "ended before the response was complete", .backoff, after: "Hello")
        guard case .invalidResponse? = run.sessionError as? GrokError else {
            Issue.record("\(String(describing: run.sessionError)) is no invalid response")
            return
        }
    }

    @Test(arguments: [true, false])
    func `row 56: broken JSON names its event, and what came before is kept`(_ isFirst: Bool) async {
        let broken =
            "event: response.output_text.delta\ndata: {\"type\":\"response.output_text.delta\",\"delta\":\"lo\"\n\n"
        let before = isFirst ? "" : Wire.text([Wire.created, Wire.delta("Hel")])
        let run = await RowRun(.events(before + broken))
        run.expectFailure(.malformedResponse, "response.output_text.delta", .backoff, after: isFirst ? nil : "Hel")
        #expect((run.eventError as? any LanguageModelFailure)?.evidence?.body?.contains("lo") == true)
    }

    @Test func `row 63: a call that is open when an error comes is discarded and never run`() async {
        let tool = CountingTool()
        let run = await RowRun(
            Wire.reply(
                Wire.created, Wire.added(0, Wire.call(status: "in_progress")), Wire.arguments(#"{\"n\":1}"#),
                #"{"type":"error","code":"server_error","message":"Broken."}"#), tools: [tool])
        run.expectFailure(.server, "Broken.", .backoff)
        #expect(run.log.calls.isEmpty)
        #expect(tool.calls.isEmpty)
    }

    @Test func `row 68: a second response inside the first is a failure, not a mixture`() async {
        let run = await RowRun(
            Wire.reply(
                Wire.created, Wire.delta("one"),
                #"{"type":"response.created","response":{"id":"other","model":"grok-4.3"}}"#, Wire.delta("two"),
                Wire.completed))
        run.expectFailure(.malformedResponse, "A second response began", .backoff, after: "one")
    }
}
