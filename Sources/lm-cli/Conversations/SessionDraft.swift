import LMJSON
import LMProtocol

/// A conversation while it is held: where it came from, and how it is kept.
struct SessionDraft: Sendable {
    let store: SessionStore
    /// What it went on from; `nil` for a new one.
    let origin: SavedConversation?
    let id: String

    /// Starts a conversation, or goes on with one.
    ///
    /// - Parameter isFork: Whether what is added goes to a conversation of its own.
    init(store: SessionStore, origin: SavedConversation? = nil, isFork: Bool = false) {
        self.store = store
        self.origin = origin
        id = isFork ? store.newID() : origin?.heading.id ?? store.newID()
    }

    /// The conversation so far.
    var transcript: Transcript { origin?.transcript ?? Transcript() }

    /// What is kept of the conversation after a turn.
    func saved(
        _ transcript: Transcript, choice: ModelChoice, usage: Usage?, ending: SavedConversation.Ending,
        title: String? = nil
    ) -> SavedConversation {
        let prompts = transcript.compactMap { entry in if case .prompt(let prompt) = entry { prompt } else { nil } }
        let spent = (origin?.heading.totalTokens ?? 0).addingSaturated(usage?.totalTokenCount ?? 0)
        let cost: Int64? =
            switch (origin?.heading.costTicks, usage?.costTicks) {
            case (nil, nil): nil
            case (let earlier, let later): (earlier ?? 0).addingSaturated(later ?? 0)
            }
        let server = choice.server
        let now = store.timestamp
        let isOrigin = origin?.heading.id == id
        return SavedConversation(
            heading: .init(
                id: id,
                title: title ?? (isOrigin ? origin?.heading.title : nil) ?? Self.title(of: prompts.first),
                model: choice.name, provider: server.provider.name,
                baseURL: server.isOwn ? nil : server.baseURL.shown,
                wire: server.wire == server.provider.wire ? nil : server.wire, effort: choice.effort,
                created: (isOrigin ? origin?.heading.created : nil) ?? now, updated: now, turns: prompts.count,
                ending: ending, totalTokens: spent, costTicks: cost),
            transcript: transcript)
    }

    /// The start of a prompt, as a title.
    private static func title(of prompt: Transcript.Prompt?) -> String {
        let words = prompt?.segments.compactMap { segment -> String? in
            if case .text(let text) = segment { text.content } else { nil }
        }
        return TextSanitizer.line((words?.last ?? "").prefix(400).description, limit: 60)
    }
}
