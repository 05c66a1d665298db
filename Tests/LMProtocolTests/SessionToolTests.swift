import LMJSON
import LMProtocol
import LMReplay
import Synchronization
import Testing

@Suite struct SessionToolTests {
    private func ask(
        _ scripts: [ScriptedBackend.Script], tools: [any Tool],
        policy: LanguageModelSession.ToolCallingPolicy = .init(),
        options: GenerationOptions = GenerationOptions()
    ) async throws -> (LanguageModelSession.Response<String>, LanguageModelSession, ScriptedBackend) {
        let backend = ScriptedBackend(scripts)
        let session = LanguageModelSession(model: backend, tools: tools)
        session.toolCallingPolicy = policy
        return (try await session.respond(to: "?", options: options), session, backend)
    }

    @Test func `the tools that the model calls run, and their outputs go back`() async throws {
        let (response, session, backend) = try await ask(
            [.toolCalls(("c1", "weather", #"{"city":"Rome"}"#)), .text("Sunny.")], tools: [WeatherTool()])
        #expect(response.content == "Sunny.")
        #expect(session.transcript.map(\.kind) == ["instructions", "prompt", "toolCalls", "toolOutput", "response"])
        #expect(response.transcriptEntries.map(\.kind) == ["toolCalls", "toolOutput", "response"])
        #expect(backend.requests[1].transcript.last?.texts == ["It's sunny in Rome."])
        #expect(backend.requests[0].tools.map(\.name) == ["weather"])
        guard case .toolOutput(let output)? = backend.requests[1].transcript.last else { return }
        #expect(output.id == "c1")
    }

    @Test func `several calls of one turn run at once and report in the order of the calls`() async throws {
        // The first call answers only when the second has started, so one after the other would never end.
        let second = Gate()
        let tool = ClosureTool(name: "weather") { city in
            if city == "Paris" { await second.wait() } else { second.open() }
            return city
        }
        let (_, session, _) = try await ask(
            [
                .toolCalls(("c1", "weather", #"{"city":"Paris"}"#), ("c2", "weather", #"{"city":"Rome"}"#)),
                .text("ok"),
            ], tools: [tool])
        let outputs = session.transcript.compactMap { if case .toolOutput(let output) = $0 { output.id } else { nil } }
        #expect(outputs == ["c1", "c2"])
        let calls = session.transcript.compactMap { if case .toolCalls(let calls) = $0 { calls.count } else { nil } }
        #expect(calls == [2])
    }

    @Test func `where tool calling is disallowed the request offers none`() async throws {
        let (_, _, backend) = try await ask(
            [.text("ok")], tools: [WeatherTool()], options: GenerationOptions(toolCallingMode: .disallowed))
        #expect(backend.requests[0].tools.isEmpty)
    }

    @Test func `a required call without tools is a typed error before anything is sent`() async throws {
        let backend = ScriptedBackend([.text("never")])
        let session = LanguageModelSession(model: backend)
        await #expect(throws: LanguageModelSession.Error.toolCallRequiredWithoutTools) {
            try await session.respond(to: "?", options: GenerationOptions(toolCallingMode: .required))
        }
        #expect(backend.requests.isEmpty)
        #expect(session.transcript.isEmpty)
    }

    @Test func `a model that never stops calling ends in a typed error, and the transcript can be sent again`()
        async throws
    {
        let backend = ScriptedBackend(
            (0..<4).map { .toolCalls(("c\($0)", "weather", #"{"city":"X"}"#)) } + [.text("ok")])
        let session = LanguageModelSession(model: backend, tools: [WeatherTool()])
        session.toolCallingPolicy.maximumRounds = 3
        await #expect(throws: LanguageModelSession.Error.toolRoundLimitExceeded(limit: 3)) {
            try await session.respond(to: "?")
        }
        #expect(
            session.transcript.map(\.kind) == ["instructions", "prompt"]
                + Array(repeating: ["toolCalls", "toolOutput"], count: 4).flatMap { $0 })
        #expect(try await session.respond(to: "Stop calling.").content == "ok")
    }

    @Test func `the limit on rounds is 16 where nobody sets it`() {
        #expect(LanguageModelSession.ToolCallingPolicy().maximumRounds == 16)
    }

    @Test(arguments: [
        (#"{"city":"#, true, "not valid JSON: the JSON ends inside a value at byte 8"),
        (#"{"city":"Ro"#, false, "cut off: the JSON ends inside a value, after 11 bytes"),
        (#"{"city":"Rome",}"#, true, #"unexpected '}' at byte 15, near "{\"city\":\"Rome\",}""#),
        (#"{"town":"Rome"}"#, true, "do not fit"),
        (#"{"city":7}"#, true, "do not fit"),
    ])
    func `arguments that are no value are never run, and the model is told`(
        _ row: (arguments: String, isComplete: Bool, words: String)
    ) async throws {
        let id = PartID(item: 0)
        let ran = Counter()
        let tool = ClosureTool(name: "weather") { _ in
            _ = ran.next()
            return "ran"
        }
        let (response, session, _) = try await ask(
            [
                .init([
                    .events([
                        .toolCallStart(id, callID: "c1", name: "weather"), .toolCallDelta(id, row.arguments),
                        .toolCallEnd(id, arguments: row.arguments, isComplete: row.isComplete),
                        .finished(FinishReason(.toolCalls)),
                    ])
                ]), .text("ok"),
            ], tools: [tool])
        #expect(response.content == "ok")
        #expect(ran.next() == 1)
        let output = try #require(session.transcript.first { $0.kind == "toolOutput" })
        #expect(output.texts.joined().contains(row.words))
    }

    @Test(arguments: [true, false])
    func `a call that the limit cut off never runs, and the end is the limit`(hasWholeCall: Bool) async throws {
        let ran = Counter()
        let tool = ClosureTool(name: "weather") { _ in
            _ = ran.next()
            return "ran"
        }
        func call(_ item: Int, _ arguments: String, isComplete: Bool?) -> [GenerationEvent] {
            let id = PartID(item: item)
            let start: [GenerationEvent] = [
                .toolCallStart(id, callID: "c\(item)", name: "weather"), .toolCallDelta(id, arguments),
            ]
            return start + (isComplete.map { [.toolCallEnd(id, arguments: arguments, isComplete: $0)] } ?? [])
        }
        for isComplete in [false, nil] {
            let whole = hasWholeCall ? call(0, #"{"city":"Rome"}"#, isComplete: true) : []
            let (response, session, backend) = try await ask(
                [
                    .init([
                        .events(whole + call(1, #"{"city":"Ro"#, isComplete: isComplete)),
                        .events([.finished(FinishReason(.length, raw: "max_tokens"))]),
                    ]), .text("on we go"),
                ], tools: [tool])
            #expect(response.finishReason == FinishReason(.length, raw: "max_tokens"))
            #expect(response.content.isEmpty)
            #expect(backend.requests.count == 1)
            // What is kept can be sent again without repair.
            #expect(TranscriptCheck.check(session.transcript).adjustments.isEmpty)
            #expect(try await session.respond(to: "Go on.").content == "on we go")
        }
        #expect(ran.next() == 1)
    }

    @Test(arguments: [false, true])
    func `a call although no tool was offered ends the turn at once`(isDisallowed: Bool) async throws {
        let calls = (1...20).map { ScriptedBackend.Script.toolCalls(("c\($0)", "ghost", "{}")) }
        let backend = ScriptedBackend(calls)
        let session = LanguageModelSession(model: backend, tools: isDisallowed ? [WeatherTool()] : [])
        await #expect(throws: LanguageModelSession.Error.toolCallWithoutTools(toolName: "ghost")) {
            let options = GenerationOptions(toolCallingMode: isDisallowed ? .disallowed : nil)
            try await session.respond(to: "?", options: options)
        }
        #expect(backend.requests.count == 1)
        #expect(!session.isResponding)
    }

    private struct GenericTool<Value>: Tool {
        let description = "A tool."
        func call(arguments: WeatherTool.Arguments) async throws -> String { "" }
    }

    @Test(arguments: ["two words", "", "sch\u{F6}n", "GenericTool<Int>", String(repeating: "x", count: 130), "weather"])
    func `a tool of a name that no provider takes is an error that names it, and nothing is sent`(
        name: String
    ) async throws {
        let backend = ScriptedBackend([.text("never")])
        let tool: any Tool = name == "GenericTool<Int>" ? GenericTool<Int>() : ClosureTool(name: name) { $0 }
        let session = LanguageModelSession(model: backend, tools: [WeatherTool(), tool])
        let error = await #expect(throws: LanguageModelSession.Error.self) { try await session.respond(to: "?") }
        guard case .invalidTool(let named, let reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(named == name)
        #expect(!reason.isEmpty)
        #expect(error?.localizedDescription.contains("\"\(name)\"") == true)
        #expect(backend.requests.isEmpty)
        #expect(session.transcript.map(\.kind) == ["instructions"])
    }

    @Test func `two calls of one identifier, or of none, have one of their own each`() async throws {
        let (_, session, backend) = try await ask(
            [
                .toolCalls(
                    ("c1", "weather", #"{"city":"Rome"}"#), ("c1", "weather", #"{"city":"Paris"}"#),
                    ("", "weather", #"{"city":"Oslo"}"#)), .text("ok"),
            ], tools: [WeatherTool()])
        let outputs = session.transcript.compactMap { entry -> Transcript.ToolOutput? in
            if case .toolOutput(let output) = entry { output } else { nil }
        }
        #expect(Set(outputs.map(\.id)).count == 3)
        #expect(outputs.first?.id == "c1")
        #expect(outputs.map { $0.segments.map(\.words).joined() }.map { $0.contains("Rome") } == [true, false, false])
        #expect(backend.requests[1].transcript.suffix(3).map(\.texts) == outputs.map { $0.segments.map(\.words) })
    }

    @Test func `what is changed in every round of a turn is told once`() async throws {
        let note = GenerationEvent.adjustment(Adjustment(.optionDropped, "The seed was left out."))
        func noting(_ script: ScriptedBackend.Script) -> ScriptedBackend.Script {
            .init([.events([note])] + script.steps)
        }
        let (response, _, _) = try await ask(
            [
                noting(.toolCalls(("c1", "weather", #"{"city":"Rome"}"#))),
                noting(.toolCalls(("c2", "weather", #"{"city":"Oslo"}"#))), noting(.text("ok")),
            ], tools: [WeatherTool()])
        #expect(response.adjustments == [Adjustment(.optionDropped, "The seed was left out.")])
    }

    @Test func `where the session is set to fail, a call that cannot be run ends the turn`() async throws {
        let error = await #expect(throws: LanguageModelSession.Error.self) {
            _ = try await ask(
                [.toolCalls(("c1", "wether", "{}"))], tools: [WeatherTool()], policy: .init(invalidCalls: .fail))
        }
        guard case .invalidToolCall(let name, let reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(name == "wether")
        #expect(reason.contains("\"weather\""))
    }

    @Test func `the model is told of a tool that is not there, and which are`() async throws {
        let (_, session, _) = try await ask(
            [.toolCalls(("c1", "wether", "{}")), .text("ok")], tools: [WeatherTool()])
        let output = try #require(session.transcript.first { $0.kind == "toolOutput" })
        #expect(output.texts.joined().contains("\"weather\""))
    }

    @Test func `a tool that throws ends the turn as a ToolCallError with the tool and the cause`() async throws {
        struct Broken: Error, Equatable {}
        let tool = ClosureTool(name: "weather") { _ in throw Broken() }
        let backend = ScriptedBackend([.toolCalls(("c1", "weather", #"{"city":"X"}"#)), .text("ok")])
        let session = LanguageModelSession(model: backend, tools: [tool])
        let error = await #expect(throws: LanguageModelSession.ToolCallError.self) {
            try await session.respond(to: "?")
        }
        #expect(error?.tool.name == "weather")
        #expect(error?.underlyingError is Broken)
        #expect(error?.category == .toolFailed)
        #expect(session.transcript.map(\.kind) == ["instructions"])
    }

    @Test func `after a tool failed the kept transcript has an output for every call`() async throws {
        struct Broken: Error {}
        let done = Gate()
        let tool = ClosureTool(name: "weather") { city in
            if city == "Rome" {
                done.open()
                return "Rome is sunny."
            }
            await done.wait()
            throw Broken()
        }
        let backend = ScriptedBackend([
            .toolCalls(("c1", "weather", #"{"city":"Rome"}"#), ("c2", "weather", #"{"city":"Paris"}"#)), .text("ok"),
        ])
        let session = LanguageModelSession(model: backend, tools: [tool])
        session.transcriptErrorHandlingPolicy = .preserveTranscript
        await #expect(throws: LanguageModelSession.ToolCallError.self) { try await session.respond(to: "?") }
        let outputs = session.transcript.compactMap { if case .toolOutput(let output) = $0 { output } else { nil } }
        #expect(Set(outputs.map(\.id)) == ["c1", "c2"])
        #expect(try await session.respond(to: "Again.").content == "ok")
    }

    @Test func `an approval may run a call, refuse it with a reason, or stop the turn`() async throws {
        let asked = Mutex<[String]>([])
        let policy = LanguageModelSession.ToolCallingPolicy { call in
            asked.withLock { $0.append(call.id) }
            return call.id == "c1" ? .run : .refuse(reason: "not Paris")
        }
        let (_, session, _) = try await ask(
            [
                .toolCalls(("c1", "weather", #"{"city":"Rome"}"#)), .toolCalls(("c2", "weather", #"{"city":"Paris"}"#)),
                .text("ok"),
            ], tools: [WeatherTool()], policy: policy)
        #expect(asked.withLock { $0 } == ["c1", "c2"])
        let outputs = session.transcript.filter { $0.kind == "toolOutput" }.map { $0.texts.joined() }
        #expect(outputs == ["It's sunny in Rome.", "The call was refused: not Paris"])

        await #expect(throws: LanguageModelSession.Error.toolCallStopped(toolName: "weather")) {
            _ = try await ask(
                [.toolCalls(("c1", "weather", #"{"city":"Rome"}"#))], tools: [WeatherTool()],
                policy: .init { _ in .stop })
        }
    }

    @Test func `a tool that takes too long fails on the clock that was handed in`() async throws {
        let clock = VirtualClock()
        let tool = ClosureTool(name: "weather") { _ in
            try await Gate().waitOrCancel()
            return "late"
        }
        let backend = ScriptedBackend([.toolCalls(("c1", "weather", #"{"city":"X"}"#))])
        let session = LanguageModelSession(model: backend, tools: [tool])
        session.toolCallingPolicy = .init(timeout: .seconds(5), clock: clock)
        let task = Task { try await session.respond(to: "?") }
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(5))
        let error = await #expect(throws: LanguageModelSession.ToolCallError.self) { try await task.value }
        #expect(error?.underlyingError as? LanguageModelSession.ToolTimeoutError == .init(limit: .seconds(5)))
    }

    @Test func `cancelling while a tool runs cancels the tool and ends the turn`() async throws {
        let (running, cancelled) = (Gate(), Gate())
        let tool = ClosureTool(name: "weather") { _ in
            running.open()
            do { try await Gate().waitOrCancel() } catch {
                cancelled.open()
                throw error
            }
            return ""
        }
        let session = LanguageModelSession(
            model: ScriptedBackend([.toolCalls(("c1", "weather", #"{"city":"X"}"#))]), tools: [tool])
        let task = Task { try await session.respond(to: "?") }
        await running.wait()
        task.cancel()
        await cancelled.wait()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(session.isResponding == false)
    }

    @Test func `usage adds up over the rounds of a turn`() async throws {
        let one = Usage(input: .init(totalTokenCount: 10), output: .init(totalTokenCount: 1), cost: Money(5))
        let id = PartID(item: 0)
        let call = ScriptedBackend.Script([
            .events([
                .toolCallStart(id, callID: "c", name: "weather"), .toolCallDelta(id, #"{"city":"X"}"#),
                .toolCallEnd(id, arguments: #"{"city":"X"}"#, isComplete: true), .usage(one),
                .finished(FinishReason(.toolCalls)),
            ])
        ])
        let (response, session, _) = try await ask([call, .text("ok", usage: one)], tools: [WeatherTool()])
        #expect(response.usage == one + one)
        #expect(session.usage == one + one)
        #expect(response.usage.cost == Money(10))
    }

    @Test func `images in a tool's output reach the next request`() async throws {
        let (_, _, backend) = try await ask(
            [.toolCalls(("c1", "camera", "{}")), .text("ok")], tools: [CameraTool()])
        guard case .toolOutput(let output)? = backend.requests[1].transcript.last else {
            Issue.record("no output")
            return
        }
        #expect(output.segments.count == 2)
        guard case .attachment(let attachment)? = output.segments.last else {
            Issue.record("no attachment in \(output.segments)")
            return
        }
        #expect(attachment.label == "view")
    }

    @Test func `a model that cannot call tools is not sent any`() async throws {
        let backend = ScriptedBackend(
            [.text("never")], card: ModelCard(name: "plain", capabilities: LanguageModelCapabilities([])))
        let session = LanguageModelSession(model: backend, tools: [WeatherTool()])
        let error = await #expect(throws: LanguageModelError.self) { try await session.respond(to: "?") }
        guard case .unsupportedCapability(let payload)? = error else { return }
        #expect(payload.capability == .toolCalling)
        #expect(backend.requests.isEmpty)
    }

    @Test func `a hundred sessions over eight tools at once keep to themselves`() async throws {
        let tools: [any Tool] = (0..<8).map { index in ClosureTool(name: "t\(index)") { "\(index):\($0)" } }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask {
                    let backend = ScriptedBackend([
                        .toolCalls(
                            ("a", "t\(number % 8)", #"{"city":"\#(number)"}"#),
                            ("b", "t\((number + 1) % 8)", #"{"city":"\#(number)"}"#)), .text("done"),
                    ])
                    let session = LanguageModelSession(model: backend, tools: tools)
                    try await session.respond(to: "?")
                    let outputs = session.transcript.filter { $0.kind == "toolOutput" }.map { $0.texts.joined() }
                    #expect(outputs == ["\(number % 8):\(number)", "\((number + 1) % 8):\(number)"])
                }
            }
            try await group.waitForAll()
        }
    }
}

/// A city, written out by hand as the macro would.
struct City: Generable {
    var city: String
    static var generationSchema: GenerationSchema {
        GenerationSchema(type: Self.self, properties: [.init(name: "city", type: String.self)])
    }
    init(_ content: GeneratedContent) throws { city = try content.value(forProperty: "city") }
    var generatedContent: GeneratedContent { GeneratedContent(properties: ["city": city]) }
}

struct Nothing: Generable {
    static var generationSchema: GenerationSchema { GenerationSchema(type: Self.self, properties: []) }
    init(_ content: GeneratedContent) throws {}
    var generatedContent: GeneratedContent { GeneratedContent(properties: [:]) }
}

struct WeatherTool: Tool {
    let name = "weather"
    let description = "Tells the weather of a city."
    func call(arguments: City) async throws -> String { "It's sunny in \(arguments.city)." }
}

struct ClosureTool: Tool {
    let name: String
    let description = "Runs a closure."
    let action: @Sendable (String) async throws -> String

    init(name: String, action: @escaping @Sendable (String) async throws -> String) {
        self.name = name
        self.action = action
    }
    func call(arguments: City) async throws -> String { try await action(arguments.city) }
}

struct CameraTool: Tool {
    let name = "camera"
    let description = "Takes a picture."
    func call(arguments: Nothing) async throws -> Prompt {
        Prompt {
            "The view:"
            Attachment(data: .init([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), mimeType: "image/png").label(
                "view")
        }
    }
}
