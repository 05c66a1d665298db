import Foundation
import LMProtocol
import LMProvider
import LMResponses
import LMTestSupport
import LMTransport
import Testing

@testable import LMGrok

struct GrokErrorTests {
    /// What an app's handler makes of an error; the patterns are those of the package this one follows.
    private func handled(_ error: any Error) -> String {
        do {
            throw error
        } catch GrokError.missingAPIKey {
            return "missing key"
        } catch GrokError.requestFailed(let statusCode, let code, let message) {
            return "rejected (HTTP \(statusCode), \(code ?? "no code")): \(message)"
        } catch GrokError.generationFailed(_, let message) {
            return "stopped: \(message)"
        } catch GrokError.invalidResponse(let message) {
            return "invalid: \(message)"
        } catch GrokError.imageEncodingFailed {
            return "image"
        } catch LanguageModelError.rateLimited(let rateLimit) {
            return "rate limited: \(rateLimit.resetDate == nil)"
        } catch LanguageModelError.timeout {
            return "timeout"
        } catch LanguageModelError.guardrailViolation {
            return "guardrail"
        } catch {
            return "other: \(error.localizedDescription)"
        }
    }

    @Test func `the words of an error are plain text`() {
        guard
            case .requestFailed(_, _, let message) = GrokError.requestFailed(statusCode: 400, code: nil, message: "No.")
        else { return }
        let text: String = message
        #expect(text == "No.")
    }

    private static func run(_ replies: StubTransport.Reply, providerErrors: Bool = false) async -> any Error {
        struct NoError: Error {}
        var model = GrokModel.grok4_3.apiKey(canaryKey).transport(StubTransport(replies))
        model.environment.environment = { [:] }
        if providerErrors { model = model.providerErrors() }
        do {
            _ = try await LanguageModelSession(model: model).respond(to: "Hi")
            return NoError()
        } catch {
            return error
        }
    }

    @Test(arguments: [
        (
            StubTransport.Reply.document(400, #"{"code":"invalid-argument","error":"Incorrect API key provided."}"#),
            "rejected (HTTP 400, invalid-argument): Incorrect API key provided."
        ),
        (
            .document(400, #"{"code":"invalid-argument","error":"Model not found: grok-4.33"}"#),
            "rejected (HTTP 400, invalid-argument): Model not found: grok-4.33"
        ),
        (
            .document(
                400,
                #"{"error":"This model's maximum prompt length is 131072 but the request contains 136973 tokens."}"#),
            "rejected (HTTP 400, no code): This model's maximum prompt length is 131072 but the request contains 136973 tokens."
        ),
        (.document(429, #"{"error":"slow down"}"#), "rate limited: true"),
        (.document(429, #"{"error":"slow down"}"#, headers: [.retryAfter: "3"]), "rate limited: false"),
        (
            .document(
                403, #"{"error":"Content violates usage guidelines. Failed check: SAFETY_CHECK_TYPE_BIO"}"#),
            "guardrail"
        ),
        (.document(403, #"{"error":"Blocked."}"#), "rejected (HTTP 403, no code): Blocked."),
        (.failure(TransportError(.timeout(.idle), "No data for 600 seconds.")), "timeout"),
        (.failure(TransportError(.connectionRefused, "Nothing listens there.")), "other: Nothing listens there."),
        (
            .events("data: {\"type\":\"error\",\"code\":null,\"message\":\"Service temporarily unavailable.\"}\n\n"),
            "stopped: Service temporarily unavailable."
        ),
        (
            .events(
                "data: {\"type\":\"response.incomplete\",\"response\":{\"incomplete_details\":{\"reason\":\"content_filter\"}}}\n\n"
            ),
            "guardrail"
        ),
        (
            .events("data: {\"type\":\"response.created\",\"response\":{}}\n\n"),
            "invalid: The stream ended before the response was complete."
        ),
        (
            .events(
                "data: {\"type\":\"response.created\",\"response\":{}}\n\n",
                failure: TransportError(.truncatedBody, "The body was cut off.")),
            "invalid: The stream ended before the response was complete. The body was cut off."
        ),
        (
            .document(200, "<html>", type: "text/html"),
            "invalid: The server sent a web page, not an answer. The base URL may not be that of the API."
        ),
    ])
    func `what the server said reaches the handler that the seed's apps have`(
        _ reply: StubTransport.Reply, _ expected: String
    ) async {
        #expect(handled(await Self.run(reply)) == expected)
    }

    @Test func `a missing key is the error without details`() {
        #expect(handled(GrokError.missingAPIKey) == "missing key")
        #expect(GrokError.missingAPIKey.errorDescription?.contains("GROK_API_KEY") == true)
        #expect(GrokError.missingAPIKey.category == .authentication)
        #expect(GrokError.missingAPIKey.retryAdvice == .never)
    }

    @Test func `an error carries what is known besides its words`() async throws {
        let reply = StubTransport.Reply.events(
            """
            data: {"type":"response.created","response":{"id":"r"}}

            data: {"type":"response.output_text.delta","output_index":0,"delta":"Hel"}

            data: {"type":"error","code":"server_error","message":"Broken."}


            """)
        let all = try #require(await Self.run(reply, providerErrors: true) as? ProviderError)
        #expect(all.kind == .generationFailed)
        #expect(all.category == .server)
        #expect(all.partial?.text == "Hel")
        #expect(all.evidence?.code == "server_error")
        let error = try #require(await Self.run(reply) as? GrokError)
        #expect(error == .generationFailed(code: "server_error", message: "Broken."))
        #expect(error.category == .server)
        #expect(error.retryAdvice == .backoff)
        #expect(error.evidence?.code == "server_error")
        #expect(error.localizedDescription == "Grok stopped partway through (server_error): Broken.")
    }

    @Test func `an error that an app makes itself is classified by its words too`() {
        let error = GrokError.requestFailed(statusCode: 400, code: nil, message: "Incorrect API key provided.")
        #expect(error.category == .authentication)
        #expect(error.retryAdvice == .never)
        #expect(GrokError.requestFailed(statusCode: 503, code: nil, message: "").retryAdvice == .backoff)
        #expect(GrokError.generationFailed(code: "insufficient_quota", message: "").category == .quotaExhausted)
    }

    @Test func `an image that cannot be read is the error that names it, and nothing is sent`() async throws {
        let transport = StubTransport()
        let session = LanguageModelSession(model: GrokModel.grok4_3.apiKey(canaryKey).transport(transport))
        let error = await #expect(throws: GrokError.self) {
            try await session.respond {
                "What is this?"
                Attachment(imageURL: URL(filePath: "/nowhere/gone.png"))
            }
        }
        let caught = try #require(error)
        #expect(handled(caught) == "image")
        #expect(caught.localizedDescription.contains("/nowhere/gone.png"))
        #expect(transport.requests.isEmpty)
    }

    @Test func `a model that does not exist is answered with the name that may be meant`() async throws {
        let transport = StubTransport(.document(400, #"{"error":"Model not found: grok-4.33"}"#))
        let model = GrokModel(name: "grok-4.33").apiKey(canaryKey).transport(transport)
        let error = await #expect(throws: GrokError.self) {
            try await LanguageModelSession(model: model).respond(to: "Hi")
        }
        #expect(error?.localizedDescription.hasSuffix("Did you mean grok-4.3?") == true)
        #expect(error?.category == .modelNotFound)
    }
}
