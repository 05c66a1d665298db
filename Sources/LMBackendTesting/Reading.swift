import LMProtocol

/// What the events of one answer come to, whatever the pieces in which they came.
struct Reading: Sendable, Equatable {
    var parts: [String] = []
    var calls: [Call] = []
    var usage: Usage?
    var finish: FinishReason?
    var rest: [GenerationEvent] = []
    var adjustments: [Adjustment] = []
    /// Why the answer failed; `nil` if it is whole.
    var failure: FailureCategory?
    /// Where the events break the laws.
    var violations: [String] = []

    struct Call: Sendable, Equatable {
        var name: String
        var arguments: String
        var isComplete: Bool
    }

    /// Reads events as they come.
    ///
    /// - Throws: what is no failure of a model: `CancellationError`, and errors of a type that says nothing to a session.
    init(_ stream: () async throws -> GenerationStream) async throws {
        var laws = GenerationStreamLaws()
        var names: [PartID: String] = [:]
        do {
            for try await event in try await stream() {
                laws.check(event)
                switch event {
                case .toolCallStart(let id, _, let name): names[id] = name
                case .toolCallEnd(let id, let arguments, let isComplete):
                    calls.append(Call(name: names[id] ?? "", arguments: arguments, isComplete: isComplete))
                case .textEnd(_, let text), .refusalEnd(_, let text), .reasoningEnd(_, let text): parts.append(text)
                case .usage(let usage): self.usage = usage
                case .finished(let reason): finish = reason
                case .adjustment(let adjustment): adjustments.append(adjustment)
                case .textStart, .textDelta, .reasoningStart, .reasoningDelta, .toolCallDelta, .refusalDelta: break
                default: rest.append(event)
                }
            }
            laws.checkEnd()
        } catch let error as any LanguageModelFailure {
            failure = error.category
        }
        violations = laws.violations.map(\.description)
    }

    /// Whether the answer is whole.
    var isWhole: Bool { failure == nil && finish != nil }
    /// Whether it is plain text that came to its end by itself.
    var isText: Bool { isWhole && calls.isEmpty && !parts.isEmpty && finish?.unified == .stop }
    /// Whether it calls tools, all of them wholly.
    var callsTools: Bool { isWhole && !calls.isEmpty && calls.allSatisfy(\.isComplete) }

    /// What differs from another reading, in words; `nil` if nothing does.
    func difference(from other: Reading) -> String? {
        func compare<Value: Equatable>(_ name: String, _ ours: Value, _ others: Value) -> String? {
            ours == others ? nil : "\(name): \(ours) in place of \(others)"
        }
        return compare("texts", parts, other.parts) ?? compare("calls", calls, other.calls)
            ?? compare("usage", usage, other.usage) ?? compare("finish", finish, other.finish)
            ?? compare("failure", failure, other.failure) ?? compare("other events", rest, other.rest)
            ?? compare("adjustments", adjustments, other.adjustments)
    }
}
