import LMJSON
import LMProtocol

/// What a request says of thinking: a level in the terms of the model.
struct ThinkingPlan {
    /// The member `thinking`; `nil` leaves it out.
    var thinking: JSONValue?
    /// The effort; `nil` leaves it to the server.
    var effort: String?
    /// The tokens that thinking may take beside the answer.
    var budget = 0
    /// Whether the model is known to think in this request.
    var isOn: Bool { thinking != nil && thinking?["type"] != "disabled" }

    /// The tokens of thinking that an effort stands for, on models that take a number.
    private static let budgets = ["low": 2048, "medium": 8192, "high": 16_384]

    /// Makes a plan.
    ///
    /// - Parameters:
    ///   - request: What is asked.
    ///   - card: The model's card, which maps levels to efforts.
    ///   - entry: What is known of the model.
    ///   - isForced: Whether the model has to call a tool.
    ///   - adjustments: Gets what was changed.
    init(
        _ request: GenerationRequest, card: ModelCard, entry: ClaudeCatalogue.Entry, isForced: Bool,
        _ adjustments: inout [Adjustment]
    ) throws {
        guard let level = request.contextOptions.reasoningLevel else { return }
        func drop(_ message: String) { adjustments.append(Adjustment(.optionDropped, message)) }
        if case .custom(let name) = level, ["none", "off", "disabled"].contains(name) {
            switch entry.thinking {
            case .adaptive(.disabled): thinking = ["type": "disabled"]
            case .adaptive(.betweenTools): thinking = ["type": "between_tools"]
            case .adaptive(.never): drop("\(card.displayName) always thinks; it was not switched off.")
            case .adaptive(.leftOut), .budget, .none: break
            }
            return
        }
        guard entry.thinking != .none else {
            drop("\(card.displayName) does not think; the level was left out.")
            return
        }
        let resolved = try card.reasoning.resolve(level, model: card.displayName)
        if let adjustment = resolved.adjustment { adjustments.append(adjustment) }
        guard let effort = resolved.effort else { return }
        switch entry.thinking {
        case .none: break
        case .budget where isForced:
            drop("Thinking was left out of this request: the model cannot both think and be made to call a tool.")
        case .budget:
            budget = Self.budgets[effort] ?? Int(effort).map { min(max($0, 1024), 100_000) } ?? 8192
            thinking = ["type": "enabled", "budget_tokens": .number(JSONNumber(budget))]
        case .adaptive:
            // Newer models leave the words of their thinking out unless they are asked for.
            thinking = ["type": "adaptive", "display": "summarized"]
            self.effort = effort
        }
    }
}
