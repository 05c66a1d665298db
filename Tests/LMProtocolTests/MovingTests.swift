import Foundation
import LMJSON
import LMProtocol
import Testing

/// The names that code from Foundation Models brings along.
@Suite struct MovingTests {
    @Generable struct City: Equatable {
        var name: String
    }

    struct HistoryTool: Tool {
        let name = "history"
        let description = "Tells how long the conversation is."
        @SessionProperty(\.history) var history
        @Generable struct Arguments {}
        func call(arguments: Arguments) async throws -> String { "\(history.count) entries" }
    }

    struct LastEntries: LanguageModelSession.DynamicProfileModifier {
        @SessionProperty(\.history) var history
        let count: Int
        func body(content: Content) -> some DynamicProfile {
            content.onPrompt { history = history.suffix(count) }
        }
    }

    @Test func `a tool sees the history of the session that runs it`() async throws {
        let backend = ScriptedBackend([.toolCalls((id: "1", name: "history", arguments: "{}")), .text("Done.")])
        let session = LanguageModelSession(model: backend, tools: [HistoryTool()])
        try await session.respond(to: "How long is this?")
        let output = session.transcript.compactMap { entry in
            if case .toolOutput(let output) = entry { output.description } else { nil }
        }
        #expect(output == ["history: 2 entries"])
    }

    @Test func `a part of a history is a history with the positions of the whole`() {
        let entries = (0..<4).map { Transcript.Entry.prompt(.init(id: "\($0)", segments: [])) }
        var history = Transcript(entries: entries).history
        let part: Transcript.HistoryView = history.suffix(2)
        #expect(part.map(\.id) == ["2", "3"])
        #expect(part[2].id == "2")
        history = history.dropFirst(1)
        history.removeLast()
        #expect(history.map(\.id) == ["1", "2"])
        var transcript = Transcript(entries: entries)
        transcript.history = transcript.history.prefix(1)
        #expect(transcript.map(\.id) == ["0"])
    }

    @Test func `an entry in print is whose it is and its words`() {
        let text = Transcript.Segment.text(.init(content: "Hi"))
        let value = Transcript.Segment.structure(
            .init(schemaName: "City", content: City(name: "Rome").generatedContent))
        let image = Transcript.Segment.attachment(
            .init(content: .image(.init(data: Data([1, 2, 3]), mimeType: "image/png")), label: "first"))
        let call = Transcript.ToolCall(id: "1", toolName: "find", arguments: City(name: "Rome").generatedContent)
        #expect("\(Transcript.Entry.prompt(.init(segments: [text, image])))" == "Prompt: Hi\n[image first]")
        #expect("\(Transcript.Entry.response(.init(segments: [value])))" == "Response: {\"name\":\"Rome\"}")
        #expect("\(Transcript.Entry.toolCalls(.init([call])))" == "Tool calls: find({\"name\":\"Rome\"})")
        let output = Transcript.ToolOutput(id: "1", toolName: "find", segments: [text])
        #expect("\(Transcript.Entry.toolOutput(output))" == "Tool output: find: Hi")
        #expect("\(Transcript.Entry.reasoning(.init(segments: [text])))" == "Reasoning: Hi")
        let tool = Transcript.ToolDefinition(tool: HistoryTool())
        let instructions = Transcript.Instructions(segments: [text], toolDefinitions: [tool])
        #expect("\(Transcript.Entry.instructions(instructions))" == "Instructions: Hi [tools: history]")
    }

    @Test func `a refusal explains itself without a request`() async throws {
        let refusal = LanguageModelError.Refusal(explanation: "I would rather not.", debugDescription: "refused")
        #expect(refusal.explanationText == "I would rather not.")
        #expect(try await refusal.explanation.content == "I would rather not.")
        var words: [String] = []
        for try await snapshot in refusal.explanationStream { words.append(snapshot.content) }
        #expect(words.last == "I would rather not.")
    }

    @Test func `feedback holds the conversation, what a person thinks of it, and what it should have been`()
        async throws
    {
        let session = LanguageModelSession(model: ScriptedBackend([.text("Rome.")]), instructions: "Be brief.")
        try await session.respond(to: "Which city?")
        let data = session.logFeedbackAttachment(
            sentiment: .negative, issues: [.init(category: .incorrect, explanation: "It is Naples.")],
            desiredResponseContent: City(name: "Naples"))
        let json = try JSONValue(parsing: [UInt8](data))
        #expect(json["sentiment"]?.stringValue == "negative")
        #expect(json["issues"]?[0]?["category"]?.stringValue == "incorrect")
        #expect(json["issues"]?[0]?["explanation"]?.stringValue == "It is Naples.")
        let transcript = try JSONDecoder().decode(
            Transcript.self, from: Data(try #require(json["transcript"]).bytes()))
        #expect(transcript == session.transcript)
        #expect(json["desiredOutput"]?.text().contains("Naples") == true)
        let plain = try JSONValue(parsing: [UInt8](session.logFeedbackAttachment(sentiment: nil)))
        #expect(plain["sentiment"] == nil)
        #expect(plain["desiredOutput"] == nil)
        let text = session.logFeedbackAttachment(sentiment: .neutral, desiredResponseText: "Naples.")
        #expect(String(decoding: text, as: UTF8.self).contains("Naples."))
    }

    @Test @available(*, deprecated)
    func `older spellings are the newer ones`() async throws {
        var options = GenerationOptions(sampling: .greedy, temperature: 0.5, maximumResponseTokens: 9)
        #expect(options == GenerationOptions(samplingMode: .greedy, temperature: 0.5, maximumResponseTokens: 9))
        options.sampling = .random(top: 3)
        #expect(options.samplingMode == .random(top: 3))
        var segment = Transcript.StructuredSegment(source: "City", content: City(name: "Rome").generatedContent)
        #expect(segment.schemaName == "City")
        segment.source = "Town"
        #expect(segment.schemaName == "Town")
        let refusal = LanguageModelSession.GenerationError.Refusal(
            transcriptEntries: [.response(.init(segments: [.text(.init(content: "No."))]))])
        #expect(try await refusal.explanation.content == "Response: No.")
        let error = LanguageModelSession.GenerationError.exceededContextWindowSize(.init(debugDescription: "Too long."))
        #expect(error.localizedDescription == "Too long.")
    }

    @Test func `a model by the name that it has there can say what it can do`() {
        let model: any LanguageModel = ScriptedBackend([])
        #expect(model.capabilities.contains(.vision))
        #expect(Transcript.ResponseFormat(type: City.self).name == "City")
        #expect(Transcript.ResponseFormat(type: City.self).kind == .schema(City.generationSchema))
    }

    @Test func `a modifier may write the history`() async throws {
        struct Brief: LanguageModelSession.DynamicProfile {
            let backend: ScriptedBackend
            var body: some DynamicProfile {
                Profile { Instructions("Be brief.") }.model(backend).modifier(LastEntries(count: 3))
            }
        }
        let backend = ScriptedBackend([.text("1"), .text("2"), .text("3")])
        let session = LanguageModelSession(profile: Brief(backend: backend))
        try await session.respond(to: "a")
        try await session.respond(to: "b")
        let last = try await session.respond(to: "c")
        #expect(last.transcriptEntries.map(\.description) == ["Response: 3"])
        let history = ["Prompt: b", "Response: 2", "Prompt: c"]
        #expect(backend.requests.last?.transcript.history.map(\.description) == history)
        #expect(session.transcript.map(\.description) == history + ["Response: 3"])
    }
}
