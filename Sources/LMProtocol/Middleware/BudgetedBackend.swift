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
        /// The most money; `nil` is without limit. Counts where the server tells the cost, in this currency.
        public var cost: Money?

        /// Makes a budget.
        public init(tokens: Int? = nil, cost: Money? = nil) {
            self.tokens = tokens
            self.cost = cost
        }
    }

    /// What all requests have used: those that are over as a sum, each of the others as it was last told.
    private final class Account: Sendable {
        private struct State {
            var over = Usage()
            var underWay: [Int: Usage] = [:]
            var requests = 0
        }
        private let state = Mutex(State())

        var spent: Usage { state.withLock { state in state.underWay.values.reduce(state.over, +) } }

        func open() -> Int {
            state.withLock { state in
                state.requests += 1
                return state.requests
            }
        }

        func replace(_ request: Int, _ usage: Usage) { state.withLock { $0.underWay[request] = usage } }

        func close(_ request: Int) {
            state.withLock { state in
                if let usage = state.underWay.removeValue(forKey: request) { state.over = state.over + usage }
            }
        }
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
    /// The error that the backend behind this one wants thrown.
    public func sessionError(for error: any Error) -> any Error { base.sessionError(for: error) }
    /// What has been spent so far.
    public var spent: Usage { account.spent }

    /// Prepares for a request that starts with this transcript.
    public func prewarm(for transcript: Transcript) async { await base.prewarm(for: transcript) }

    /// Starts one generation. Throws before the first event where nothing was produced; the stream throws afterwards.
    public nonisolated(nonsending) func respond(to request: GenerationRequest) async throws -> GenerationStream {
        let spent = spent
        if let tokens = budget.tokens, spent.totalTokenCount >= tokens {
            throw BudgetExceeded(limit: "\(tokens) tokens", spent: "\(spent.totalTokenCount) tokens")
        }
        if let limit = budget.cost, let cost = spent.cost, cost.currency == limit.currency, cost.amount >= limit.amount
        {
            throw BudgetExceeded(limit: "\(limit)", spent: "\(cost)")
        }
        let stream = try await base.respond(to: request)
        let meter = Meter(account: account)
        return GenerationStream {
            let batch = try await stream.next()
            for case .usage(let usage) in batch ?? [] { meter.replace(usage) }
            return batch
        }
    }

    /// Keeps one request's usage, which the server restates as it goes, in the account once.
    private final class Meter: Sendable {
        private let account: Account
        private let request: Int

        init(account: Account) {
            self.account = account
            request = account.open()
        }

        deinit { account.close(request) }

        func replace(_ usage: Usage) { account.replace(request, usage) }
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
