import LMJSON
import LMProtocol
import Testing

/// Every option of a request changes what the backend is asked for, or is reported.
@Suite struct OptionTests {
    /// What a session sends, and what it says was changed.
    private struct Sent: Equatable {
        var options: GenerationOptions
        var context: ContextOptions
        var metadata: [String: JSONValue]
        var tools: [String]
        var schema: JSONValue?
        var texts: [[String]]
        var adjustments: [Adjustment]
    }

    private static func card(enforcesSchemas: Bool) -> ModelCard {
        ModelCard(
            name: "m", capabilities: LanguageModelCapabilities([.guidedGeneration, .toolCalling, .vision, .reasoning]),
            enforcesSchemas: enforcesSchemas)
    }

    /// One way to ask, with the option set.
    struct Knob: Sendable, CustomTestStringConvertible {
        var name: String
        var ask: @Sendable (LanguageModelSession) async throws -> [Adjustment]
        var tool = Silent(includesSchemaInInstructions: true)
        /// The request that it is compared with.
        var plain: @Sendable (LanguageModelSession) async throws -> [Adjustment] = {
            try await $0.respond(to: "?").adjustments
        }
        var testDescription: String { name }
    }

    struct Silent: Tool {
        let name = "silent"
        let description = "Says nothing."
        var includesSchemaInInstructions: Bool
        var providerOptions: ProviderOptions = [:]
        func call(arguments: WeatherTool.Arguments) async throws -> String { "" }
    }

    private static let answer = #"{"city":"Rome"}"#
    private static let asking: @Sendable (LanguageModelSession) async throws -> [Adjustment] = {
        try await $0.respond(to: "?", generating: WeatherTool.Arguments.self).adjustments
    }
    private static func options(_ name: String, _ options: GenerationOptions) -> Knob {
        Knob(name: name) { try await $0.respond(to: "?", options: options).adjustments }
    }

    static let knobs: [Knob] = [
        options("greedy sampling", .init(samplingMode: .greedy)),
        options("top-k sampling", .init(samplingMode: .random(top: 5))),
        options("top-p sampling", .init(samplingMode: .random(probabilityThreshold: 0.5))),
        options("temperature", .init(temperature: 0.5)),
        options("maximumResponseTokens", .init(maximumResponseTokens: 5)),
        options("toolCallingMode", .init(toolCallingMode: .required)),
        options("stopSequences", .init(stopSequences: ["END"])),
        options("frequencyPenalty", .init(frequencyPenalty: 0.5)),
        options("presencePenalty", .init(presencePenalty: 0.5)),
        options("providerOptions", .init(providerOptions: ["p": ["a": 1]])),
        Knob(name: "reasoningLevel") {
            try await $0.respond(to: "?", contextOptions: .init(reasoningLevel: .deep)).adjustments
        },
        Knob(name: "metadata") { try await $0.respond(to: "?", metadata: ["user": "u1"]).adjustments },
        Knob(name: "metadata of a streamed answer") {
            try await $0.streamResponse(to: "?", metadata: ["user": "u1"]).collect().adjustments
        },
        Knob(name: "generating", ask: asking),
        Knob(name: "schema") {
            try await $0.respond(to: "?", schema: WeatherTool.Arguments.generationSchema).adjustments
        },
        Knob(
            name: "a tool's schema in the instructions", ask: { try await $0.respond(to: "?").adjustments },
            tool: Silent(includesSchemaInInstructions: false)),
    ]

    private func sent(
        _ ask: (LanguageModelSession) async throws -> [Adjustment], tool: Silent, enforcesSchemas: Bool
    ) async throws -> Sent {
        let backend = ScriptedBackend([.text(Self.answer)], card: Self.card(enforcesSchemas: enforcesSchemas))
        let session = LanguageModelSession(model: backend, tools: [tool])
        let adjustments = try await ask(session)
        let request = try #require(backend.requests.first)
        return Sent(
            options: request.options, context: request.contextOptions, metadata: request.metadata,
            tools: request.tools.map(\.name), schema: request.schema?.jsonSchema,
            texts: request.transcript.map(\.texts), adjustments: adjustments)
    }

    @Test(arguments: knobs, [true, false])
    func `an option changes the request or is reported`(knob: Knob, enforcesSchemas: Bool) async throws {
        let plain = try await sent(
            knob.plain, tool: Silent(includesSchemaInInstructions: true), enforcesSchemas: enforcesSchemas)
        let changed = try await sent(knob.ask, tool: knob.tool, enforcesSchemas: enforcesSchemas)
        #expect(plain != changed)
        #expect(plain.adjustments.isEmpty)
    }

    @Test(
        arguments: [
            (nil, true, false), (nil, false, true), (true, true, true), (true, false, true),
            (false, true, false), (false, false, false),
        ] as [(Bool?, Bool, Bool)])
    func `the schema stands in the prompt if it was to, or if the server does not keep to it`(
        included: Bool?, enforcesSchemas: Bool, stands: Bool
    ) async throws {
        let ways: [@Sendable (LanguageModelSession) async throws -> [Adjustment]] = [
            {
                try await $0.respond(
                    to: "?", generating: WeatherTool.Arguments.self, includeSchemaInPrompt: included
                ).adjustments
            },
            {
                try await $0.respond(
                    to: "?", generating: WeatherTool.Arguments.self,
                    contextOptions: .init(includeSchemaInPrompt: included)
                ).adjustments
            },
            {
                try await $0.respond(
                    schema: WeatherTool.Arguments.generationSchema, includeSchemaInPrompt: included
                ) { Prompt("?") }.adjustments
            },
            {
                try await $0.streamResponse(
                    to: "?", schema: WeatherTool.Arguments.generationSchema, includeSchemaInPrompt: included
                ).collect().adjustments
            },
        ]
        for way in ways {
            let sent = try await sent(
                way, tool: Silent(includesSchemaInInstructions: true), enforcesSchemas: enforcesSchemas)
            #expect(sent.texts.last?.joined().contains("JSON Schema") == stands)
            #expect(sent.texts.last?.joined().contains("\"city\"") == stands)
        }
    }

    @Test func `what was sent with a schema in words is sent so again, and the transcript is as it was asked`()
        async throws
    {
        let backend = ScriptedBackend(
            [.text(Self.answer), .text("ok")], card: Self.card(enforcesSchemas: false))
        let session = LanguageModelSession(model: backend)
        try await session.respond(to: "?", generating: WeatherTool.Arguments.self)
        try await session.respond(to: "And?")
        #expect(backend.requests[0].transcript.last?.texts.count == 2)
        #expect(backend.requests[1].transcript.first?.texts == backend.requests[0].transcript.last?.texts)
        #expect(session.transcript.first?.texts == ["?"])
    }

    @Test func `what a profile sets reaches the request`() async throws {
        let backend = ScriptedBackend([.text("ok")])
        struct Profiled: LanguageModelSession.DynamicProfile {
            let backend: ScriptedBackend
            var body: some LanguageModelSession.DynamicProfile {
                Profile { Instructions("Be brief.") }.model(backend).temperature(0.25).maximumResponseTokens(9)
                    .samplingMode(.greedy).reasoningLevel(.light)
            }
        }
        try await LanguageModelSession(profile: Profiled(backend: backend)).respond(to: "?")
        let request = try #require(backend.requests.first)
        #expect(request.options.temperature == 0.25)
        #expect(request.options.maximumResponseTokens == 9)
        #expect(request.options.samplingMode == .greedy)
        #expect(request.contextOptions.reasoningLevel == .light)
        #expect(request.transcript.first?.texts == ["Be brief."])
    }
}
