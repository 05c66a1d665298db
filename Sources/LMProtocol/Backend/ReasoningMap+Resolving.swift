extension ReasoningMap {
    /// The efforts that providers use, from least to most; what ``Policy/clamp`` measures distance by.
    public static let scale = ["none", "minimal", "low", "medium", "high", "xhigh", "max"]

    /// The effort to send for a level, and what had to be changed for it.
    ///
    /// - Parameter level: The level that was asked for; `nil` leaves the choice to the provider.
    /// - Parameter model: The model's name, for the messages.
    /// - Returns: The effort; `nil` where none is to be sent.
    /// - Throws: ``LanguageModelError/unsupportedCapability(_:)`` where the policy is ``Policy/refuse`` and the model
    ///   does not take the effort.
    public func resolve(
        _ level: ContextOptions.ReasoningLevel?, model: String
    ) throws -> (effort: String?, adjustment: Adjustment?) {
        guard let level else { return (nil, nil) }
        let effort = effort(for: level)
        if supportedEfforts.contains(effort) { return (effort, nil) }
        guard !supportedEfforts.isEmpty else {
            return (
                nil, Adjustment(.optionDropped, "\(model) takes no reasoning effort; \"\(effort)\" was left out.")
            )
        }
        switch policy {
        case .sendAsIs: return (effort, nil)
        case .clamp:
            let nearest = nearest(to: effort)
            return (
                nearest,
                Adjustment(.optionClamped, "\(model) does not take the effort \"\(effort)\"; \"\(nearest)\" was sent.")
            )
        case .refuse:
            throw LanguageModelError.unsupportedCapability(
                .init(
                    capability: .reasoning,
                    debugDescription: "\(model) does not take the effort \"\(effort)\". "
                        + "It takes \(supportedEfforts.joined(separator: ", "))."))
        }
    }

    /// The supported effort with the least distance on the scale, the lower one of two; the most where the effort is
    /// not on the scale.
    private func nearest(to effort: String) -> String {
        guard let wanted = Self.scale.firstIndex(of: effort) else { return supportedEfforts.last ?? effort }
        let ranked = supportedEfforts.compactMap { name in Self.scale.firstIndex(of: name).map { ($0, name) } }
        let best = ranked.min { (abs($0.0 - wanted), $0.0) < (abs($1.0 - wanted), $1.0) }
        return best?.1 ?? supportedEfforts.last ?? effort
    }
}
