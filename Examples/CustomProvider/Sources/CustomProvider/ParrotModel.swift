import Foundation
import LMJSON
import LMProtocol
import LMProvider
import LMTransport

/// A model of Parrot, a provider that does not exist: its key goes in a header of its own, and it answers with lines of
/// JSON in place of server-sent events.
///
/// What is here is what a provider has to say of itself: how a request is written, how a line is read, what its errors mean.
/// The connection, the key, the cutting into lines, retry advice and redaction are LMProvider's.
public struct ParrotModel: LanguageModelBackend {
    /// What the model is and accepts.
    public let card: ModelCard
    /// Where it is, and how its key is sent.
    public var endpoint: Endpoint
    private var environment = ProviderEnvironment()

    /// Makes a model.
    public init(
        name: String, baseURL: URL = URL(string: "https://api.parrot.example/v1")!, apiKey: String? = nil
    ) {
        card = ModelCard(
            name: name, capabilities: LanguageModelCapabilities([.toolCalling]), provider: "parrot")
        endpoint = Endpoint(
            baseURL: baseURL, apiKey: apiKey, keyField: .header("x-parrot-key"),
            keyHosts: ["parrot.example"], keyVariables: ["PARROT_API_KEY"])
    }

    /// The same model, sending its requests through this transport.
    public func transport(_ transport: some HTTPTransport) -> ParrotModel {
        var model = self
        model.environment.transport = transport
        return model
    }

    /// Starts one generation.
    public nonisolated(nonsending) func respond(to request: GenerationRequest) async throws -> GenerationStream {
        let client = ProviderClient(
            endpoint: endpoint, errors: ErrorClassifier(rules: Self.errorRules), environment: environment)
        let name = card.name
        return try await client.respond { (error: ProviderError?) -> AnswerRequest<ParrotTranslator>? in
            guard error == nil else { return nil }
            var adjustments: [Adjustment] = []
            let body = ParrotRequest(request, model: name, &adjustments).json
            return AnswerRequest(
                path: "talk", body: body.bytes(), translator: ParrotTranslator(), framing: .jsonLines,
                adjustments: adjustments)
        }
    }

    /// What Parrot's errors mean; the rules that all providers share come behind these.
    private static let errorRules = [
        ErrorRule(codes: ["moulting"], category: .overloaded, advice: .after(.seconds(5))),
        ErrorRule(codes: ["no_seeds"], category: .quotaExhausted, advice: .never),
    ]
}
