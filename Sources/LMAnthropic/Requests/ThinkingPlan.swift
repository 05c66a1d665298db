import LMJSON
import LMProtocol

/// What a request says of thinking: a level in the terms of the model.
struct ThinkingPlan {
    /// The member `thinking`; `nil` leaves it out.
    private(set) var thinking: JSONValue?
    /// The effort; `nil` leaves it to the server.
    private(set) var effort: String?
    /// The tokens that thinking may take beside the answer.
    private(set) var budget = 0
    /// Whether the model is told to think in this request.
    var isOn: Bool { thinking != nil && !isOff }
    /// Whether it is told not to.
    var isOff: Bool { thinking?["type"] == "disabled" }

    /// The tokens of thinking that an effort stands for, on models that take a number.
    private static let budgets = ["low": 2048, "medium": 8192, "high": 16_384]
    /// The least tokens that the answer itself is left with.
    private static let leastAnswer = 1024

    /// Makes a plan.
    ///
    /// - Parameters:
    ///   - request: What is asked.
    ///   - card: The model's card, which maps levels to efforts.
    ///   - entry: What is known of the model.
    ///   - option: What the app says of thinking in the wire's own words, which is sent as it is.
    ///   - obstacle: What keeps a model that takes a budget from thinking in this request, in words.
    ///   - adjustments: Gets what was changed.
    init(
        _ request: GenerationRequest, card: ModelCard, entry: ClaudeCatalogue.Entry, option: JSONValue?,
        obstacle: String?, _ adjustments: inout [Adjustment]
    ) throws {
        func drop(_ message: String) { adjustments.append(Adjustment(.optionDropped, message)) }
        if let option {
            thinking = option
            budget = min(option["budget_tokens"]?.countValue ?? 0, entry.maximumOutput)
            if request.contextOptions.reasoningLevel != nil {
                drop("The reasoning level was left out: the options of the provider say how to think.")
            }
            return
        }
        guard let level = request.contextOptions.reasoningLevel else { return }
        if case .custom(let name) = level, ["none", "off", "disabled"].contains(name) {
            if entry.thinking == .none { return }
            switch entry.off {
            case .leftOut: break
            case .disabled: thinking = ["type": "disabled"]
            case .betweenTools: thinking = ["type": "between_tools"]
            case .never: drop("\(card.displayName) cannot be told to stop thinking; it was not switched off.")
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
        case .budget:
            if let obstacle {
                drop("Thinking was left out of this request: \(obstacle)")
                return
            }
            budget = min(Self.budgets[effort] ?? 8192, entry.maximumOutput - Self.leastAnswer)
            thinking = ["type": "enabled", "budget_tokens": .number(JSONNumber(budget))]
        case .adaptive:
            // Newer models leave the words of their thinking out unless they are asked for, and those before them do not
            // think at all for an effort alone.
            thinking = ["type": "adaptive", "display": "summarized"]
            self.effort = effort
        case .enabled:
            thinking = ["type": "enabled"]
            self.effort = effort
        }
    }
}
