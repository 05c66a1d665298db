import LMJSON

/// Bodies of errors in the shape that a provider's clients expect, so that they show the message.
enum ProviderError {
    /// An error's body.
    ///
    /// - Parameters:
    ///   - host: the host that was recorded: xAI's errors have a shape of their own.
    ///   - path: the path of the request: `/messages` is Anthropic's.
    static func body(_ message: String, code: String, path: String, host: String) -> JSONValue {
        let endpoint = path.split(separator: "?", maxSplits: 1).first ?? ""
        if host.hasSuffix("x.ai") { return ["code": .string(code), "error": .string(message)] }
        if endpoint.hasSuffix("/messages") {
            return ["type": "error", "error": ["type": .string(code), "message": .string(message)]]
        }
        return ["error": ["message": .string(message), "type": .string(code), "param": nil, "code": .string(code)]]
    }
}

extension ServerResponder {
    /// Sends JSON.
    func send(json: JSONValue, status: Int = 200) async throws {
        try await send(status: status, headers: [.contentType: "application/json"], body: json.bytes())
    }

    /// Refuses a request with a sentence.
    func refuse(_ status: Int, _ message: String) async throws {
        try await send(json: ProviderError.body(message, code: "replay_server", path: "", host: ""), status: status)
    }
}
