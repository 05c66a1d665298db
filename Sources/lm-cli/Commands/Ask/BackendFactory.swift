import LMGrok
import LMProtocol
import LMResponses
import LMTransport

/// Makes the backend of a model.
enum BackendFactory {
    /// The backend that asks the chosen model.
    ///
    /// - Parameter transport: What sends the requests; `nil` for the system's own way.
    static func backend(_ choice: ModelChoice, transport: (any HTTPTransport)?) -> any LanguageModelBackend {
        switch choice.provider {
        case .xai: grok(choice, transport)
        case .openai: responses(choice, .openai, transport)
        case .generic: responses(choice, .generic, transport)
        }
    }

    fileprivate static func responses(
        _ choice: ModelChoice, _ dialect: ResponsesDialect, _ transport: (any HTTPTransport)?
    ) -> any LanguageModelBackend {
        var model = ResponsesModel(name: choice.name, baseURL: choice.baseURL.url, dialect: dialect).apiKey(
            choice.key.key)
        model.timeouts = choice.timeouts
        guard let transport else { return model }
        return model.transport(transport)
    }
}
extension BackendFactory {
    fileprivate static func grok(_ choice: ModelChoice, _ transport: (any HTTPTransport)?) -> any LanguageModelBackend {
        responses(choice, .xai, transport)
    }
}
