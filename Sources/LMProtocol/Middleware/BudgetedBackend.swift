import Synchronization

/// Stops before a request when the tokens or the money of earlier ones have reached a limit.
///
/// The limits count over all requests made through this value and its copies: over the rounds of a turn and over turns.
/// The request that crosses a limit is finished, since its price is known only afterwards; the next one is refused.
public struct BudgetedBackend<Base: LanguageModelBackend>: LanguageModelBackend {
    /// What may be spent.
    public struct Budget: Sendable, Hashable {
        /// The most tokens, in and out; `nil` is without limit.
        public var tokens: Int?
        /// The most money in ticks, 10¹⁰ to a US dollar; `nil` is without limit. Counts where the server tells the cost.
        public var costTicks: Int64?

        /// Makes a budget.
        public init(tokens: Int? = nil, costTicks: Int64? = nil) {
            self.tokens = tokens
            self.costTicks = costTicks
        }
    }

    private final class Account: Sendable {
        let spent = Mutex(Usage())
    }

    private let base: Base
    private let budget: Budget
    private let account = Account()

    /// Wraps a backend.
    public init(_ base: Base, budget: Budget) {
        self.base = base
        self.budget = budget
    }

    /// What the model is and accepts.
    public var card: ModelCard { base.card }
    /// What has been spent so far.
    public var spent: Usage { account.spent.withLock { $0 } }

    /// Prepares for a request that starts with this transcript.
    public func prewarm(for transcript: Transcript) async { await base.prewarm(for: transcript) }

    /// Starts one generation. Throws before the first event where nothing was produced; the stream throws afterwards.
    public nonisolated(nonsending) func respond(to request: GenerationRequest) async throws -> GenerationStream {
        let spent = spent
        if let tokens = budget.tokens, spent.totalTokenCount >= tokens {
            throw BudgetExceeded(limit: "\(tokens) tokens", spent: "\(spent.totalTokenCount) tokens")
        }
        if let ticks = budget.costTicks, let cost = spent.costTicks, cost >= ticks {
            throw BudgetExceeded(limit: "\(ticks) cost ticks", spent: "\(cost) cost ticks")
        }
        let stream = try await base.respond(to: request)
        let meter = Meter(account: account)
        return GenerationStream {
            let batch = try await stream.next()
            for case .usage(let usage) in batch ?? [] { meter.replace(usage) }
            return batch
        }
    }

    /// Keeps one request's usage, which the server restates as it goes, added to the account once.
    private final class Meter: Sendable {
        private let account: Account
        private let last = Mutex(Usage())

        init(account: Account) { self.account = account }

        func replace(_ usage: Usage) {
            let previous = last.withLock { last in
                let previous = last
                last = usage
                return previous
            }
            account.spent.withLock { spent in
                spent.input.totalTokenCount += usage.input.totalTokenCount - previous.input.totalTokenCount
                spent.input.cachedTokenCount += usage.input.cachedTokenCount - previous.input.cachedTokenCount
                spent.output.totalTokenCount += usage.output.totalTokenCount - previous.output.totalTokenCount
                spent.output.reasoningTokenCount +=
                    usage.output.reasoningTokenCount - previous.output.reasoningTokenCount
                if usage.costTicks != nil || previous.costTicks != nil {
                    spent.costTicks = (spent.costTicks ?? 0) + (usage.costTicks ?? 0) - (previous.costTicks ?? 0)
                }
            }
        }
    }
}

/// A request was not made, because the budget of a ``BudgetedBackend`` is spent.
public struct BudgetExceeded: LanguageModelFailure, Equatable {
    /// The limit, in words.
    public var limit: String
    /// What had been spent, in words.
    public var spent: String

    /// What kind of failure it is.
    public var category: FailureCategory { .quotaExhausted }
    /// Whether and when another try makes sense.
    public var retryAdvice: RetryAdvice { .never }
    /// What the server said, capped and without secrets.
    public var evidence: FailureEvidence? { nil }
    /// What had been received when it failed.
    public var partial: PartialOutput? { nil }
    /// What happened and what to do about it, in a sentence or two for a person.
    public var errorDescription: String? {
        "The budget of \(limit) is spent (\(spent)). Nothing was sent. Raise the budget to go on."
    }
}

extension LanguageModelBackend {
    /// This backend with a limit on what may be spent.
    public func budgeted(_ budget: BudgetedBackend<Self>.Budget) -> BudgetedBackend<Self> {
        BudgetedBackend(self, budget: budget)
    }
}
