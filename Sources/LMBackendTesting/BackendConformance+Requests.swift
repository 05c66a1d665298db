import LMJSON
import LMProtocol
import LMTransport
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// MARK: What is sent

extension BackendConformance {
    /// What a session makes of a request: the bytes that were sent, and what the backend says was changed.
    private struct Sent: Equatable {
        var url: String
        var headers: [String]
        var body: [UInt8]
        var adjustments: [Adjustment]
        /// Why nothing was sent.
        var refusal: FailureCategory?
    }

    private func send(_ request: GenerationRequest, _ answer: RecordedAnswer) async throws -> Sent {
        let transport = ConformanceTransport(.init(answer))
        let reading = try await reading(transport, of: request)
        let sent = transport.requests.first
        return Sent(
            url: sent?.url.absoluteString ?? "", headers: sent?.headers.map { "\($0.name): \($0.value)" } ?? [],
            body: sent?.body ?? [], adjustments: reading.adjustments, refusal: reading.failure)
    }

    func checkStability() async throws {
        let answer = try await textAnswer(for: .requestsAreStable)
        let request = try Self.requestWithEverything
        let first = try await send(request, answer)
        let second = try await send(request, answer)
        try expect(first.body == second.body && first.url == second.url, .requestsAreStable) {
            "The same request was sent as two texts of \(first.body.count) and \(second.body.count) bytes."
        }
    }

    /// A request with all that has an order of its own.
    private static var requestWithEverything: GenerationRequest {
        get throws {
            var request = question
            request.tools = [try tool("first_tool"), try tool("second_tool")]
            request.schema = try schema
            request.options = GenerationOptions(
                samplingMode: .random(top: 20, probabilityThreshold: 0.9, seed: 7), temperature: 0.4,
                maximumResponseTokens: 100)
            request.metadata = ["a": 1, "b": 2, "c": 3]
            return request
        }
    }

    private static func tool(_ name: String) throws -> Transcript.ToolDefinition {
        Transcript.ToolDefinition(name: name, description: "Does something.", parameters: try schema)
    }

    private static var schema: GenerationSchema {
        get throws {
            try GenerationSchema(
                root: DynamicGenerationSchema(
                    name: "Place",
                    properties: [
                        .init(name: "city", schema: DynamicGenerationSchema(type: String.self)),
                        .init(name: "size", schema: DynamicGenerationSchema(type: Int.self)),
                    ]),
                dependencies: [])
        }
    }

    func checkOptions() async throws {
        let answer = try await textAnswer(for: .optionsActOrAreReported)
        var withTools = Self.question
        withTools.tools = [try Self.tool("first_tool"), try Self.tool("second_tool")]
        typealias Change = (inout GenerationRequest) -> Void
        let schema = try Self.schema
        let topK: Change = { $0.options.samplingMode = .random(top: 20) }
        let topP: Change = { $0.options.samplingMode = .random(probabilityThreshold: 0.5) }
        let changes: [(String, base: GenerationRequest, before: Change, Change)] = [
            ("temperature", Self.question, { _ in }, { $0.options.temperature = 0.3 }),
            ("maximumResponseTokens", Self.question, { _ in }, { $0.options.maximumResponseTokens = 77 }),
            ("greedy sampling", Self.question, { _ in }, { $0.options.samplingMode = .greedy }),
            ("top-k sampling", Self.question, { _ in }, topK),
            ("top-p sampling", Self.question, { _ in }, topP),
            (
                "the seed of top-k sampling", Self.question, topK,
                { $0.options.samplingMode = .random(top: 20, seed: 11) }
            ),
            (
                "the seed of top-p sampling", Self.question, topP,
                { $0.options.samplingMode = .random(probabilityThreshold: 0.5, seed: 11) }
            ),
            ("stopSequences", Self.question, { _ in }, { $0.options.stopSequences = ["END"] }),
            ("frequencyPenalty", Self.question, { _ in }, { $0.options.frequencyPenalty = 0.5 }),
            ("presencePenalty", Self.question, { _ in }, { $0.options.presencePenalty = 0.5 }),
            ("tools", Self.question, { _ in }, { $0.tools = withTools.tools }),
            ("required tools", withTools, { _ in }, { $0.options.toolCallingMode = .required }),
            ("a required tool", withTools, { _ in }, { $0.options.toolCallingMode = .required("second_tool") }),
            ("disallowed tools", withTools, { _ in }, { $0.options.toolCallingMode = .disallowed }),
            ("reasoningLevel", Self.question, { _ in }, { $0.contextOptions.reasoningLevel = .light }),
            ("the schema", Self.question, { _ in }, { $0.schema = schema }),
            ("metadata", Self.question, { _ in }, { $0.metadata = ["conformance": "value"] }),
            (
                "options of a provider that nobody knows", Self.question, { _ in },
                { $0.options.providerOptions = ["conformance-nobody": ["x": 1]] }
            ),
        ]
        for (name, base, before, change) in changes {
            var plain = base
            before(&plain)
            var changed = plain
            change(&changed)
            let first = try await send(plain, answer)
            let second = try await send(changed, answer)
            try expect(first != second, .optionsActOrAreReported) {
                "\(name): the request is the same with it and without it, and no adjustment says so."
            }
        }
    }
}

