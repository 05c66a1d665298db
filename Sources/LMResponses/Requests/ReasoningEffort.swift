import LMProtocol

/// Which effort a request asks for.
enum ReasoningEffort {
    /// The effort of a request; `nil` leaves it to the server.
    ///
    /// The request's level comes before the model's own effort. A model that does not reason gets none.
    static func effort(
        _ options: ContextOptions, _ settings: RequestSettings, _ adjustments: inout [Adjustment]
    ) throws -> String? {
        var map = settings.card.reasoning
        if !settings.card.capabilities.contains(.reasoning) { map.supportedEfforts = [] }
        if map.supportedEfforts.isEmpty, options.reasoningLevel == nil { return nil }
        let level = options.reasoningLevel ?? settings.reasoningEffort.map(ContextOptions.ReasoningLevel.custom)
        let resolved = try map.resolve(level, model: settings.card.displayName)
        if let adjustment = resolved.adjustment { adjustments.append(adjustment) }
        return resolved.effort
    }
}
