import Foundation
import LMJSON
import LMProtocol
import LMProvider
import LMResponses
import LMTestSupport
import LMTransport
import Testing

@testable import LMGrok

struct GrokModelTests {
    static let request = GenerationRequest(
        transcript: Transcript(entries: [.prompt(.init(id: "p1", segments: [.text(.init(id: "s", content: "Hi"))]))]))
    static let answer = StubTransport.Reply.events(
        """
        data: {"type":"response.created","response":{"id":"r","model":"grok-4.3"}}

        data: {"type":"response.completed","response":{"status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"Hello"}]}]}}


        """)

    // MARK: The catalogue

    @Test func `the presets are those of the seed, in its order`() {
        #expect(
            GrokModel.presets.map(\.displayName) == [
                "Grok 4.7", "Grok 4.6", "Grok 4.5", "Grok 4.3", "Grok 4.20", "Grok 4.20 Non-Reasoning", "Grok Build",
            ])
        #expect(
            GrokModel.presets.map(\.name) == [
                "grok-4.7", "grok-4.6", "grok-4.5", "grok-4.3", "grok-4.20-reasoning", "grok-4.20-non-reasoning",
                "grok-build-0.1",
            ])
        #expect(
            GrokModel.presets.map(\.contextSize) == [
                500_000, 500_000, 500_000, 1_000_000, 1_000_000, 1_000_000, 256_000,
            ])
        #expect(
            GrokModel.presets.map(\.supportedReasoningEfforts) == [
                [.low, .medium, .high, .xhigh], [.low, .medium, .high, .xhigh], [.low, .medium, .high],
                [.disabled, .low, .medium, .high], [], [], [],
            ])
        #expect(Set(GrokModel.presets).count == 7)
    }

    @Test func `every preset is the constant of its name`() {
        #expect(
            GrokModel.presets == [
                .grok4_7, .grok4_6, .grok4_5, .grok4_3, .grok4_20, .grok4_20NonReasoning, .grokBuild,
            ])
        #expect(GrokModel.grok4 == .grok4_7)
    }

    @Test func `every preset sees, keeps to schemas and calls tools, and all but one reason`() {
        for model in GrokModel.presets {
            for capability in [LanguageModelCapabilities.Capability.vision, .guidedGeneration, .toolCalling] {
                #expect(model.capabilities.contains(capability))
            }
            #expect(model.capabilities.contains(.reasoning) == (model != .grok4_20NonReasoning))
            #expect(model.supportsReasoningEffort == !model.supportedReasoningEfforts.isEmpty)
        }
    }

    @Test func `aliases and names find their preset, retired names their successor`() {
        #expect(GrokModel.preset(named: "grok-latest") == .grok4_3)
        #expect(GrokModel.preset(named: "grok-4.20") == .grok4_20)
        #expect(GrokModel.preset(named: "grok-4-0709") == nil)
        #expect(GrokModel.retiredNames["grok-3-mini"] == "grok-4.3")
    }

    @Test(arguments: [
        ("grok-4.33", "grok-4.3"), ("grok4.7", "grok-4.7"), ("Grok-4.6", "grok-4.6"),
        ("grok-bild-0.1", "grok-build-0.1"),
    ])
    func `a name that is nearly one has a suggestion`(_ name: String, _ expected: String) {
        #expect(GrokModel.suggestion(for: name) == expected)
    }

    @Test(arguments: ["gpt-4o", "", "claude-sonnet", "grok-4.3"])
    func `a name that is like none, or is one, has no suggestion`(_ name: String) {
        #expect(GrokModel.suggestion(for: name) == nil)
    }

    @Test func `a model that is in no picker has its data, and calls no tools of the app`() async throws {
        let model = try #require(GrokModel.preset(named: "grok-4.20-multi-agent-0309"))
        #expect(!GrokModel.presets.contains(model))
        #expect(model.contextSize == 1_000_000)
        #expect(model.supportedReasoningEfforts == [.low, .medium, .high, .xhigh])
        let transport = StubTransport()
        let session = LanguageModelSession(
            model: model.apiKey(canaryKey).transport(transport), tools: [CountingTool()])
        await #expect(throws: LanguageModelError.self) { try await session.respond(to: "Count") }
        #expect(transport.requests.isEmpty)
    }

    @Test func `prices are known for the presets`() {
        #expect(GrokModel.presets.allSatisfy { $0.price != nil })
        #expect(GrokModel.grok4_3.price == GrokModel.Price(input: 12_500, cachedInput: 2_000, output: 25_000))
        #expect(GrokModel(name: "x").price == nil)
    }

    // MARK: Values

    @Test func `a model made by name has the seed's defaults`() {
        let model = GrokModel(name: "grok-4.8")
        #expect(model.displayName == "grok-4.8")
        #expect(model.contextSize == 256_000)
        #expect(model.supportedReasoningEfforts == [.low, .medium, .high])
        for capability in [LanguageModelCapabilities.Capability.vision, .guidedGeneration, .toolCalling, .reasoning] {
            #expect(model.capabilities.contains(capability))
        }
        #expect(GrokModel(name: "x", supportedReasoningEfforts: []).supportsReasoningEffort == false)
        #expect(GrokModel(name: "x", capabilities: .init([.vision])).supportedReasoningEfforts == [])
    }

    @Test func `equality is over every property`() throws {
        let model = GrokModel(name: "x")
        #expect(model == GrokModel(name: "x"))
        #expect(model != GrokModel(name: "y"))
        #expect(model != GrokModel(name: "x", displayName: "X"))
        #expect(model != GrokModel(name: "x", contextSize: 1))
        #expect(model != GrokModel(name: "x", capabilities: .init([.reasoning])))
        #expect(model != GrokModel(name: "x", supportedReasoningEfforts: [.low]))
        #expect(model != model.reasoningEffort(.low))
        #expect(model != model.apiKey("k"))
        let keyed = model.apiKey("k")
        #expect(keyed == keyed.transport(StubTransport()))
        var changed = model
        changed.configuration = GrokConfiguration(timeoutInterval: 1)
        #expect(model != changed)
        changed = model
        changed.samplingParameters.remove(.topK)
        #expect(model != changed)
        #expect(model == model.transport(StubTransport()))
        #expect(model.hashValue == GrokModel(name: "x").hashValue)
    }

    @Test(arguments: [
        (ContextOptions.ReasoningLevel.light, GrokModel.ReasoningEffort.low), (.moderate, .medium), (.deep, .high),
        (.custom("xhigh"), .xhigh), (.custom("none"), .disabled),
    ])
    func `levels and efforts map as the seed says`(
        _ level: ContextOptions.ReasoningLevel, _ effort: GrokModel.ReasoningEffort
    ) {
        #expect(GrokModel.ReasoningEffort(level) == effort)
    }

    // MARK: Requests

    private static func sent(
        _ model: GrokModel, _ request: GenerationRequest = request
    ) async throws -> (body: JSONValue, request: HTTPRequest) {
        let transport = StubTransport(answer)
        var model = model.transport(transport)
        model.environment.environment = { ["XAI_API_KEY": canaryKey] }
        for try await _ in try await model.respond(to: request) {}
        let sent = try #require(transport.requests.first)
        return (try JSONValue(parsing: sent.body), sent)
    }

    @Test func `a request goes to xAI, stores nothing and asks for encrypted reasoning`() async throws {
        var model = GrokModel.grok4_3
        model.configuration = GrokConfiguration()
        let (body, request) = try await Self.sent(model)
        #expect(request.url.absoluteString == "https://api.x.ai/v1/responses")
        #expect(request.credential == Credential(bearer: canaryKey))
        #expect(body["model"] == "grok-4.3")
        #expect(body["stream"] == true)
        #expect(body["store"] == false)
        #expect(body["include"] == ["reasoning.encrypted_content"])
        #expect(body["prompt_cache_key"] == "p1")
        #expect(body["reasoning"] == nil)
    }

    @Test func `the request's level, then the model's effort, then xAI's default`() async throws {
        var request = Self.request
        request.contextOptions.reasoningLevel = .deep
        let model = GrokModel.grok4_3.apiKey("k").reasoningEffort(.disabled)
        #expect(try await Self.sent(model, request).body["reasoning"]?["effort"] == "high")
        #expect(try await Self.sent(model).body["reasoning"]?["effort"] == "none")
    }

    @Test(arguments: [GrokModel.grok4_20, .grok4_20NonReasoning, .grokBuild])
    func `row 41: no effort is sent to a model that takes none`(_ model: GrokModel) async throws {
        var request = Self.request
        request.contextOptions.reasoningLevel = .deep
        #expect(try await Self.sent(model.apiKey("k").reasoningEffort(.low), request).body["reasoning"] == nil)
    }

    @Test func `an effort that the model does not list is sent as it was chosen`() async throws {
        let body = try await Self.sent(GrokModel.grok4_5.apiKey("k").reasoningEffort(.xhigh)).body
        #expect(body["reasoning"]?["effort"] == "xhigh")
    }

    @Test func `a sampling option that was taken off the model is left out`() async throws {
        var request = Self.request
        request.options.samplingMode = .random(top: 5)
        var model = GrokModel.grok4_3.apiKey("k")
        #expect(try await Self.sent(model, request).body["top_k"] == 5)
        model.samplingParameters.remove(.topK)
        #expect(try await Self.sent(model, request).body["top_k"] == nil)
    }

    @Test func `row 67: an alias is no redirect, a retired name is`() async throws {
        func notes(_ name: String) async throws -> [Adjustment.Kind] {
            var kinds: [Adjustment.Kind] = []
            let model = GrokModel(name: name).apiKey("k").transport(StubTransport(Self.answer))
            for try await event in try await model.respond(to: Self.request) {
                if case .adjustment(let note) = event { kinds.append(note.kind) }
            }
            return kinds
        }
        #expect(try await notes("grok-latest") == [])
        #expect(try await notes("grok-3-mini") == [.modelRedirected])
    }

    // MARK: Listing

    @Test func `the models of the key are the presets that it has, then the others`() async throws {
        let transport = StubTransport(
            .document(
                200,
                #"{"object":"list","data":[{"id":"grok-9"},{"id":"grok-2-image-1212"},{"id":"grok-4.3"},{"id":"grok-latest"},{"id":"grok-4.7"},{"object":"model"}]}"#
            ))
        let models = try await GrokModel.available(
            configuration: GrokConfiguration(apiKey: canaryKey), transport: transport)
        #expect(models.map(\.name) == ["grok-4.7", "grok-4.3", "grok-9"])
        #expect(models.map(\.contextSize) == [500_000, 1_000_000, 256_000])
        let request = try #require(transport.requests.first)
        #expect(request.method == "GET")
        #expect(request.url.absoluteString == "https://api.x.ai/v1/models")
        #expect(request.credential == Credential(bearer: canaryKey))
    }

    @Test func `a list that is refused or no list is an error of Grok's`() async throws {
        let configuration = GrokConfiguration(apiKey: canaryKey)
        await #expect(throws: GrokError.requestFailed(statusCode: 401, code: nil, message: "No.")) {
            try await GrokModel.available(
                configuration: configuration, transport: StubTransport(.document(401, #"{"error":"No."}"#)))
        }
        await #expect(throws: GrokError.self) {
            try await GrokModel.available(configuration: configuration, transport: StubTransport(.document(200, "{}")))
        }
    }
}
