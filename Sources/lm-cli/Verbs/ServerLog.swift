import LMReplay

/// The lines on standard error that say what a server does.
struct ServerLog: Sendable {
    let console: Console
    /// How fast recordings come, in a word.
    var speed = ""

    /// A line for a request.
    func write(_ exchange: ServedExchange) {
        let request = "\(TimeOfDay.clock()) \(exchange.method) \(exchange.path)"
        let status = exchange.status.map(String.init) ?? "no answer"
        let outcome: String
        switch exchange.outcome {
        case .replayed(let cassette, let interaction):
            let parts = ["\(cassette)#\(interaction)", speed, exchange.duration.readable, status]
            outcome = parts.filter { !$0.isEmpty }.joined(separator: " ")
        case .fault: outcome = "\(status), on purpose"
        case .missed: outcome = "miss (\(status), explanation in body)"
        case .forwarded: outcome = "\(exchange.duration.readable) \(status)"
        case .refused(let reason): outcome = "\(status): \(reason)"
        }
        console.hint("\(request) → \(outcome)")
    }
}
