import LMAnthropic
import LMChatCompletions
import LMGemini
import LMGrok
import LMProtocol
import LMResponses
import LMTransport

extension ModelChoice {
    /// What asks the model.
    ///
    /// - Parameters:
    ///   - transport: What sends the requests; `nil` for the system's own way.
    ///   - options: What the requests hold besides.
    func backend(transport: (any HTTPTransport)?, options: RequestOptions = .none) -> any LanguageModelBackend {
        let transport =
            options.isEmpty ? transport : OptionTransport(base: transport ?? NetworkTransport(), options: options)
        return server.wire.backend(self, transport)
    }
}

extension Wire {
    /// Makes what speaks the API: one place for each.
    fileprivate func backend(_ choice: ModelChoice, _ transport: (any HTTPTransport)?) -> any LanguageModelBackend {
        let server = choice.server
        switch self {
        case .responses where server.provider == .xai:
            var model = GrokModel.preset(named: choice.name) ?? GrokModel(name: choice.name)
            model.configuration = GrokConfiguration(
                apiKey: server.key.key, baseURL: server.baseURL.url,
                timeoutInterval: server.timeouts.idle?.secondsValue ?? 0)
            model = model.providerErrors()
            return transport.map { model.transport($0) } ?? model
        case .responses:
            var model = ResponsesModel(
                name: choice.name, baseURL: server.baseURL.url, dialect: server.provider == .openai ? .openai : .generic
            ).apiKey(server.key.key)
            model.timeouts = server.timeouts
            return transport.map { model.transport($0) } ?? model
        case .chat:
            var model = ChatCompletionsModel(
                name: choice.name, baseURL: server.baseURL.url, dialect: server.provider.chatDialect
            ).apiKey(server.key.key)
            model.timeouts = server.timeouts
            return transport.map { model.transport($0) } ?? model
        case .messages:
            var model = ClaudeModel(
                name: choice.name, baseURL: server.baseURL.url,
                dialect: server.provider == .anthropic ? .anthropic : .generic
            ).apiKey(server.key.key)
            model.timeouts = server.timeouts
            return transport.map { model.transport($0) } ?? model
        case .gemini:
            var model = GeminiModel(
                name: choice.name, baseURL: server.baseURL.url, dialect: server.provider == .gemini ? .google : .generic
            ).apiKey(server.key.key)
            model.timeouts = server.timeouts
            return transport.map { model.transport($0) } ?? model
        }
    }
}
