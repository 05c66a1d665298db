import Foundation
import LMJSON
import LMProtocol
import LMProvider
import LMTestSupport
import LMTransport
import Testing

struct ErrorClassifierTests {
    private static let now = Date(timeIntervalSince1970: 1_700_000_000)

    private func classify(
        _ status: Int, _ body: String, _ headers: HTTPFields = [:], credential: Credential? = nil
    ) -> ProviderError {
        ErrorClassifier().response(
            status: status, headers: headers, body: Array(body.utf8), now: Self.now,
            redactor: SecretRedactor(credential: credential))
    }

    @Test(arguments: ErrorReply.all)
    func `a body is classified by what it says`(_ row: ErrorReply) {
        let error = classify(row.status, row.body)
        #expect(error.category == row.category)
        #expect(error.retryAdvice == row.advice)
        if let code = row.code { #expect(error.code == code) }
        if let message = row.message { #expect(error.message == message) }
        #expect(error.evidence?.status == row.status)
        #expect(!error.description.contains("<"))
        #expect(
            error.kind
                == (row.category == .malformedResponse ? .invalidResponse : .requestFailed(statusCode: row.status)))
    }

    /// What will not change by itself is not asked again.
    static let final: [Int] = [
        300, 301, 302, 303, 304, 305, 307, 308, 400, 401, 402, 403, 404, 405, 406, 407, 409, 410, 411, 412, 413, 414,
        415,
        416, 417, 418, 421, 422, 423, 424, 426, 428, 431, 451, 499, 501, 505, 506, 508, 510, 511, 525, 526,
    ]
    /// What may pass.
    static let passing: [Int] = [
        408, 425, 429, 500, 502, 503, 504, 507, 509, 520, 521, 522, 523, 524, 527, 529, 530, 599,
    ]

    @Test(arguments: final)
    func `a status that will not change by itself is not tried again`(status: Int) {
        for body in ["", "{}", #"{"error":"No."}"#, "<html>No</html>"] {
            #expect(classify(status, body).retryAdvice == .never, "\(body)")
            #expect(classify(status, body).category != .malformedResponse, "\(body)")
        }
    }

    @Test(arguments: passing)
    func `a status that may pass is tried again`(status: Int) {
        for body in ["", "{}", #"{"error":"No."}"#, "<html>No</html>"] {
            #expect(classify(status, body).retryAdvice == .backoff, "\(body)")
        }
    }

    @Test func `bytes that are not UTF-8 are said to be that, and kept as evidence`() {
        let error = ErrorClassifier().response(status: 200, headers: [:], body: [0xFF, 0xFE, 0x41], now: Self.now)
        #expect(error.message == "The server sent bytes that are not UTF-8 text.")
        #expect(error.evidence?.body?.hasSuffix("A") == true)
    }

    @Test(arguments: ["{", #"{"id":"r","output":[{"ty"#, "[1,2", #"  {"a": tru"#])
    func `a document that ends too early is a cut answer, as a cut stream is`(body: String) {
        let error = classify(200, body, [.contentType: "application/json"])
        #expect(error.category == .incompleteStream)
        #expect(error.retryAdvice == .backoff)
        #expect(!error.message.contains("base URL") && !error.message.contains("this API"))
    }

    @Test(arguments: ["{}x", #"{"a":,}"#, "hello", "[1,]"])
    func `a document that is damaged is not`(body: String) {
        #expect(classify(200, body).category == .malformedResponse)
    }

    @Test func `of a server's words as much is kept as of its body`() {
        let long = String(repeating: "long words ", count: 10_000)
        let error = classify(400, #"{"error":"\#(long)"}"#)
        #expect(error.message.utf8.count <= FailureEvidence.bodyLimit)
        #expect(error.message.hasPrefix("long words"))
        let streamed = ErrorClassifier().streamed(ErrorBody(message: long))
        #expect(streamed.message.utf8.count <= FailureEvidence.bodyLimit)
    }

    /// Each kind of failure, with words that a server says it in.
    @Test(arguments: [
        (401, "Incorrect API key provided: k.", FailureCategory.authentication),
        (403, "Blocked by rule 7.", .permission),
        (404, "The model m7 does not exist.", .modelNotFound), (400, "Field 'q' is wrong.", .invalidRequest),
        (400, "This model's maximum context length is 7 tokens.", .contextSize), (429, "Slow down, 7.", .rateLimited),
        (429, "You exceeded your current quota, 7.", .quotaExhausted), (503, "Busy, 7.", .overloaded),
        (500, "Broken, 7.", .server), (403, "Content violates usage guidelines, 7.", .guardrail),
    ])
    func `whatever kind it is, the server's own words are shown`(
        status: Int, words: String, category: FailureCategory
    ) {
        let error = classify(status, #"{"error":{"message":"\#(words)"}}"#)
        #expect(error.category == category)
        #expect(error.localizedDescription.contains(words))
        let shared = LanguageModelError(error)
        #expect(shared?.localizedDescription.contains(words) ?? true)
    }

    @Test func `row 2: the words and the code of a refusal are the error's, not the status's`() {
        let error = classify(400, #"{"code":"invalid-argument","error":"Model not found: x"}"#)
        #expect(error.description == "The server rejected the request (HTTP 400, invalid-argument): Model not found: x")
    }

    @Test func `row 3: a wrong key with the status 400 is a wrong key, and is not tried again`() {
        let error = classify(400, #"{"code":"invalid-argument","error":"Incorrect API key provided."}"#)
        #expect(error.category == .authentication)
        #expect(error.retryAdvice == .never)
    }

    @Test func `row 44: unsafe content with the status 403 is no matter of permission, and names no team`() {
        let error = classify(
            403,
            #"{"error":"Content violates usage guidelines. Team: 5ec0a1d2-77, API key ID: 7f3e9c11-42, Failed check: SAFETY_CHECK_TYPE_BIO"}"#
        )
        #expect(error.category == .guardrail)
        #expect(!error.description.contains("5ec0a1d2") && !error.description.contains("7f3e9c11"))
        #expect(error.evidence?.body?.contains("5ec0a1d2") == false)
    }

    @Test func `row 45: a conversation that is too long is not tried again`() {
        let error = classify(
            400, #"{"error":"This model's maximum prompt length is 10000 but the request contains 20000 tokens."}"#)
        #expect(error.category == .contextSize)
        #expect(error.retryAdvice == .never)
    }

    // MARK: Waiting

    @Test(arguments: [
        ("7", RetryAdvice.after(.seconds(7))), ("0", .after(.zero)), (" 12 ", .after(.seconds(12))),
        ("1.5", .after(.milliseconds(1500))), ("Tue, 14 Nov 2023 22:13:50 GMT", .after(.seconds(30))),
        ("Tue, 14 Nov 2023 22:13:10 GMT", .after(.zero)), ("99999999999999999999999", .after(.seconds(86_400))),
        ("-5", .backoff), ("soon", .backoff), ("", .backoff), ("Tue, 45 Foo 2023 22:13:50 GMT", .backoff),
        ("Thu, 30 Feb 2023 22:13:50 GMT", .backoff), ("Wed, 29 Feb 2023 22:13:50 GMT", .backoff),
        ("Tue, 14 Nov 2023 24:13:50 GMT", .backoff),
    ])
    func `row 46: Retry-After in seconds, as a date, zero or absurd`(_ value: String, _ advice: RetryAdvice) {
        let error = classify(429, #"{"error":"slow down"}"#, [.retryAfter: value])
        #expect(error.retryAdvice == advice)
        if case .after(let wait) = advice {
            #expect(error.resetDate == Self.now.addingTimeInterval(wait / .seconds(1)))
        } else {
            #expect(error.resetDate == nil)
        }
    }

    @Test func `row 46: without Retry-After there is no reset date`() {
        let error = classify(429, "{}")
        #expect(error.resetDate == nil)
        #expect(error.retryAdvice == .backoff)
    }

    @Test func `Azure's milliseconds count`() {
        #expect(classify(429, "{}", ["retry-after-ms": "250"]).retryAdvice == .after(.milliseconds(250)))
    }

    @Test func `x-should-retry has the last word`() {
        #expect(classify(500, "", [.shouldRetry: "false"]).retryAdvice == .never)
        #expect(classify(400, "", [.shouldRetry: "true"]).retryAdvice == .backoff)
        #expect(classify(400, "", [.shouldRetry: "true", .retryAfter: "3"]).retryAdvice == .after(.seconds(3)))
    }

    @Test func `a wait does not make an exhausted quota worth another try`() {
        #expect(classify(429, #"{"error":{"code":"insufficient_quota"}}"#, [.retryAfter: "5"]).retryAdvice == .never)
    }

    // MARK: Evidence

    @Test func `evidence is capped, at the end of a character, and has the request's identifier`() {
        let error = classify(500, String(repeating: "ä", count: 10_000), [.requestID: "req-1"])
        #expect(error.evidence?.requestID == "req-1")
        let body = error.evidence?.body ?? ""
        #expect((FailureEvidence.bodyLimit - 1...FailureEvidence.bodyLimit).contains(body.utf8.count))
        #expect(body.allSatisfy { $0 == "ä" })
    }

    @Test(arguments: [
        "Incorrect API key provided: \(canaryKey)", "Bearer \(canaryKey) is bad", "{\"error\":\"key \(canaryKey)\"}",
        "x\(canaryKey)x",
    ])
    func `a key that the server echoes is nowhere in the error`(_ body: String) {
        let error = classify(401, body, credential: Credential(bearer: canaryKey))
        var dump = ""
        Swift.dump(error, to: &dump)
        #expect(!"\(error) \(error.localizedDescription) \(String(reflecting: error)) \(dump)".contains(canaryKey))
    }

    @Test(arguments: ["xai-abcdefghijklmnop", "sk-proj-abcdefghijklmnop", "eyJhbGciOiJIUzI1NiJ9.e30.abc"])
    func `anything of the shape of a key is taken out, whoever's it is`(_ key: String) {
        #expect(!classify(401, "The key \(key) is bad.").description.contains(key))
    }

    @Test func `ordinary words stay`() {
        let text = "Your team may use grok-4.3 and gpt-4o-2024-08-06; see https://docs.x.ai/docs/key-information."
        #expect(SecretRedactor(credential: nil).redact(text) == text)
    }
}
