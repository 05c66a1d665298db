/// Whose dialect a server speaks, and whose key it gets.
enum Provider: String, CaseIterable, Sendable {
    case xai, openai, generic

    /// The provider of a request. A model whose name starts with `grok` is xAI's; so is everything sent to where nothing
    /// else was said.
    static func choose(named name: String?, model: String, hasBaseURL: Bool) -> Provider {
        if let provider = name.flatMap(Provider.init) { return provider }
        return !hasBaseURL || model.lowercased().hasPrefix("grok") ? .xai : .generic
    }
}

extension Provider {
    /// What people call the provider.
    var displayName: String {
        switch self {
        case .xai: "xAI"
        case .openai: "OpenAI"
        case .generic: "the server"
        }
    }

    /// Whether an address is the provider's own, so that a key of the environment may go there: its host or one below it,
    /// over https.
    func isOwn(_ baseURL: BaseURL) -> Bool {
        let host = (baseURL.url.host() ?? "").lowercased()
        let own: String? =
            switch self {
            case .xai: "x.ai"
            case .openai: "openai.com"
            case .generic: nil
            }
        guard let own, baseURL.url.scheme?.lowercased() == "https" else { return false }
        return host == own || host.hasSuffix("." + own)
    }

    /// The variables that a key is read from, the first that is set.
    var keyVariables: [String] {
        switch self {
        case .xai: ["GROK_API_KEY", "XAI_API_KEY"]
        case .openai: ["OPENAI_API_KEY"]
        case .generic: []
        }
    }
}
