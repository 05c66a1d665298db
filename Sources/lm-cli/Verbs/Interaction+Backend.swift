import LMAnthropic
import LMChatCompletions
import LMGemini
import LMProtocol
import LMReplay
import LMResponses

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Interaction {
    /// What reads the answer: the wire that was asked for, else the one that it speaks.
    func backend(
        model: String, wire: Wire? = nil, playback: ReplayTransport.Options
    ) -> any LanguageModelBackend {
        let url = URL(string: baseURL) ?? URL(filePath: "/")
        let replay = ReplayTransport(Cassette(interactions: [self]), options: playback)
        switch wire ?? self.wire {
        case .chat:
            return ChatCompletionsModel(name: model, baseURL: url, dialect: .generic).apiKey("unsent").transport(replay)
        case .messages:
            // Whose server it was does not matter to the answer, and the recording has its address.
            return ClaudeModel(name: model, baseURL: url, dialect: .generic).apiKey("unsent").transport(replay)
        case .gemini:
            return GeminiModel(name: model, baseURL: url, dialect: .generic).apiKey("unsent").transport(replay)
        case .responses:
            return ResponsesModel(name: model, baseURL: url, dialect: .generic, supportedReasoningEfforts: [])
                .apiKey("unsent").transport(replay)
        }
    }
}
