import LMGrok
import LMProtocol
import Synchronization

/// Ends replies when they have cost what may be spent.
///
/// A server tells the cost of a response at its end. Until then the text that has come is counted, at the price of the model,
/// as a token for each four bytes, which is about what it is.
final class SpendingLimit: Sendable {
    private static let bytesPerToken = 4

    private struct State {
        var price: GrokModel.Price
        /// What responses cost that are over, as their servers say.
        var spent: Int64 = 0
        /// What the present one has cost, as its server says; `nil` while it does not.
        var told: Int64?
        var bytesUnderWay = 0

        mutating func receive(_ event: GenerationEvent) {
            switch event {
            case .started:
                spent = spent.addingSaturated(told ?? 0)
                told = nil
                bytesUnderWay = 0
            case .textDelta(_, let delta), .refusalDelta(_, let delta), .reasoningDelta(_, let delta),
                .toolCallDelta(_, let delta):
                bytesUnderWay += delta.utf8.count
            case .usage(let usage): told = usage.costTicks ?? told
            default: break
            }
        }
    }
    private let limit: Int64
    private let state: Mutex<State>

    /// Makes a limit in ticks for requests of a model. Throws where nobody knows what the model costs.
    init(_ limit: Int64, model: String) throws(CLIError) {
        self.limit = limit
        state = Mutex(State(price: try Self.price(of: model)))
    }

    /// Goes on with another model.
    func use(_ model: String) throws(CLIError) {
        let price = try Self.price(of: model)
        state.withLock { $0.price = price }
    }

    private static func price(of model: String) throws(CLIError) -> GrokModel.Price {
        if let price = GrokModel.preset(named: model)?.price { return price }
        throw .usage(
            "--budget cannot be kept: the price of \(model) is not known.", hint: "Leave it out, or use --max-tokens.")
    }

    /// Takes events in. Throws where what is under way reaches the limit; what is over is never thrown away.
    func observe(_ events: [GenerationEvent]) throws {
        let cost = state.withLock { state -> Int64? in
            for event in events { state.receive(event) }
            guard state.told == nil else { return nil }
            return state.spent.addingSaturated(
                Int64(Int(saturating: Double(state.bytesUnderWay / Self.bytesPerToken) * Double(state.price.output))))
        }
        if let cost, cost >= limit { throw exceeded(cost) }
    }

    /// Throws where nothing is left for another request.
    func check() throws {
        let spent = state.withLock { $0.spent.addingSaturated($0.told ?? 0) }
        if spent >= limit { throw exceeded(spent) }
    }

    private func exceeded(_ cost: Int64) -> CLIError {
        CLIError(
            .cutOff, "the budget of \(Amount.price(limit)) is spent (about \(Amount.price(cost))).",
            hint: "Allow more with --budget USD.", kind: "quotaExhausted")
    }
}
