import LMJSON

/// What one chunk of a stream says, or a whole document: of its choices, the first one only.
///
/// What comes by the thousand has a place of its own; what comes seldom is kept as it is, in ``delta``, ``choice`` and
/// ``top``, by the member it stood in.
struct ChatChunk: Sendable {
    /// The response's identifier; `nil` where it is missing or empty.
    var id: String?
    /// The model that answers; `nil` where it is missing or empty.
    var model: String?
    /// Whether there is a list of choices, be it an empty one.
    var hasChoices = false
    /// Whether there is a choice that is the first one.
    var hasChoice = false
    /// A piece of the answer's text.
    var content: String?
    /// A piece of the reasoning.
    var reasoning: String?
    /// The member in which the reasoning stood.
    var reasoningField: ReasoningField?
    /// Why the answer ended; `nil` where it has not, and where the reason is empty.
    var finishReason: String?
    /// Pieces of calls.
    var calls: [CallDelta] = []
    /// Members of the delta, or of the document's message, that come seldom.
    var delta: [JSONObject.Member] = []
    /// Members of the choice that come seldom.
    var choice: [JSONObject.Member] = []
    /// Members of the chunk that come seldom.
    var top: [JSONObject.Member] = []
}

/// The members that hold reasoning as a string, by the servers that send them.
enum ReasoningField: String, Sendable, Hashable, CaseIterable {
    /// DeepSeek, xAI, Alibaba, Moonshot, llama.cpp, Venice.
    case reasoningContent = "reasoning_content"
    /// Ollama, Groq, OpenRouter, vLLM.
    case reasoning
    /// Copilot.
    case reasoningText = "reasoning_text"
}

/// One event of a stream.
enum ChatEvent: Sendable {
    /// A chunk of the answer.
    case chunk(ChatChunk)
    /// The server says that nothing follows.
    case done
    /// The server reports a failure in place of a chunk.
    case failed(JSONValue)
    /// A keep-alive, or something else that nobody needs.
    case skipped
}

/// An event that should have said something and cannot be read.
struct ChatEventError: Error, CustomStringConvertible {
    /// What is wrong with it.
    var problem: String
    /// What is wrong with it, in a sentence.
    var description: String { "An event of the stream cannot be read: \(problem)." }
}

extension [JSONObject.Member] {
    /// The value of the last member of a name that is not `null`.
    subscript(name: String) -> JSONValue? { last { $0.key == name }?.value }
}
