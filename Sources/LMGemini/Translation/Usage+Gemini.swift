import LMJSON
import LMProtocol

extension Usage {
    /// Reads what the wire says of tokens; `nil` where it says nothing of the prompt.
    init?(gemini json: JSONValue?) {
        guard let json, let prompt = json["promptTokenCount"]?.countValue else { return nil }
        func count(_ name: String) -> Int { json[name]?.countValue ?? 0 }
        let (tools, thoughts) = (count("toolUsePromptTokenCount"), count("thoughtsTokenCount"))
        self.init(
            input: .init(
                totalTokenCount: prompt.addingSaturated(tools), cachedTokenCount: count("cachedContentTokenCount")),
            // What was thought is not among the candidates' tokens.
            output: .init(
                totalTokenCount: count("candidatesTokenCount").addingSaturated(thoughts),
                reasoningTokenCount: thoughts))
        // With the server's own tools the count of the prompt is that of several rounds.
        if tools == 0 { contextTokenCount = prompt }
        for member in json.objectValue ?? JSONObject() where !Self.placed.contains(member.key) {
            metadata[member.key] = member.value
        }
    }

    private static let placed: Set<String> = [
        "promptTokenCount", "toolUsePromptTokenCount", "cachedContentTokenCount", "candidatesTokenCount",
        "thoughtsTokenCount", "totalTokenCount",
    ]
}
