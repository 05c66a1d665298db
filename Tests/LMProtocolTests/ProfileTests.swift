import LMProtocol
import Synchronization
import Testing

private struct ToolCallCountKey: SessionPropertyKey {
    static let defaultValue = 0
}

extension SessionPropertyValues {
    fileprivate var toolCallCount: Int {
        get { self[ToolCallCountKey.self] }
        set { self[ToolCallCountKey.self] = newValue }
    }
}

@Suite struct ProfileTests {
    private struct OneCall: LanguageModelSession.DynamicProfile {
        let backend: ScriptedBackend
        @SessionProperty(\.toolCallCount) var toolCallCount

        var body: some LanguageModelSession.DynamicProfile {
            Profile {
                Instructions("Use the tool.")
                WeatherTool()
            }
            .model(backend)
            .toolCallingMode(toolCallCount < 1 ? .required : .allowed)
            .onToolCall { toolCallCount += 1 }
        }
    }

    @Test func `a profile can require exactly one tool call`() async throws {
        let backend = ScriptedBackend([
            .toolCalls(("c1", "weather", #"{"city":"Tokyo"}"#)), .text("Sunny."), .text("Still."),
            .toolCalls(("c2", "weather", #"{"city":"Tokyo"}"#)), .text("Again."),
        ])
        let session = LanguageModelSession(profile: OneCall(backend: backend))
        #expect(try await session.respond(to: "Weather?").content == "Sunny.")
        #expect(backend.requests.map { $0.options.toolCallingMode } == [.required, .allowed])
        #expect(session.properties.toolCallCount == 1)
        try await session.respond(to: "And now?")
        #expect(backend.requests[2].options.toolCallingMode == .allowed)
        session.properties.toolCallCount = 0
        try await session.respond(to: "Once more.")
        #expect(backend.requests[3].options.toolCallingMode == .required)
        #expect(backend.requests[4].options.toolCallingMode == .allowed)
    }

    @Test func `the instructions of a profile lead every request, under one identifier`() async throws {
        let backend = ScriptedBackend([
            .toolCalls(("c1", "weather", #"{"city":"Tokyo"}"#)), .text("Sunny."),
        ])
        let session = LanguageModelSession(profile: OneCall(backend: backend))
        try await session.respond(to: "Weather?")
        let leading = backend.requests.compactMap { request -> Transcript.Instructions? in
            guard case .instructions(let instructions)? = request.transcript.first else { return nil }
            return instructions
        }
        #expect(leading.count == 2)
        #expect(leading.first?.id == leading.last?.id)
        #expect(leading.first?.segments.map(\.words) == ["Use the tool."])
        #expect(leading.first?.toolDefinitions.map(\.name) == ["weather"])
    }

    private struct Layered: LanguageModelSession.DynamicProfile {
        let backend: ScriptedBackend
        var body: some LanguageModelSession.DynamicProfile {
            Inner(backend: backend).temperature(0.9).maximumResponseTokens(50)
        }
        struct Inner: LanguageModelSession.DynamicProfile {
            let backend: ScriptedBackend
            var body: some LanguageModelSession.DynamicProfile {
                Profile { Instructions("Inner.") }.model(backend).temperature(0.1)
            }
        }
    }

    @Test func `a call's option holds over the inner profile's, and that over the outer one's`() async throws {
        let backend = ScriptedBackend([.text("a"), .text("b")])
        let session = LanguageModelSession(profile: Layered(backend: backend))
        try await session.respond(to: "?")
        #expect(backend.requests[0].options.temperature == 0.1)
        #expect(backend.requests[0].options.maximumResponseTokens == 50)
        try await session.respond(to: "?", options: GenerationOptions(temperature: 0.4))
        #expect(backend.requests[1].options.temperature == 0.4)
    }

    private struct Hooked: LanguageModelSession.DynamicProfile {
        let backend: ScriptedBackend
        let log: @Sendable (String) -> Void
        var body: some LanguageModelSession.DynamicProfile {
            Profile { WeatherTool() }
                .model(backend)
                .onPrompt { prompt in log("prompt \(prompt.segments.map(\.words).joined())") }
                .onToolCall { call in log("call \(call.id)") }
                .onToolOutput { call, output in log("output \(call.id) \(output.segments.map(\.words).joined())") }
                .onResponse { response in log("response \(response.segments.map(\.words).joined())") }
                .onActivate { log("activate") }
                .onResponse { log("response again") }
        }
    }

    @Test func `every hook runs at its place, the inner ones first`() async throws {
        let events = Mutex<[String]>([])
        let backend = ScriptedBackend([.toolCalls(("c1", "weather", #"{"city":"Rome"}"#)), .text("Sunny.")])
        let session = LanguageModelSession(
            profile: Hooked(backend: backend, log: { line in events.withLock { $0.append(line) } }))
        try await session.respond(to: "Hi")
        #expect(
            events.withLock { $0 } == [
                "activate", "prompt Hi", "call c1", "output c1 It's sunny in Rome.", "response Sunny.",
                "response again",
            ])
    }

    private struct Switching: LanguageModelSession.DynamicProfile {
        let backend: ScriptedBackend
        let log: @Sendable (String) -> Void
        @SessionProperty(\.toolCallCount) var mode
        var body: some LanguageModelSession.DynamicProfile {
            if mode == 0 {
                Profile { Instructions("First.") }
                    .model(backend).onActivate { log("first on") }.onDeactivate { log("first off") }
            } else {
                Profile { Instructions("Second.") }
                    .model(backend).onActivate { log("second on") }.onDeactivate { log("second off") }
            }
        }
    }

    @Test func `a change of profile tells the old one before the new one`() async throws {
        let events = Mutex<[String]>([])
        let backend = ScriptedBackend([.text("a"), .text("b"), .text("c")])
        let session = LanguageModelSession(
            profile: Switching(backend: backend, log: { line in events.withLock { $0.append(line) } }))
        try await session.respond(to: "?")
        try await session.respond(to: "?")
        session.properties.toolCallCount = 1
        try await session.respond(to: "?")
        #expect(events.withLock { $0 } == ["first on", "first off", "second on"])
        #expect(backend.requests[2].transcript.first?.texts == ["Second."])
    }

    private struct Forgetful: LanguageModelSession.DynamicProfile {
        let backend: ScriptedBackend
        var body: some LanguageModelSession.DynamicProfile {
            Profile { Instructions("Short.") }.model(backend).historyTransform { $0.suffix(1) }
        }
    }

    @Test func `a history transform changes what is sent and not what is kept`() async throws {
        let backend = ScriptedBackend([.text("a"), .text("b")])
        let session = LanguageModelSession(profile: Forgetful(backend: backend))
        try await session.respond(to: "1")
        try await session.respond(to: "2")
        #expect(backend.requests[1].transcript.map(\.kind) == ["instructions", "prompt"])
        #expect(session.transcript.map(\.kind) == ["prompt", "response", "prompt", "response"])
    }

    @Test func `a hook that throws ends the turn with its error`() async throws {
        struct Veto: Error {}
        struct Guarded: LanguageModelSession.DynamicProfile {
            let backend: ScriptedBackend
            var body: some LanguageModelSession.DynamicProfile {
                Profile { WeatherTool() }.model(backend).onToolCall { throw Veto() }
            }
        }
        let backend = ScriptedBackend([.toolCalls(("c1", "weather", #"{"city":"Rome"}"#))])
        let session = LanguageModelSession(profile: Guarded(backend: backend))
        await #expect(throws: Veto.self) { try await session.respond(to: "?") }
        #expect(session.isResponding == false)
    }

    @Test func `a profile without a model is a typed error`() async throws {
        struct Empty: LanguageModelSession.DynamicProfile {
            var body: some LanguageModelSession.DynamicProfile { Profile { Instructions("?") } }
        }
        let session = LanguageModelSession(profile: Empty())
        await #expect(throws: LanguageModelSession.Error.profileWithoutModel) { try await session.respond(to: "?") }
    }

    @Test func `a tool reads the session's properties while it runs`() async throws {
        struct CountingTool: Tool {
            let name = "count"
            let description = "Counts."
            @LanguageModelSession.SessionProperty(\.toolCallCount) var count
            func call(arguments: Nothing) async throws -> String {
                count += 1
                return "\(count)"
            }
        }
        let backend = ScriptedBackend([.toolCalls(("c1", "count", "{}")), .text("ok")])
        let session = LanguageModelSession(model: backend, tools: [CountingTool()])
        session.properties.toolCallCount = 41
        try await session.respond(to: "?")
        #expect(session.properties.toolCallCount == 42)
    }
}
