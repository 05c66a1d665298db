import LMGrok
import LMProtocol
import LMResponses
import LMTransport

/// Makes the backend of a model.
enum BackendFactory {
    /// The backend that asks the chosen model.
    ///
    /// - Parameter transport: What sends the requests; `nil` for the system's own way.
    /// - Parameter options: What the requests hold besides.
    static func backend(
        _ choice: ModelChoice, transport: (any HTTPTransport)?, options: RequestOptions = .none
    ) -> any LanguageModelBackend {
        let transport =
            options.isEmpty ? transport : OptionTransport(base: transport ?? NetworkTransport(), options: options)
        return switch choice.server.provider {
        case .xai: grok(choice, transport)
        case .openai: responses(choice, .openai, transport)
        case .generic: responses(choice, .generic, transport)
        }
    }

    private static func grok(_ choice: ModelChoice, _ transport: (any HTTPTransport)?) -> any LanguageModelBackend {
        var model = GrokModel.preset(named: choice.name) ?? GrokModel(name: choice.name)
        model.configuration = GrokConfiguration(
            apiKey: choice.server.key.key, baseURL: choice.server.baseURL.url,
            timeoutInterval: choice.server.timeouts.idle?.secondsValue ?? 0)
        guard let transport else { return model }
        return model.transport(transport)
    }

    private static func responses(
        _ choice: ModelChoice, _ dialect: ResponsesDialect, _ transport: (any HTTPTransport)?
    ) -> any LanguageModelBackend {
        var model = ResponsesModel(name: choice.name, baseURL: choice.server.baseURL.url, dialect: dialect).apiKey(
            choice.server.key.key)
        model.timeouts = choice.server.timeouts
        guard let transport else { return model }
        return model.transport(transport)
    }
}
