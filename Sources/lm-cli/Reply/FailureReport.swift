import LMProtocol
import LMProvider
import LMReplay
import LMResponses

/// Turns a failure of a model or its server into what a person sees: one line of what happened, one of what to do, and
/// the exit code. A table; nothing here prints.
struct FailureReport {
    /// The request that failed.
    let service: ServiceContext
    /// What had come of the reply.
    let record: ReplyRecord

    /// The report of any error.
    func error(for error: any Error) -> CLIError {
        switch error {
        case let error as CLIError: return error
        case let miss as ReplayMiss: return CassetteFailure.report(miss)
        case let error as CassetteError: return CassetteFailure.report(error)
        case LanguageModelSession.Error.toolRoundLimitExceeded(let limit): return CLIError.tooManyToolCalls(limit)
        case let failure as any LanguageModelFailure: return report(failure)
        default: return Self.error(for: error)
        }
    }

    /// The report of an error that nothing more is known of.
    static func error(for error: any Error) -> CLIError {
        if let error = error as? CLIError { return error }
        return CLIError(
            .software, "this is a mistake of lm-cli: \(TextSanitizer.line(String(describing: error), limit: 300)).",
            hint: "Please report it, with the command line and lm-cli --version.")
    }

    /// The report of a request that has no key.
    static func missingKey(_ service: ServiceContext) -> CLIError {
        FailureReport(service: service, record: ReplyRecord()).report(
            ProviderError(
                kind: .missingAPIKey, message: "There is no key.", category: .authentication, retryAdvice: .never))
    }

    private func report(_ failure: any LanguageModelFailure) -> CLIError {
        let (code, message, hint) = explain(failure)
        return CLIError(
            code, message, hints: hint.isEmpty ? [] : hint.split(separator: "\n").map(String.init),
            kind: failure.category.name, details: details(of: failure))
    }

    /// What happened, without its end, for a line that goes on: `rate limited by xAI (HTTP 429: …)`.
    func cause(of failure: any LanguageModelFailure) -> String {
        let message = explain(failure).1
        return message.hasSuffix(".") ? String(message.dropLast()) : message
    }

    private func details(of failure: any LanguageModelFailure) -> CLIError.Details {
        let evidence = failure.evidence
        let partial = failure.partial.map(\.text) ?? record.text
        var details = CLIError.Details(
            status: evidence?.status, code: evidence?.code, requestID: evidence?.requestID,
            partial: partial.isEmpty ? nil : partial)
        switch failure.retryAdvice {
        case .never: break
        case .backoff: details.isRetryable = true
        case .after(let wait):
            details.isRetryable = true
            details.retryAfter = wait.secondsValue
        }
        return details
    }

    private func explain(_ failure: any LanguageModelFailure) -> (ExitCode, String, String) {
        let name = service.name
        let words = FailureWords(failure)
        switch failure.category {
        case .authentication where service.keySource == nil:
            return (.key, "no API key for \(name)\(words.hasEvidence ? " (\(words.short))" : "").", missingKeyHint)
        case .authentication:
            return (.key, "\(name) refused the key (\(words.short)).", refusedKeyHint)
        case .permission:
            return (.key, "\(name) does not allow this (\(words.short)).", refusedKeyHint)
        case .quotaExhausted:
            return (.key, "the account has no credit left (\(words.short)).", "Add credit, or use another key.")
        case .modelNotFound:
            return (.noInput, "\(name) has no model \"\(service.model)\" (\(words.short)).", modelHint)
        case .invalidRequest where words.status == 404:
            return (
                .noInput, "\(name) has nothing at this address (\(words.short)).", "Check --base-url and -m."
            )
        case .invalidRequest:
            return (.data, "\(name) calls the request invalid (\(words.short)).", "See what is sent: add --dry-run")
        case .contextSize:
            return (
                .data, "this is too long for \(service.model) (\(words.short)).", "Send less, or take another model."
            )
        case .rateLimited:
            return (.tryLater, "rate limited by \(name) (\(words.short)).", waitHint(failure))
        case .overloaded:
            return (.unavailable, "\(name) is overloaded (\(words.short)).", waitHint(failure))
        case .server where words.status == nil && record.hasStarted:
            return (.negative, "the generation failed: \(words.message)", keptHint)
        case .server:
            return (.unavailable, "\(name) failed (\(words.short)).", waitHint(failure))
        case .guardrail:
            return (
                .contentFilter, "\(name)'s content filter stopped the reply (\(words.short)).", "Put it in other words."
            )
        case .refusal:
            return (.contentFilter, "the model refused: \(words.message)", "Put it in other words.")
        case .transport where record.isEmpty:
            return (.unavailable, "cannot reach \(service.host): \(words.message)", connectionHint(failure))
        case .transport, .incompleteStream:
            return (.cutOff, "the connection closed before the reply was complete (\(wordCount)).", keptHint)
        case .timeout(let phase): return timeout(phase, words)
        case .malformedResponse:
            return (.protocolViolation, "\(name)'s answer makes no sense: \(words.message)", evidenceHint(failure))
        case .outputInvalid:
            return (.data, "the reply does not fit the schema: \(words.message)", keptHint)
        case .toolFailed:
            return (.negative, "a tool ended the reply: \(words.message)", keptHint)
        case .configuration:
            return (.configuration, words.message, "Check --base-url and --provider.")
        }
    }

