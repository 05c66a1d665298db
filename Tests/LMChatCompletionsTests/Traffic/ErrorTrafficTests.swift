import LMProtocol
import LMProvider
import LMTransport
import Testing

@testable import LMChatCompletions

/// Every recorded error is what it says.
@Suite(.enabled(if: Traffic.isThere, "LM_TRAFFIC_CHAT_COMPLETIONS does not say where the recorded traffic is"))
struct ErrorTrafficTests {
    /// What each recorded error is.
    static let expected: [String: FailureCategory] = [
        "azure-grok/006-1": .authentication, "azure-grok/016-1": .rateLimited, "deepseek/009-1": .authentication,
        "deepseek/014-1": .contextSize, "doubleword/003-1": .permission, "doubleword/004-1": .permission,
        "doubleword/005-1": .invalidRequest, "doubleword/006-1": .invalidRequest, "doubleword/007-1": .modelNotFound,
        "groq/015-1": .modelNotFound, "llamacpp/002-1": .contextSize, "llamacpp/003-1": .invalidRequest,
        "mistral/018-1": .authentication, "ollama/001-1": .authentication, "openai/011-1": .invalidRequest,
        "perplexity/008-1": .authentication, "venice/004-1": .modelNotFound,
    ]

    static let errors = Traffic.documents.filter { PlainReading(document: $0.body) == nil }

    @Test func `each recorded error has its row`() {
        #expect(Set(Self.errors.map(\.name)) == Set(Self.expected.keys))
    }

    @Test(arguments: errors)
    func `a recorded error is what it says`(_ exchange: Traffic.Exchange) {
        let error = ChatErrors.classifier.response(
            status: exchange.status, headers: [.contentType: "application/json"], body: exchange.body, now: .now)
        #expect(error.category == Self.expected[exchange.name])
        #expect(error.retryAdvice == (exchange.status == 429 ? .backoff : .never))
        #expect(!error.message.isEmpty)
        #expect(!error.message.hasPrefix("The server answered HTTP"))
        #expect(error.evidence?.status == exchange.status)
    }
}
