import LMJSON
import LMProtocol
import Testing

/// Answers that are no object: the model is asked for one that holds them, and the app gets what it asked for.
@Suite struct OutputFormatTests {
    private static let weather = #"{"value":"sunset"}"#
    private static let names = #"{"value":["Ada","Grace","Edsger"]}"#

    /// A stream of single characters.
    private static func characters(of text: String) -> ScriptedBackend.Script {
        let id = PartID(item: 0)
        return .init(
            [.events([.textStart(id)])] + text.map { .events([.textDelta(id, String($0))]) } + [
                .events([.textEnd(id, text: text), .finished(FinishReason(.stop))])
            ])
    }

    @Test func `an array is asked for as the property of an object, and comes back as an array`() async throws {
        let backend = ScriptedBackend([.text(Self.names)])
        let session = LanguageModelSession(model: backend)
        let response = try await session.respond(to: "Three names", generating: [String].self)
        #expect(response.content == ["Ada", "Grace", "Edsger"])
        #expect(response.rawContent.json == ["Ada", "Grace", "Edsger"])
        let schema = try #require(backend.requests.first?.schema)
        #expect(schema.jsonSchema["type"] == "object")
        #expect(schema.jsonSchema["required"] == ["value"])
        #expect(schema.jsonSchema["properties"]?["value"]?["type"] == "array")
        // Every provider's rules can be kept to, also those of the strictest.
        #expect(throws: Never.self) { try schema.adapted(to: .openAIStrict) }
        // The transcript keeps the value, and says what was asked for.
        guard case .response(let entry)? = session.transcript.last,
            case .structure(let segment)? = entry.segments.first, case .prompt(let prompt)? = session.transcript.first
        else {
            Issue.record("no structured segment in \(session.transcript)")
            return
        }
        #expect(segment.content.json == ["Ada", "Grace", "Edsger"])
        #expect(prompt.responseFormat?.schema.jsonSchema["type"] == "array")
    }

    @Test func `an array grows while it streams`() async throws {
        let session = LanguageModelSession(model: ScriptedBackend([Self.characters(of: Self.names)]))
        let stream = session.streamResponse(to: "Three names", generating: [String].self)
        var seen: [[String]] = []
        for try await snapshot in stream where seen.last != snapshot.content { seen.append(snapshot.content) }
        #expect(seen.first == [])
        #expect(seen.contains(["Ada", "Gr"]))
        #expect(seen.last == ["Ada", "Grace", "Edsger"])
        #expect(try await stream.collect().content == ["Ada", "Grace", "Edsger"])
    }

    @Test func `a choice is asked for so too, streamed and not`() async throws {
        let backend = ScriptedBackend([.text(Self.weather), Self.characters(of: Self.weather)])
        let session = LanguageModelSession(model: backend)
        #expect(try await session.respond(to: "Weather?", generating: Weather.self).content == .sunset)
        let stream = session.streamResponse(to: "Weather?", generating: Weather.self)
        for try await snapshot in stream { #expect(snapshot.rawContent.json.stringValue != nil) }
        #expect(try await stream.collect().content == .sunset)
        for request in backend.requests {
            let schema = try #require(request.schema)
            #expect(schema.jsonSchema["properties"]?["value"]?["enum"] == ["sun", "sunset", "rain"])
            #expect(throws: Never.self) { try schema.adapted(to: .openAIStrict) }
        }
    }

    @Test func `a string and a number are values too, not the text around them`() async throws {
        let backend = ScriptedBackend([.text(#"{"value":"a \"b\""}"#), .text(#"{"value":7}"#)])
        let session = LanguageModelSession(model: backend)
        #expect(try await session.respond(to: "?", generating: String.self).content == #"a "b""#)
        #expect(try await session.respond(to: "?", generating: Int.self).content == 7)
    }

    @Test func `a schema of one's own comes back by its own shape`() async throws {
        let schema = GenerationSchema(name: "Numbers", jsonSchema: ["type": "array", "items": ["type": "integer"]])
        let session = LanguageModelSession(model: ScriptedBackend([.text(#"{"value":[1,2]}"#)]))
        #expect(try await session.respond(to: "?", schema: schema).content.json == [1, 2])
    }

    @Test func `an object is asked for as it is`() async throws {
        let backend = ScriptedBackend([.text(#"{"label":"a","children":[],"note":null}"#)])
        let session = LanguageModelSession(model: backend)
        #expect(try await session.respond(to: "?", generating: Tree.self).content == Tree(label: "a"))
        #expect(backend.requests.first?.schema?.jsonSchema == Tree.generationSchema.jsonSchema)
    }

    @Test(arguments: [
        (#"["Ada"]"#, "does not have it"), ("{}", "does not have it"), (#"{"value":[1]}"#, "at /0"), ("Ada", "No JSON"),
    ])
    func `what is no such object is an error that says why`(_ text: String, _ reason: String) async throws {
        let session = LanguageModelSession(model: ScriptedBackend([.text(text)]))
        let error = await #expect(throws: GenerationFailure.self) {
            try await session.respond(to: "?", generating: [String].self)
        }
        guard case .outputInvalid(let failure)? = error else {
            Issue.record("\(String(describing: error)) is not about what is invalid")
            return
        }
        #expect(failure.rawText == text)
        #expect(failure.mismatches.contains { $0.description.contains(reason) })
    }

    @Test func `an answer that the model left half is mended, one that ran into a limit is not`() async throws {
        let half = #"{"value":["Ada""#
        let backend = ScriptedBackend([.text(half), .text(Self.names)])
        let session = LanguageModelSession(model: backend)
        session.outputValidationPolicy = .repairOnce
        #expect(try await session.respond(to: "?", generating: [String].self).content.count == 3)
        #expect(backend.requests[1].transcript.last?.texts.joined().contains("not whole") == true)

        let limited = ScriptedBackend([.text(half, finish: FinishReason(.length)), .text(Self.names)])
        let other = LanguageModelSession(model: limited)
        other.outputValidationPolicy = .repairOnce
        let error = await #expect(throws: GenerationFailure.self) {
            try await other.respond(to: "?", generating: [String].self)
        }
        guard case .outputTruncated(let failure)? = error else {
            Issue.record("\(String(describing: error)) is no truncation")
            return
        }
        #expect(failure.content?.json == ["Ada"])
        #expect(limited.requests.count == 1)
    }
}