    private func timeout(_ phase: FailurePhase, _ words: FailureWords) -> (ExitCode, String, String) {
        switch phase {
        case .connect: return (.unavailable, "cannot reach \(service.host): no connection in time.", offlineHint)
        case .total:
            let limit = service.totalTimeout.map { " in \($0.readable)" } ?? ""
            return (.totalTimeout, "the reply was not complete\(limit) (--total-timeout; \(wordCount)).", keptHint)
        case .answer:
            let rest = record.isEmpty ? "" : " (\(wordCount))"
            return (.tryLater, "\(service.name) kept the connection alive and said nothing more\(rest).", keptHint)
        case .firstByte, .idle:
            let limit = service.idleTimeout.map { " for \($0.readable)" } ?? ""
            let rest = record.isEmpty ? "" : "; \(wordCount)"
            return (.tryLater, "nothing came from \(service.name)\(limit) (--timeout\(rest)).", keptHint)
        }
    }

    private var wordCount: String {
        let count = record.wordCount
        return "\(count) word\(count == 1 ? "" : "s")"
    }

    // MARK: What to do

    private var missingKeyHint: String {
        guard let provider = service.keyProvider else { return "Give one: --key-file FILE" }
        var lines = ["Save one:    lm-cli keys set \(provider.name)   (asks, and does not show it)"]
        if let variable = provider.keyVariables.last {
            lines.append("Or for now:  export \(variable)=…   (only ever sent to \(provider.displayName), over https)")
        }
        lines.append("Try without: lm-cli demo")
        if let console = provider.console { lines.append("Get one at \(console). More: lm-cli help keys") }
        return lines.joined(separator: "\n")
    }

    private var refusedKeyHint: String {
        guard let source = service.keySource else { return "Give another key: --key-file FILE" }
        let remedy =
            service.keyProvider.map { "Replace it: lm-cli keys set \($0.name)" } ?? "More: lm-cli help keys"
        return "The key came from \(source). \(remedy)"
    }

    private var modelHint: String {
        let near = service.knownModels.map { (EditDistance.between($0, service.model), $0) }
            .filter { $0.0 <= EditDistance.suggestionLimit }.sorted { $0 < $1 }.prefix(3).map(\.1)
        if !near.isEmpty { return "Close: \(near.joined(separator: ", "))." }
        guard !service.knownModels.isEmpty else { return "Name one of the server's models with -m." }
        return "Known: \(service.knownModels.joined(separator: ", "))."
    }

    private func connectionHint(_ failure: any LanguageModelFailure) -> String {
        guard (failure as? ProviderError)?.kind == .connectionFailed(.tls) else { return offlineHint }
        return "Its issuer has to be among the system's certificate authorities; --base-url says who is asked."
    }

    private var offlineHint: String { "Offline? Answer from a recording: lm-cli ask --replay CASSETTE …" }

    private var keptHint: String {
        if record.isEmpty { return "Nothing of a reply had come. Try again." }
        return service.isKept
            ? "Kept: lm-cli sessions show last. Once more: lm-cli again" : "What came stands above. Try again."
    }

    private func waitHint(_ failure: any LanguageModelFailure) -> String {
        switch failure.retryAdvice {
        case .after(let wait): "Try again in \(wait.readable)."
        case .backoff: "Try again in a while."
        case .never: "Trying again will not help."
        }
    }

    private func evidenceHint(_ failure: any LanguageModelFailure) -> String {
        guard let body = failure.evidence?.body, !body.isEmpty else { return "Check --base-url." }
        return "It starts: \(TextSanitizer.line(body, limit: 120))\nCheck --base-url."
    }
}
