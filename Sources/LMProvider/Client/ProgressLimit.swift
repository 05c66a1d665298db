import LMProtocol
import LMTransport

/// How long an answer may say nothing although its connection lives.
struct ProgressLimit: Sendable {
    /// The time; `nil` for ever.
    var time: Duration?

    /// The error of an answer that has said nothing for so long; `nil` within the limit.
    func failure(after waited: Duration, _ partial: PartialOutput = PartialOutput()) -> ProviderError? {
        guard let time, waited > time else { return nil }
        return ProviderError(
            kind: .connectionFailed(.timeout(.idle)),
            message: "Nothing of the answer came for \(time), although the server kept the connection alive.",
            category: .timeout(.answer), retryAdvice: .backoff, partial: partial)
    }
}

extension GenerationEvent {
    /// Whether the event is a piece of an answer: a keep-alive is none, nor is one without words.
    var isProgress: Bool {
        switch self {
        case .textDelta(_, let delta), .reasoningDelta(_, let delta), .toolCallDelta(_, let delta),
            .refusalDelta(_, let delta):
            !delta.isEmpty
        case .toolCallStart, .toolCallEnd, .textEnd, .reasoningEnd, .refusalEnd, .reasoningData, .partData,
            .messageData, .citation, .serverToolCall, .finished:
            true
        case .started, .textStart, .reasoningStart, .adjustment, .restarted, .usage: false
        }
    }
}
