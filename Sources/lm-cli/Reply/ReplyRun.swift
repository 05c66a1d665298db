import LMJSON
import LMProtocol
import Synchronization

/// One reply on its way from a model to where it is shown.
final class ReplyRun: Sendable {
    private struct State {
        var record = ReplyRecord()
        /// What standard output failed with; nothing more is shown then.
        var outputFailure: SystemError?
    }
    private let presenter: any ReplyPresenter
    private let service: ServiceContext
    private let interruption: Interruption
    private let state = Mutex(State())
    /// Whether the reply goes on when nobody reads it any more, because it is also being recorded.
    private let outlivesOutput: Bool

    /// Makes a run that is shown by a presenter.
    init(
        presenter: any ReplyPresenter, service: ServiceContext, interruption: Interruption, outlivesOutput: Bool = false
    ) {
        self.presenter = presenter
        self.service = service
        self.interruption = interruption
        self.outlivesOutput = outlivesOutput
    }

    /// What has come of the reply.
    var record: ReplyRecord { state.withLock { $0.record } }

    /// Takes events in and shows them.
    func observe(_ events: [GenerationEvent]) throws {
        let record = state.withLock { state in
            for event in events { state.record.receive(event) }
            return state.record
        }
        try show { presenter throws(SystemError) in try presenter.present(events, in: record) }
    }

    /// Shows that a try failed and is made again.
    func observe(_ notice: RetryNotice) {
        try? show { presenter throws(SystemError) in try presenter.present(notice) }
    }

    /// Shows what a tool answered.
    func observe(toolResult id: String, name: String, output: JSONValue) throws {
        try show { presenter throws(SystemError) in try presenter.present(toolResult: id, name: name, output: output) }
    }

    /// Runs the work that makes the reply, and shows its end, whatever that is.
    ///
    /// Throws ``PresentedFailure`` where the reply failed, and `SystemError` where standard output did.
    nonisolated(nonsending) func run(_ work: () async throws -> Void) async throws {
        do {
            try await interruption.gracefully(work)
        } catch {
            if let failure = state.withLock({ $0.outputFailure }), !outlivesOutput { throw failure }
            let failure = report(error)
            let record = record
            try show { presenter throws(SystemError) in try presenter.fail(failure, in: record) }
            throw PresentedFailure(failure: failure)
        }
        let record = record
        try show { presenter throws(SystemError) in try presenter.finish(record) }
        if let failure = state.withLock({ $0.outputFailure }) { throw failure }
        guard record.isRefusal else { return }
        // Its words stand on standard output already.
        throw PresentedFailure(
            failure: CLIError(.contentFilter, "the model refused.", hint: "Put it in other words.", kind: "refusal"))
    }

    private func report(_ error: any Error) -> CLIError {
        guard error is CancellationError || interruption.received != nil else {
            return FailureReport(service: service, record: record).error(for: error)
        }
        return CLIError(
            ExitCode(signal: interruption.received) ?? .interrupt, stopped(record),
            details: CLIError.Details(partial: record.text.isEmpty ? nil : record.text))
    }

    /// The words for a reply that was stopped.
    private func stopped(_ record: ReplyRecord) -> String {
        let count = record.wordCount
        let words = "stopped — \(count) word\(count == 1 ? "" : "s")"
        return service.isKept && !record.isEmpty ? "\(words) kept (lm-cli sessions show last)." : "\(words) came."
    }

    private func show(_ action: (any ReplyPresenter) throws(SystemError) -> Void) throws {
        guard state.withLock({ $0.outputFailure == nil }) else { return }
        do throws(SystemError) {
            try action(presenter)
        } catch {
            state.withLock { $0.outputFailure = error }
            if !outlivesOutput { throw error }
        }
    }
}
