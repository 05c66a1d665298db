import LMJSON
import LMProtocol
import LMProvider
import LMResponses
import LMTransport

extension GrokModel {
    /// The models that the key may use, as the server lists them: those with a preset first, in the order of a picker,
    /// then the others by name.
    ///
    /// A model with a preset has its data; another has only its name, and the defaults of a model made by name. What
    /// cannot answer a prompt, such as models that make images, is left out.
    ///
    /// - Parameters:
    ///   - configuration: How the server is reached; ``GrokConfiguration/default`` where none is given.
    ///   - transport: What sends the request; the system's own way where none is given.
    /// - Throws: The same errors as a request for an answer.
    public nonisolated(nonsending) static func available(
        configuration: GrokConfiguration? = nil, transport: (any HTTPTransport)? = nil
    ) async throws -> [GrokModel] {
        var environment = ProviderEnvironment()
        environment.transport = transport
        return try await available(configuration: configuration, environment: environment)
    }

    package nonisolated(nonsending) static func available(
        configuration: GrokConfiguration?, environment: ProviderEnvironment
    ) async throws -> [GrokModel] {
        var client = client(configuration, environment)
        client.mapping = { LanguageModelError($0) ?? GrokError.thrown(for: $0) }
        let list = try await client.document(path: "models")
        guard let data = list["data"]?.arrayValue else {
            throw GrokError.invalidResponse("The server's list of models has no data.")
        }
        var models: [GrokModel] = []
        for element in data {
            guard let name = element["id"]?.stringValue, !isOfAnotherKind(name) else { continue }
            var model = preset(named: name) ?? GrokModel(name: name)
            // An alias and its model are one.
            if models.contains(where: { $0.name == model.name }) { continue }
            model.configuration = configuration
            model.environment = environment
            models.append(model)
        }
        func rank(_ model: GrokModel) -> (Int, String) {
            (GrokCatalogue.entries.firstIndex { $0.name == model.name } ?? .max, model.name)
        }
        return models.sorted { rank($0) < rank($1) }
    }

    /// Whether a model makes something other than answers. xAI's list does not say; its names do.
    private static func isOfAnotherKind(_ name: String) -> Bool {
        ["image", "imagine", "video", "embedding", "tts", "stt", "voice"].contains {
            name.split(separator: "-").contains(Substring($0))
        }
    }
}