// MARK: Conversations

extension BackendConformance {
    func checkTools() async throws {
        var found: (answer: RecordedAnswer, calls: [Reading.Call])?
        for answer in answers where found == nil {
            let reading = try await reading(ConformanceTransport(.init(answer)))
            if reading.callsTools { found = (answer, reading.calls) }
        }
        guard let (answer, calls) = found else {
            let backend = try makeBackend(ConformanceTransport())
            try expect(!backend.card.capabilities.contains(.toolCalling), .toolOutputsAreSent) {
                "The card says that the model calls tools, and none of the answers does; hand one in."
            }
            return
        }
        let text = try await textAnswer(for: .toolOutputsAreSent)
        let transport = ConformanceTransport(.init(answer), .init(text))
        let meeting = Meeting(calls.count)
        let tools = try Dictionary(grouping: calls, by: \.name).sorted { $0.key < $1.key }.map {
            AnyTool(name: $0.key, parameters: try Self.parameters(of: $0.value), meeting)
        }
        let session = LanguageModelSession(model: try makeBackend(transport), tools: tools)
        let task = Task { _ = try await session.respond(to: "Hello") }
        _ = try await result(of: task, .toolOutputsAreSent, "its tools were called at the same time").get()
        let sent = transport.requests.last.map { String(decoding: $0.body, as: UTF8.self) } ?? ""
        for number in 1...calls.count {
            try expect(sent.contains(AnyTool.output(number)), .toolOutputsAreSent, answer) {
                "The request behind the calls lacks the output of call \(number)."
            }
        }
    }

    /// A schema that the arguments of calls fit.
    private static func parameters(of calls: [Reading.Call]) throws -> GenerationSchema {
        var properties: [String: JSONValue] = [:]
        for call in calls {
            for member in try JSONValue(parsing: call.arguments).objectValue ?? JSONObject() {
                properties[member.key] = member.value
            }
        }
        func schema(_ value: JSONValue, _ name: String) -> DynamicGenerationSchema {
            switch value {
            case .object(let members):
                DynamicGenerationSchema(
                    name: name,
                    properties: members.map {
                        .init(name: $0.key, schema: schema($0.value, name + "_" + $0.key), isOptional: true)
                    })
            case .array(let elements): DynamicGenerationSchema(arrayOf: schema(elements.first ?? "", name + "_element"))
            case .number: DynamicGenerationSchema(type: Double.self)
            case .bool: DynamicGenerationSchema(type: Bool.self)
            case .string, .null: DynamicGenerationSchema(type: String.self)
            }
        }
        return try GenerationSchema(
            root: DynamicGenerationSchema(
                name: "Arguments",
                properties: properties.sorted { $0.key < $1.key }.map {
                    .init(name: $0.key, schema: schema($0.value, $0.key), isOptional: true)
                }), dependencies: [])
    }

