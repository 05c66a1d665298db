import LMProtocol
import LMTestSupport
import Testing

@testable import LMGrok

/// A model that says that it will not answer.
struct RefusalTests {
    private static let refusal: [String] = [
        Wire.created, Wire.added(0, #"{"type":"message","id":"msg_1","content":[]}"#),
        #"{"type":"response.refusal.delta","output_index":0,"content_index":0,"delta":"I can"}"#,
        #"{"type":"response.refusal.delta","output_index":0,"content_index":0,"delta":"not."}"#,
        #"{"type":"response.refusal.done","output_index":0,"content_index":0,"refusal":"I cannot."}"#,
        Wire.done(0, #"{"type":"message","id":"msg_1","content":[{"type":"refusal","refusal":"I cannot."}]}"#),
        Wire.completed,
    ]

    @Test func `a refusal is the text of the answer, and marked as what it is`() async {
        let run = await RowRun(.events(Wire.text(Self.refusal)))
        run.expectAnswer("I cannot.", FinishReason(.refusal, raw: "completed"))
        #expect(run.log.events.contains { if case .refusalEnd(_, "I cannot.") = $0 { true } else { false } })
        #expect(run.response?.isRefusal == true)
        #expect(run.snapshots.last?.isRefusal == true)
    }

    @Test func `a refusal of a value is an error, with what the model said`() async {
        let transport = StubTransport(.events(Wire.text(Self.refusal)))
        let session = LanguageModelSession(model: RowRun.model(transport))
        let error = await #expect(throws: LanguageModelError.self) {
            try await session.respond(to: "Names", generating: [String].self)
        }
        guard case .refusal? = error else {
            Issue.record("\(String(describing: error)) is no refusal")
            return
        }
        #expect(error?.partial?.text == "I cannot.")
    }
}
