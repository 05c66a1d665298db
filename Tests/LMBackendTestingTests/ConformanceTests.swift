import LMBackendTesting
import LMChatCompletions
import LMGrok
import LMProtocol
import LMReplay
import LMResponses
import LMTestSupport
import LMTransport
import Testing

@Suite struct ConformanceTests {
    static let checks = BackendConformance.Check.allCases

    /// The answers of cassettes that were recorded whole.
    static func answers(_ names: String...) throws -> [RecordedAnswer] {
        try names.flatMap { name in
            try RecordedAnswer.all(of: Cassette(contentsOf: Fixtures.path(name))).filter { $0.status == 200 }
        }
    }

    @Test(arguments: checks)
    func `Grok is a sound backend`(check: BackendConformance.Check) async throws {
        let errors = try RecordedAnswer.all(of: Cassette(contentsOf: Fixtures.path("bad-key.cassette.jsonl")))
        try await BackendConformance(
            answers: Self.answers("hello.cassette.jsonl", "demo/tools.cassette.jsonl"),
            errors: errors.map { ($0, .authentication) }
        ) {
            GrokModel.grok4.apiKey("key-of-conformance").transport($0)
        }.run(check)
    }

    @Test(arguments: checks)
    func `Chat Completions is a sound backend`(check: BackendConformance.Check) async throws {
        let refusal = RecordedAnswer(
            name: "a bad key", status: 401, headers: [.contentType: "application/json"],
            body: Array(#"{"error":{"message":"Authentication Fails","type":"authentication_error"}}"#.utf8))
        try await BackendConformance(
            answers: Self.answers("chat-tools.cassette.jsonl"), errors: [(refusal, .authentication)]
        ) {
            ChatCompletionsModel(name: "deepseek-reasoner", dialect: .deepseek).apiKey("key-of-conformance")
                .transport($0)
        }.run(check)
    }

    @Test(arguments: checks)
    func `a backend without a fault passes, whatever its wire`(check: BackendConformance.Check) async throws {
        try await LineBackend.conformance(nil).run(check)
    }

    @Test(arguments: LineBackend.Flaw.allCases)
    func `a backend with a fault is found out`(flaw: LineBackend.Flaw) async throws {
        let failures = await LineBackend.conformance(flaw).failures()
        #expect(failures.map(\.check).contains(flaw.check), "\(failures)")
        #expect(failures.allSatisfy { !$0.message.isEmpty })
    }

    @Test func `answers that fit no check are asked for`() async throws {
        let suite = BackendConformance(answers: []) { GrokModel.grok4.apiKey("key").transport($0) }
        let failures = await suite.failures()
        #expect(failures.contains { $0.message.contains("hand one in") })
    }
}
