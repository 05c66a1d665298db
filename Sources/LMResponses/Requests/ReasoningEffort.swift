import LMProtocol

/// Which effort a request asks for.
enum ReasoningEffort {
    /// The efforts that servers know, from least to most.
    private static let order = ["none", "minimal", "low", "medium", "high", "xhigh", "max"]

    /// The effort of a request; `nil` leaves it to the server.
    ///
    /// The request's level comes before the model's own effort. A level is a hint, which a policy may bend; an effort
    /// named outright is sent as it is, or refused.
    static func effort(
        _ options: ContextOptions, _ settings: RequestSettings, _ adjustments: inout [Adjustment]
    ) throws -> String? {
        let card = settings.card
        let map = card.reasoning
        guard let wanted = options.reasoningLevel.map(map.effort) ?? settings.reasoningEffort else { return nil }
        guard card.capabilities.contains(.reasoning), !map.supportedEfforts.isEmpty else {
            if options.reasoningLevel != nil {
                adjustments.append(
                    Adjustment(
                        .optionDropped,
                        "The reasoning effort \(wanted) was left out: \(card.displayName) does not take one."))
            }
            return nil
        }
        guard !map.supportedEfforts.contains(wanted), map.policy != .sendAsIs else { return wanted }
        let isHint = if case .custom = options.reasoningLevel { false } else { options.reasoningLevel != nil }
        guard map.policy == .clamp, isHint, let nearest = nearest(to: wanted, in: map.supportedEfforts) else {
            throw LanguageModelError.unsupportedCapability(
                .init(
                    capability: .reasoning,
                    debugDescription: "\(card.displayName) does not take the reasoning effort \(wanted). It takes "
                        + "\(map.supportedEfforts.joined(separator: ", "))."))
        }
        adjustments.append(
            Adjustment(.optionApproximated, "The reasoning effort \(wanted) was sent as \(nearest)."))
        return nearest
    }

    private static func nearest(to wanted: String, in efforts: [String]) -> String? {
        guard let rank = order.firstIndex(of: wanted) else { return nil }
        return efforts.compactMap { effort in order.firstIndex(of: effort).map { (effort, abs($0 - rank)) } }
            .min { $0.1 < $1.1 }?.0
    }
}
