import Foundation
import LMJSON
import LMProtocol
import Testing

@Suite struct ProviderDataTests {
    /// Members out of order, and digits that a double does not hold.
    private static let data = ProviderData(
        provider: "anthropic", requestedModel: "a", servedModel: "b",
        content: ["z": 1, "a": ["n": .number(JSONNumber(12_345_678_901_234_567))], "e": ""])
    private static let options: ProviderOptions = [
        "anthropic": ["cache_control": ["type": "ephemeral", "ttl": "1h"]], "openai": ["z": 1, "a": 2],
    ]

    private static let transcript = Transcript(entries: [
        .instructions(
            .init(
                id: "i", segments: [.text(.init(id: "i1", content: "Be brief.", providerOptions: options))],
                toolDefinitions: [
                    .init(name: "f", description: "", parameters: Int.generationSchema, providerOptions: options)
                ])),
        .prompt(
            .init(
                id: "p",
                segments: [
                    .attachment(
                        .init(
                            id: "p1",
                            content: .file(.init(data: Data([1, 2]), mimeType: "application/pdf", filename: "a.pdf")),
                            label: "report", providerOptions: options)),
                    .attachment(
                        .init(
                            id: "p2",
                            content: .file(.init(providerFile: .init(provider: "openai", id: "file_1"))))),
                    .attachment(
                        .init(id: "p3", content: .image(.init(providerFile: .init(provider: "google", id: "x"))))),
                    .attachment(
                        .init(
                            id: "p4",
                            content: .file(.init(fileURL: URL(filePath: "/tmp/b.mp3"), mimeType: "audio/mpeg")))),
                ],
                options: GenerationOptions(
                    samplingMode: .random(top: 4, probabilityThreshold: 0.5, seed: 7), toolCallingMode: .required("f"),
                    stopSequences: ["END", "\n"], frequencyPenalty: 0.5, presencePenalty: -0.25,
                    providerOptions: options))),
        .reasoning(.init(id: "r", segments: [.text(.init(id: "r1", content: "Hm."))], providerData: data)),
        .toolCalls(
            .init(id: "t", [.init(id: "c", toolName: "f", arguments: GeneratedContent(1), providerData: data)])),
        .toolOutput(
            .init(id: "c", toolName: "f", segments: [.text(.init(id: "o", content: "no"))], isError: true)),
        .data(.init(id: "d", providerData: data)),
        .response(
            .init(
                id: "a",
                segments: [
                    .text(.init(id: "a1", content: "", providerData: data)),
                    .structure(.init(id: "a2", schemaName: "S", content: GeneratedContent(2), providerData: data)),
                ], providerData: data)),
    ])

    @Test func `what a provider keeps, and what is meant for one, comes back exactly from every coder`() throws {
        #expect(try JSONValue.encoding(Self.transcript).decode(Transcript.self) == Self.transcript)
        let exact = try JSONDecoder().decode(Transcript.self, from: JSONEncoder().encode(Self.transcript))
        #expect(exact == Self.transcript)
    }

    @Test func `a transcript from before providers were named still loads`() throws {
        let text = """
            {"type":"FoundationModels.Transcript","version":"1.1","transcript":{"entries":[
            {"id":"p","role":"user","contents":[{"type":"text","text":"Hi","id":"p1"}],"options":{"topK":3}},
            {"id":"r","role":"reasoning","contents":[],"signature":"eyJhIjoxfQ=="},
            {"id":"d","role":"data","contentType":"application/vnd.responses.item+json","content":"e30="},
            {"id":"t","role":"response","toolCalls":[{"id":"c","name":"f","arguments":"{}"}]},
            {"id":"c","role":"tool","toolName":"f","toolCallID":"c","contents":[]}]}}
            """
        let transcript = try JSONDecoder().decode(Transcript.self, from: Data(text.utf8))
        #expect(transcript.count == 5)
        guard case .reasoning(let reasoning) = transcript[1], case .data(let data) = transcript[2] else {
            Issue.record("\(transcript)")
            return
        }
        #expect(reasoning.signature == Data(#"{"a":1}"#.utf8))
        #expect(reasoning.providerData == nil)
        #expect(data.content == Data("{}".utf8) && data.providerData == nil)
    }

    @Test func `what one round said is one message, and the outputs of its tools are one`() {
        let transcript = Self.transcript + [Transcript.Entry.prompt(.init(id: "q", segments: []))]
        let kinds = Transcript(entries: transcript).messages.map { message in
            switch message {
            case .instructions: "instructions"
            case .prompt: "prompt"
            case .model(let entries): "model \(entries.count)"
            case .toolOutputs(let outputs): "outputs \(outputs.count)"
            }
        }
        #expect(kinds == ["instructions", "prompt", "model 2", "outputs 1", "model 2", "prompt"])
    }

    @Test func `options of a prompt's last piece are merged, the later ones in place of the earlier`() {
        let prompt = Prompt {
            "One"
            "Two".providerOptions(["anthropic": ["a": 1, "b": 1]])
        }.providerOptions(["anthropic": ["b": 2], "google": ["c": 3]])
        #expect(prompt.segments[0].providerOptions.isEmpty)
        #expect(prompt.segments[1].providerOptions == ["anthropic": ["a": 1, "b": 2], "google": ["c": 3]])
    }

    @Test func `options for another provider are told, once for each`() {
        let request = GenerationRequest(transcript: Self.transcript)
        #expect(request.adjustmentsForOptions(notOf: "anthropic").count == 1)
        #expect(request.adjustmentsForOptions(notOf: "google").map(\.kind) == [.optionDropped, .optionDropped])
    }

    @Test func `counts that do not fit stay at the largest number, and money of another currency is not added`() {
        let huge = Usage(
            input: .init(totalTokenCount: .max, cachedTokenCount: .max, cacheWriteTokenCount: .max),
            output: .init(totalTokenCount: .max, reasoningTokenCount: .max), cost: Money(1))
        let sum = huge + huge
        #expect(sum.totalTokenCount == .max)
        #expect(sum.input.cacheWriteTokenCount == .max && sum.output.reasoningTokenCount == .max)
        #expect(sum.cost == Money(2))
        #expect((huge + Usage(cost: Money(3, currency: "EUR"))).cost == Money(3, currency: "EUR"))
        #expect((huge + Usage()).cost == Money(1))
    }

    @Test func `what the events of a stream say is kept stands with its part, its call and its message`() async throws {
        let text = PartID(item: 1)
        let backend = ScriptedBackend([
            .init([
                .events([
                    .reasoningData(item: 0, Self.data), .textStart(text), .textDelta(text, "Hi"),
                    .textEnd(text, text: "Hi"), .partData(text, Self.data), .messageData(item: 1, Self.data),
                    .partData(PartID(item: 3), Self.data), .finished(FinishReason(.stop)),
                ])
            ])
        ])
        let response = try await LanguageModelSession(model: backend).respond(to: "?")
        guard case .reasoning(let reasoning)? = response.transcriptEntries.first,
            case .response(let message)? = response.transcriptEntries.dropFirst(1).first,
            case .response(let bare)? = response.transcriptEntries.dropFirst(2).first
        else {
            Issue.record("\(response.transcriptEntries)")
            return
        }
        #expect(reasoning.providerData == Self.data)
        #expect(message.providerData == Self.data)
        guard case .text(let words)? = message.segments.first, case .text(let empty)? = bare.segments.first else {
            Issue.record("\(message) \(bare)")
            return
        }
        #expect(words.providerData == Self.data && words.content == "Hi")
        #expect(empty.providerData == Self.data && empty.content.isEmpty)
        #expect(response.content == "Hi")
    }
}
