import LMProtocol
import Synchronization
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The ways of using a session that a reader of Foundation Models' documentation knows, each as it is written there.
@Suite struct UsageTests {
    @Generable
    struct Trip: Equatable {
        @Guide(description: "A short title that makes one want to go")
        var title: String

        @Guide(description: "What happens on each day", .count(1...7))
        var days: [Day]
    }

    @Generable
    struct Day: Equatable {
        @Guide(description: "Where the day is spent")
        var city: String

        @Guide(description: "What to do there", .count(2...4))
        var activities: [String]
    }

    struct ForecastTool: Tool {
        let name = "getForecast"
        let description = "Tells the forecast for a city."

        @Generable
        struct Arguments {
            @Guide(description: "The city's name")
            var city: String
        }

        @concurrent func call(arguments: Arguments) async throws -> String {
            "23 °C and sunny in \(arguments.city)."
        }
    }

    static let json =
        #"{"title":"Neon to Moss","days":[{"city":"Tokyo","activities":["Shibuya","ramen"]},{"city":"Kyoto","activities":["temples","tea"]}]}"#
    static let trip = Trip(
        title: "Neon to Moss",
        days: [
            Day(city: "Tokyo", activities: ["Shibuya", "ramen"]), Day(city: "Kyoto", activities: ["temples", "tea"]),
        ])

    @Test func `a value of a type comes back as that type`() async throws {
        let backend = ScriptedBackend([.text(Self.json)])
        let session = LanguageModelSession(model: backend)
        let trip = try await session.respond(to: "Plan two days in Japan.", generating: Trip.self).content
        #expect(trip == Self.trip)
        let schema = try #require(backend.requests.first?.schema)
        #expect(schema.name.hasSuffix("Trip"))
        guard case .response(let response)? = session.transcript.last,
            case .structure(let segment)? = response.segments.first
        else {
            Issue.record("no structured segment in \(session.transcript)")
            return
        }
        #expect(segment.content.jsonString.contains("Neon to Moss"))
    }

    @Test func `a value fills in from its first property down while it streams`() async throws {
        let pieces = Self.json.map(String.init)
        let id = PartID(item: 0)
        let backend = ScriptedBackend([
            .init(
                [.events([.textStart(id)])] + pieces.map { .events([.textDelta(id, $0)]) } + [
                    .events([.textEnd(id, text: Self.json), .finished(FinishReason(.stop))])
                ])
        ])
        let session = LanguageModelSession(model: backend)
        var counts: [Int] = []
        var titles: Set<String> = []
        let stream = session.streamResponse(to: "Plan two days in Japan.", generating: Trip.self)
        for try await snapshot in stream {
            let partial = snapshot.content
            if let title = partial.title { titles.insert(title) }
            if let days = partial.days {
                #expect(partial.title == Self.trip.title, "days came before the title was whole")
                counts.append(days.count)
            }
        }
        #expect(titles.contains("Ne"))
        #expect(counts == counts.sorted())
        #expect(counts.last == 2)
        #expect(try await stream.collect().content == Self.trip)
    }

