import LMJSON
import LMProtocol
import Testing

@testable import LMResponses

/// What was streamed and the server's final word are brought together once.
struct ReconciliationTests {
    private static let message = StreamRowTests.message
    private static let completed = StreamRowTests.completed
    private static func delta(_ text: String) -> String { StreamRowTests.delta(text) }
    private static func item(_ text: String) -> String {
        #"{"type":"message","id":"msg_1","content":[{"type":"output_text","text":"\#(text)"}]}"#
    }

    @Test(arguments: [
        #"{"type":"response.output_text.done","output_index":0,"content_index":0,"text":"Hello"}"#,
        #"{"type":"response.content_part.done","output_index":0,"content_index":0,"part":{"type":"output_text","text":"Hello"}}"#,
        #"{"type":"response.output_item.done","output_index":0,"item":\#(item("Hello"))}"#,
        #"{"type":"response.completed","response":{"output":[\#(item("Hello"))]}}"#,
    ])
    func `text that the final word adds comes as one more delta`(_ last: String) {
        let decoded = Decoding(stream(Self.message, Self.delta("Hel"), last, Self.completed))
        #expect(decoded.text == "Hello")
        #expect(decoded.events.contains(.textDelta(PartID(item: 0), "lo")))
        #expect(decoded.events.contains(.textEnd(PartID(item: 0), text: "Hello")))
        #expect(decoded.adjustments.isEmpty)
        #expect(decoded.violations.isEmpty)
    }

    @Test func `a final word that contradicts the stream is told once, and the stream stays`() {
        let decoded = Decoding(
            stream(
                Self.message, Self.delta("Hello"),
                #"{"type":"response.output_text.done","output_index":0,"content_index":0,"text":"Goodbye"}"#,
                #"{"type":"response.output_item.done","output_index":0,"item":\#(Self.item("Goodbye"))}"#,
                #"{"type":"response.completed","response":{"output":[\#(Self.item("Goodbye"))]}}"#))
        #expect(decoded.text == "Hello")
        #expect(decoded.adjustments.map(\.kind) == [.streamMismatch])
        #expect(decoded.violations.isEmpty)
    }

    @Test func `a response that was not streamed gives the same events as one terminal event`() throws {
        let response = """
            {"id":"r","object":"response","status":"completed","model":"m","output":[
            {"type":"reasoning","id":"rs","summary":[{"type":"summary_text","text":"think"}],"encrypted_content":"E"},
            {"type":"message","id":"msg","content":[{"type":"output_text","text":"Hi","annotations":[{"type":"url_citation","url":"https://a.example"}]}]},
            {"type":"function_call","call_id":"c","name":"f","arguments":"{}"}],
            "usage":{"input_tokens":1,"output_tokens":2}}
            """.replacing("\n", with: "")
        let decoded = Decoding(stream(#"{"type":"response.completed","response":\#(response)}"#))
        #expect(
            decoded.events == [
                .started(ResponseInfo(id: "r", model: "m")), .reasoningStart(PartID(item: 0)),
                .reasoningDelta(PartID(item: 0), "think"), .reasoningEnd(PartID(item: 0), text: "think"),
                .reasoningData(item: 0, .encryptedReasoning(id: "rs", "E", served: "m")),
                .textStart(PartID(item: 1)), .citation(PartID(item: 1), Citation(url: "https://a.example")),
                .textDelta(PartID(item: 1), "Hi"), .textEnd(PartID(item: 1), text: "Hi"),
                .toolCallStart(PartID(item: 2), callID: "c", name: "f"), .toolCallDelta(PartID(item: 2), "{}"),
                .toolCallEnd(PartID(item: 2), arguments: "{}", isComplete: true),
                .usage(Usage(input: .init(totalTokenCount: 1), output: .init(totalTokenCount: 2))),
                .finished(FinishReason(.toolCalls, raw: "completed")),
            ])
        #expect(decoded.violations.isEmpty)
    }

    @Test func `a refusal is streamed and closed as one`() {
        let decoded = Decoding(
            stream(
                Self.message,
                #"{"type":"response.content_part.added","output_index":0,"content_index":0,"part":{"type":"refusal","refusal":""}}"#,
                #"{"type":"response.refusal.delta","output_index":0,"content_index":0,"delta":"I can"}"#,
                #"{"type":"response.refusal.delta","output_index":0,"content_index":0,"delta":"not."}"#,
                #"{"type":"response.refusal.done","output_index":0,"content_index":0,"refusal":"I cannot."}"#,
                #"{"type":"response.output_item.done","output_index":0,"item":{"type":"message","content":[{"type":"refusal","refusal":"I cannot."}]}}"#,
                Self.completed))
        #expect(
            decoded.events.prefix(3) == [
                .refusalDelta(PartID(item: 0), "I can"), .refusalDelta(PartID(item: 0), "not."),
                .refusalEnd(PartID(item: 0), text: "I cannot."),
            ])
        #expect(decoded.violations.isEmpty)
    }

    @Test func `citations are told once, whether streamed, final or both`() {
        let annotation =
            #"{"type":"url_citation","url":"https://a.example","title":"A","start_index":0,"end_index":2}"#
        let decoded = Decoding(
            stream(
                Self.message, Self.delta("Hi"),
                #"{"type":"response.output_text.annotation.added","output_index":0,"content_index":0,"annotation_index":0,"annotation":\#(annotation)}"#,
                #"{"type":"response.output_item.done","output_index":0,"item":{"type":"message","content":[{"type":"output_text","text":"Hi","annotations":[\#(annotation),{"type":"url_citation","url":"https://b.example"},{"type":"file_citation","file_id":"file_1","filename":"f.txt"}]}]}}"#,
                Self.completed))
        #expect(
            decoded.citations == [
                Citation(url: "https://a.example", title: "A", start: 0, end: 2), Citation(url: "https://b.example"),
                Citation(url: "file_1", title: "f.txt"),
            ])
    }

    @Test func `several parts of a message keep their order and their texts`() {
        let decoded = Decoding(
            stream(
                Self.message, Self.delta("one"),
                #"{"type":"response.output_text.delta","output_index":0,"content_index":1,"delta":"two"}"#,
                #"{"type":"response.output_item.done","output_index":0,"item":{"type":"message","content":[{"type":"output_text","text":"one"},{"type":"output_text","text":"two"}]}}"#,
                Self.completed))
        #expect(decoded.events.contains(.textEnd(PartID(item: 0, part: 0), text: "one")))
        #expect(decoded.events.contains(.textEnd(PartID(item: 0, part: 1), text: "two")))
        #expect(decoded.violations.isEmpty)
    }

    @Test func `a response that is not over is no answer`() {
        let decoded = Decoding(stream(#"{"type":"response.completed","response":{"status":"queued","output":[]}}"#))
        #expect(decoded.failure?.kind == .invalidResponse)
        #expect(decoded.failure?.code == "queued")
    }

    @Test func `a cancelled response is a failure`() {
        let decoded = Decoding(
            stream(Self.message, Self.delta("Hi"), #"{"type":"response.cancelled","response":{"status":"cancelled"}}"#))
        #expect(decoded.failure?.kind == .generationFailed)
        #expect(decoded.failure?.code == "cancelled")
        #expect(decoded.failure?.partial?.text == "Hi")
    }
}
