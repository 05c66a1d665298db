import LMProtocol

/// What a model adds to a request, besides what the session asks for.
package struct RequestSettings: Sendable, Hashable {
    /// The model: its name on the wire, and the efforts it takes.
    package var card: ModelCard
    /// What the server takes.
    package var dialect: ResponsesDialect
    /// The effort where a request names no level; `nil` leaves it to the server.
    package var reasoningEffort: String?
    /// How the summary of the reasoning is asked for; `nil` leaves it to the server.
    package var reasoningSummary: String?
    /// Whether the model may call several tools in one turn; `nil` leaves it to the server.
    package var parallelToolCalls: Bool?
    /// Whether arguments are to be streamed in pieces, which xAI does only when asked; `nil` leaves it to the server.
    package var streamsToolCalls: Bool?
    /// The tools that the server runs itself.
    package var serverTools: [ServerTool]

    package init(
        card: ModelCard, dialect: ResponsesDialect, reasoningEffort: String? = nil, reasoningSummary: String? = nil,
        parallelToolCalls: Bool? = nil, streamsToolCalls: Bool? = nil, serverTools: [ServerTool] = []
    ) {
        self.card = card
        self.dialect = dialect
        self.reasoningEffort = reasoningEffort
        self.reasoningSummary = reasoningSummary
        self.parallelToolCalls = parallelToolCalls
        self.streamsToolCalls = streamsToolCalls
        self.serverTools = serverTools
    }
}
