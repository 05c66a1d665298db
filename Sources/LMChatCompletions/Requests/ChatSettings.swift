import LMProtocol

/// What a model adds to a request, besides what the session asks for.
package struct ChatSettings: Sendable, Hashable {
    /// The model: its name on the wire, and the efforts it takes.
    package var card: ModelCard
    /// What the server takes.
    package var dialect: ChatDialect
    /// The effort where a request names no level; `nil` leaves it to the server.
    package var reasoningEffort: String?
    /// Whether the model may call several tools in one turn; `nil` leaves it to the server.
    package var parallelToolCalls: Bool?

    package init(
        card: ModelCard, dialect: ChatDialect, reasoningEffort: String? = nil, parallelToolCalls: Bool? = nil
    ) {
        self.card = card
        self.dialect = dialect
        self.reasoningEffort = reasoningEffort
        self.parallelToolCalls = parallelToolCalls
    }

    /// What the model does not take of what its server takes.
    var rule: ChatDialect.ModelRule? { dialect.rule(for: card.name) }

    /// How the shape of an answer is asked for.
    var schemaFormat: ChatDialect.SchemaFormat { rule?.schemaFormat ?? dialect.schemaFormat }

    /// Whether the model takes a member.
    func takes(_ parameter: ChatDialect.Parameter) -> Bool {
        dialect.parameters.contains(parameter) && rule?.refused.contains(parameter) != true
    }
}