    func checkStops() async throws {
        let text = try await textAnswer(for: .historyOfAStopIsSent)
        for answer in answers {
            let half = [Array(answer.body[..<(answer.body.count / 2)])]
            for ending in [ConformanceTransport.Reply.Ending.end, .breaks, .waits] {
                let transport = ConformanceTransport(
                    .init(answer, chunks: half, ending: ending), .init(text))
                let session = LanguageModelSession(model: try makeBackend(transport))
                session.transcriptErrorHandlingPolicy = .preserveTranscript
                let task = Task { _ = try await session.respond(to: "Hello") }
                if case .waits = ending {
                    await transport.untilSomeoneWaits()
                    task.cancel()
                }
                _ = try await result(of: task, .historyOfAStopIsSent, "its answer stopped")
                let marker = "conformance-next-prompt"
                do {
                    _ = try await session.respond(to: marker)
                } catch {
                    throw Failure(
                        check: .historyOfAStopIsSent, answer: answer.name,
                        message: "After a stop in the middle the next prompt failed: \(error)")
                }
                let sent = transport.requests.last.map { String(decoding: $0.body, as: UTF8.self) } ?? ""
                try expect(sent.contains(marker), .historyOfAStopIsSent, answer) {
                    "After a stop in the middle the next prompt was not sent."
                }
            }
        }
    }

    func checkForeignHistory() async throws {
        let answer = try await textAnswer(for: .foreignHistoryIsSent)
        let secret = "conformance-private-data"
        let data = ProviderData(
            provider: "conformance-nobody", requestedModel: "nobody-1", content: ["secret": .string(secret)])
        var segment = Transcript.TextSegment(content: "conformance-visible-answer", providerData: data)
        segment.providerOptions = ["conformance-nobody": ["secret": .string(secret)]]
        let entries: [Transcript.Entry] = [
            .instructions(.init(id: "0", segments: [.text(.init(content: "conformance-visible-instructions"))])),
            .prompt(.init(id: "1", segments: [.text(.init(content: "conformance-visible-prompt"))])),
            .reasoning(.init(id: "2", segments: [.text(.init(content: "Hm."))], providerData: data)),
            .data(.init(id: "3", providerData: data)),
            .toolCalls(
                .init(
                    id: "4",
                    [
                        .init(
                            id: "call:of/nobody", toolName: "first_tool",
                            arguments: try GeneratedContent(json: #"{"city":"conformance-visible-city"}"#),
                            providerData: data)
                    ])),
            .toolOutput(
                .init(
                    id: "call:of/nobody", toolName: "first_tool",
                    segments: [.text(.init(content: "conformance-visible-output"))])),
            .response(.init(id: "6", segments: [.text(segment)], providerData: data)),
            .prompt(.init(id: "7", segments: [.text(.init(content: "conformance-visible-question"))])),
        ]
        var request = GenerationRequest(transcript: Transcript(entries: entries))
        request.tools = [try Self.tool("first_tool")]
        let sent = try await send(request, answer)
        if let refusal = sent.refusal {
            throw Failure(
                check: .foreignHistoryIsSent,
                message: "A conversation of another provider was refused: \(refusal.name).")
        }
        let body = String(decoding: sent.body, as: UTF8.self)
        try expect(!body.contains(secret), .foreignHistoryIsSent) {
            "What another provider keeps with the conversation was sent."
        }
        for word in ["instructions", "prompt", "city", "output", "answer", "question"] {
            try expect(body.contains("conformance-visible-\(word)"), .foreignHistoryIsSent) {
                "The \(word) of another provider's conversation was not sent."
            }
        }
    }
}

/// A tool that takes any arguments, and answers once all calls of the turn are there.
private struct AnyTool: Tool {
    let name: String
    let description = "Does something."
    let parameters: GenerationSchema
    let meeting: Meeting

    init(name: String, parameters: GenerationSchema, _ meeting: Meeting) {
        self.name = name
        self.parameters = parameters
        self.meeting = meeting
    }

    static func output(_ number: Int) -> String { "conformance-tool-output-\(number)." }

    func call(arguments: GeneratedContent) async throws -> String { Self.output(await meeting.join()) }
}

/// Holds tasks until all of them are there.
private final class Meeting: Sendable {
    private struct State {
        var expected: Int
        var arrived = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }
    private let state: Mutex<State>

    init(_ expected: Int) { state = Mutex(State(expected: expected)) }

    /// Waits for the others.
    ///
    /// - Returns: The number of this one, from 1.
    func join() async -> Int {
        let number = state.withLock { state in
            state.arrived += 1
            return state.arrived
        }
        await withCheckedContinuation { continuation in
            let ready = state.withLock { state -> [CheckedContinuation<Void, Never>] in
                state.waiting.append(continuation)
                guard state.waiting.count >= state.expected else { return [] }
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in ready { continuation.resume() }
        }
        return number
    }
}