    @Test func `an answer that breaks a guide is an error with the place, the reason and the text`() async throws {
        let text = #"{"title":"X","days":[]}"#
        let session = LanguageModelSession(model: ScriptedBackend([.text(text)]))
        let error = await #expect(throws: GenerationFailure.self) {
            try await session.respond(to: "?", generating: Trip.self)
        }
        #expect(error?.category == .outputInvalid)
        #expect(error?.partial?.text == text)
        #expect(error?.errorDescription?.contains("days") == true)
        #expect(session.transcript.isEmpty)
    }

    @Test func `with repair the model is told once what is wrong`() async throws {
        let backend = ScriptedBackend([.text(#"{"title":"X","days":[]}"#), .text(Self.json)])
        let session = LanguageModelSession(model: backend)
        session.outputValidationPolicy = .repairOnce
        let trip = try await session.respond(to: "?", generating: Trip.self).content
        #expect(trip == Self.trip)
        #expect(backend.requests[1].transcript.last?.texts.joined().contains("days") == true)

        let stubborn = ScriptedBackend([.text("{}"), .text("{}"), .text(Self.json)])
        let other = LanguageModelSession(model: stubborn)
        other.outputValidationPolicy = .repairOnce
        await #expect(throws: GenerationFailure.self) { try await other.respond(to: "?", generating: Trip.self) }
        #expect(stubborn.requests.count == 2)
    }

    @Test func `an answer that is cut off is its own failure, with the value so far`() async throws {
        let text = String(Self.json.prefix(60))
        let session = LanguageModelSession(model: ScriptedBackend([.text(text, finish: FinishReason(.length))]))
        let error = await #expect(throws: GenerationFailure.self) {
            try await session.respond(to: "?", generating: Trip.self)
        }
        guard case .outputTruncated(let failure)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.rawText == text)
        #expect(failure.content?.jsonString.contains("Neon") == true)
    }

    @Test func `a tool with arguments of a generated type runs by itself`() async throws {
        let backend = ScriptedBackend([
            .toolCalls(
                ("c1", "getForecast", #"{"city":"Paris"}"#), ("c2", "getForecast", #"{"city":"Rome"}"#)),
            .text("Neither needs an umbrella."),
        ])
        let session = LanguageModelSession(
            model: backend, tools: [ForecastTool()], instructions: "Use the getForecast tool for the weather.")
        let response = try await session.respond(to: "Umbrella for Paris or Rome?")
        #expect(response.content == "Neither needs an umbrella.")
        var lines: [String] = []
        for entry in session.transcript {
            if case .toolCalls(let calls) = entry {
                for call in calls { lines.append("\(call.toolName) \(call.arguments.jsonString)") }
            }
        }
        #expect(lines.count == 2)
        #expect(lines.first?.contains("Paris") == true)
    }

    @Test func `the reasoning of an answer is read from its entries`() async throws {
        let (thought, said) = (PartID(item: 0), PartID(item: 1))
        let backend = ScriptedBackend([
            .init([
                .events([
                    .reasoningStart(thought), .reasoningDelta(thought, "33 days."),
                    .reasoningEnd(thought, text: "33 days."),
                    .textStart(said), .textDelta(said, "33"), .textEnd(said, text: "33"),
                    .usage(Usage(output: .init(totalTokenCount: 9, reasoningTokenCount: 7))),
                    .finished(FinishReason(.stop)),
                ])
            ])
        ])
        let session = LanguageModelSession(model: backend)
        let response = try await session.respond(
            to: "How many weekdays?", contextOptions: ContextOptions(reasoningLevel: .deep))
        #expect(response.usage.output.reasoningTokenCount == 7)
        var thoughts: [String] = []
        for entry in response.transcriptEntries {
            if case .reasoning(let reasoning) = entry {
                for case .text(let text) in reasoning.segments { thoughts.append(text.content) }
            }
        }
        #expect(thoughts == ["33 days."])
        #expect(backend.requests[0].contextOptions.reasoningLevel == .deep)
    }

    @Test func `a prompt mixes words with labelled images`() async throws {
        let backend = ScriptedBackend([.text("The second.")])
        let session = LanguageModelSession(model: backend)
        let (first, second) = (URL(filePath: "/tmp/first.jpg"), try #require(URL(string: "https://example.com/b.png")))
        _ = try await session.respond {
            "Which receipt has the higher total?"
            Attachment(imageURL: first).label("first")
            Attachment(imageURL: second).label("second")
        }
        guard case .prompt(let prompt)? = session.transcript.first else { return }
        #expect(prompt.segments.map(\.words) == ["Which receipt has the higher total?", "first", "second"])
    }

    @Test func `a model that cannot see is not sent an image`() async throws {
        let backend = ScriptedBackend(
            [.text("never")], card: ModelCard(name: "blind", capabilities: LanguageModelCapabilities([])))
        let session = LanguageModelSession(model: backend)
        await #expect(throws: LanguageModelError.self) {
            try await session.respond { Attachment(imageURL: URL(filePath: "/tmp/a.jpg")) }
        }
        #expect(backend.requests.isEmpty)
    }

    @Test func `a conversation is saved and picked up with another model`() async throws {
        let session = LanguageModelSession(model: ScriptedBackend([.text("Hello, Ada.")]))
        try await session.respond(to: "I'm Ada.")
        let data = try JSONEncoder().encode(session.transcript)
        let transcript = try JSONDecoder().decode(Transcript.self, from: data)
        #expect(transcript == session.transcript)
        let backend = ScriptedBackend([.text("A reading list.")])
        let resumed = LanguageModelSession(model: backend, transcript: transcript)
        #expect(resumed.isResponding == false)
        try await resumed.respond(to: "Suggest a project.")
        #expect(backend.requests[0].transcript.count == 3)
    }

    @Test func `errors are caught by the names that they have there`() async throws {
        let backend = ScriptedBackend([
            .failing(LanguageModelError.rateLimited(.init(resetDate: nil, debugDescription: "Slow down.")))
        ])
        do {
            try await LanguageModelSession(model: backend).respond(to: "?")
            Issue.record("no error")
        } catch LanguageModelError.rateLimited(let rateLimit) {
            #expect(rateLimit.resetDate == nil)
        }
    }
}
