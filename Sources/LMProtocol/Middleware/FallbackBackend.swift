import Synchronization

/// Asks the next of several backends where one fails before its answer has started.
///
/// Which failures count is up to the caller; by default all but cancellation, refusal, guardrails and requests that
/// would be wrong anywhere. The backend that answered is on the response as an adjustment.
public struct FallbackBackend: LanguageModelBackend {
    private let backends: [any LanguageModelBackend]
    private let shouldFallBack: @Sendable (any Error) -> Bool

    /// Makes a list of backends, the preferred one first.
    public init(
        _ first: any LanguageModelBackend, _ others: any LanguageModelBackend...,
        when shouldFallBack: @escaping @Sendable (any Error) -> Bool = FallbackBackend.defaultRule
    ) {
        backends = [first] + others
        self.shouldFallBack = shouldFallBack
        card = first.card
    }

    /// The card of the preferred backend.
    public let card: ModelCard

    /// Whether a failure may be one of this provider alone.
    public static let defaultRule: @Sendable (any Error) -> Bool = { error in
        guard let failure = error as? any LanguageModelFailure else { return !(error is CancellationError) }
        return switch failure.category {
        case .guardrail, .refusal, .invalidRequest, .outputInvalid, .toolFailed: false
        default: true
        }
    }

    /// Prepares for a request that starts with this transcript.
    public func prewarm(for transcript: Transcript) async { await backends.first?.prewarm(for: transcript) }

    /// Starts one generation. Throws before the first event where nothing was produced; the stream throws afterwards.
    public nonisolated(nonsending) func respond(to request: GenerationRequest) async throws -> GenerationStream {
        let opened = try await open(request, from: 0, reasons: [])
        let current = Mutex(opened)
        return GenerationStream {
            while true {
                let state = current.withLock { $0 }
                do {
                    guard let batch = try await state.stream.next() else { return nil }
                    return current.withLock { state in
                        if batch.contains(where: \.cannotBeTakenBack) { state.isCommitted = true }
                        let announced = state.announcement + batch
                        state.announcement = []
                        return announced
                    }
                } catch {
                    guard !state.isCommitted, canFallBack(from: state.index, error) else {
                        throw backends[state.index].sessionError(for: error)
                    }
                    let next = try await open(request, from: state.index + 1, reasons: [words(error)])
                    current.withLock { $0 = next }
                }
            }
        }
    }

    private struct Opened: Sendable {
        var stream: GenerationStream
        var index: Int
        var isCommitted = false
        var announcement: [GenerationEvent] = []
    }

    private func canFallBack(from index: Int, _ error: any Error) -> Bool {
        index + 1 < backends.count && !Task.isCancelled && shouldFallBack(error)
    }

    private nonisolated(nonsending) func open(
        _ request: GenerationRequest, from start: Int, reasons: [String]
    ) async throws -> Opened {
        var index = start
        var reasons = reasons
        while true {
            do {
                var opened = Opened(stream: try await backends[index].respond(to: request), index: index)
                if index > 0 {
                    let name = backends[index].card.displayName
                    let reason = reasons.joined(separator: "; ")
                    opened.announcement = [
                        .restarted(attempt: index + 1, reason: reason),
                        .adjustment(Adjustment(.fallback, "\(name) answers, because before it: \(reason)")),
                    ]
                }
                return opened
            } catch {
                // Which of them failed is known here only.
                guard canFallBack(from: index, error) else { throw backends[index].sessionError(for: error) }
                reasons.append(words(error))
                index += 1
            }
        }
    }

    private func words(_ error: any Error) -> String {
        (error as? any LanguageModelFailure)?.errorDescription ?? "\(error)"
    }
}

extension LanguageModelBackend {
    /// This backend, and others in its place where it fails before its answer has started.
    public func fallback(to others: any LanguageModelBackend...) -> FallbackBackend {
        others.reduce(FallbackBackend(self)) { $0.adding($1) }
    }
}

extension FallbackBackend {
    private init(
        _ backends: [any LanguageModelBackend], card: ModelCard, when rule: @escaping @Sendable (any Error) -> Bool
    ) {
        self.backends = backends
        self.card = card
        shouldFallBack = rule
    }

    fileprivate func adding(_ backend: any LanguageModelBackend) -> FallbackBackend {
        FallbackBackend(backends + [backend], card: card, when: shouldFallBack)
    }
}
