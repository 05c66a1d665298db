import LMJSON
import LMReplay

extension Interaction {
    /// The path of the address, for people.
    var path: String {
        guard let scheme = request.url.firstRange(of: "://") else { return request.url }
        let rest = request.url[scheme.upperBound...]
        return rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? "/"
    }

    /// The host of the address.
    var host: String {
        guard let scheme = request.url.firstRange(of: "://") else { return "" }
        return String(request.url[scheme.upperBound...].prefix { $0 != "/" && $0 != ":" })
    }

    /// The base URL of the API that was asked: the address without its endpoint.
    var baseURL: String {
        for endpoint in ["/responses", "/chat/completions", "/messages", "/completions", "/models"] {
            if let range = request.url.firstRange(of: endpoint) { return String(request.url[..<range.lowerBound]) }
        }
        return request.url.lastIndex(of: "/").map { String(request.url[..<$0]) } ?? request.url
    }

    /// The API that was spoken: as the address says, else as the answer looks.
    var wire: Wire {
        if host != Recording.unknownHost {
            if path.contains("/messages") { return .messages }
            if path.contains("enerateContent") { return .gemini }
            if path.contains("/completions") { return .chat }
            if path.contains("/responses") { return .responses }
        }
        let text = String(decoding: (response?.body ?? []).prefix(4096), as: UTF8.self)
        let looksLike: (String) -> Bool = { text.contains("\"\($0)\"") }
        if text.contains("event: message_start") || looksLike("message_start") { return .messages }
        if looksLike("stop_reason"), looksLike("role") { return .messages }
        if looksLike("candidates") || looksLike("promptFeedback") { return .gemini }
        if looksLike("choices") || looksLike("chat.completion.chunk") { return .chat }
        return .responses
    }

    /// The body of the request as JSON; `nil` where it is none.
    var requestBody: JSONValue? { try? JSONValue(parsing: request.body) }

    /// The model that was asked, or that answered where the request does not say.
    var model: String? { requestBody?["model"]?.stringValue ?? modelInPath ?? modelInResponse }

    /// The model of an address such as `/v1beta/models/NAME:streamGenerateContent`.
    private var modelInPath: String? {
        guard let call = path.firstRange(of: ":"), path[call.upperBound...].contains("enerateContent"),
            let models = path.firstRange(of: "/models/"), models.upperBound < call.lowerBound
        else { return nil }
        return String(path[models.upperBound..<call.lowerBound])
    }

    /// The first model that the response names.
    private var modelInResponse: String? { firstString(named: "model") ?? firstString(named: "modelVersion") }

    /// The identifier of the response: the first `id` in it.
    var responseID: String? { firstString(named: "id") }

    /// The first text of a name in the response. Looked for in its bytes, because the response may be cut or broken.
    private func firstString(named name: String) -> String? {
        guard let body = response?.body else { return nil }
        let key = Array("\"\(name)\":".utf8)
        var index = body.startIndex
        while index + key.count < body.count {
            if body[index] == key[0], body[index..<index + key.count].elementsEqual(key) {
                let rest = body[(index + key.count)...].drop { $0 == 0x20 }
                guard rest.first == UInt8(ascii: "\"") else { return nil }
                let name = rest.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
                return name.count < 200 ? String(validating: name, as: UTF8.self) : nil
            }
            index += 1
        }
        return nil
    }

    /// How long the response took as it was recorded.
    var recordedDuration: Duration {
        .milliseconds((response?.cuts ?? []).map(\.milliseconds).saturatedSum)
    }

    /// The same exchange with no pause longer than a limit.
    func shorteningGaps(to limit: Duration) -> Interaction {
        var interaction = self
        let most = Int(limit.wholeMilliseconds)
        for index in interaction.response?.cuts.indices ?? 0..<0 {
            let gap = interaction.response?.cuts[index].milliseconds ?? 0
            interaction.response?.cuts[index].milliseconds = min(gap, most)
        }
        return interaction
    }
}
