#if os(Linux)
    import Foundation
    import LMProtocol
    import Observation

    /// The system's model in the private cloud. A Linux system has none: it is the one model that the app names for it,
    /// as for ``SystemLanguageModel``.
    public final class PrivateCloudComputeLanguageModel: LanguageModelBackend, Observable {
        /// Whether the model can be used.
        public enum Availability: Sendable, Equatable {
            /// It can.
            case available
            /// It cannot, and why.
            case unavailable(UnavailableReason)

            /// Why the model cannot be used.
            public enum UnavailableReason: Sendable, Equatable, Hashable {
                /// The device cannot use it. Not on Linux.
                case deviceNotEligible
                /// The app has not named a model yet.
                case systemNotReady
            }
        }

        /// How much of the person's quota is used up. No provider says it beforehand, so it is always below the limit;
        /// a request that meets a limit fails with ``LanguageModelError/rateLimited(_:)``.
        public struct QuotaUsage: Sendable {
            /// Where the use stands.
            public enum Status: Sendable {
                /// Below the limit.
                case belowLimit(BelowLimit)
                /// At the limit.
                case limitReached(LimitReached)

                /// What being below the limit comes with.
                public struct BelowLimit: Sendable {
                    /// Whether the limit is near.
                    public var isApproachingLimit: Bool { false }
                }
                /// What being at the limit comes with.
                public struct LimitReached: Sendable {}
            }
            /// A way to get more.
            public struct LimitIncreaseSuggestion: Sendable {
                /// Shows it to the person: nothing, on Linux.
                public func show() {}
            }
            /// Where the use stands.
            public var status: Status { .belowLimit(.init()) }
            /// A way to get more; none.
            public var limitIncreaseSuggestion: LimitIncreaseSuggestion? { nil }
            /// When the quota starts anew; not known.
            public var resetDate: Date? { nil }
            /// Whether it is used up.
            public var isLimitReached: Bool { false }
        }

        private let registered: RegisteredModel

        /// The model of the private cloud.
        public convenience init() { self.init(registered: .privateCloud) }

        init(registered: RegisteredModel) { self.registered = registered }

        /// Names the model that stands in for the one of the private cloud, in one line at the start of the app; `nil`
        /// takes it back.
        public static func register(_ model: (any LanguageModelBackend)?) {
            RegisteredModel.privateCloud.register(model)
        }

        /// Whether the app has named a model.
        public var availability: Availability {
            registered.backend == nil ? .unavailable(.systemNotReady) : .available
        }
        /// Whether the app has named a model.
        public var isAvailable: Bool { availability == .available }
        /// What the model is and accepts.
        public var card: ModelCard { registered.card(name: "PrivateCloudComputeLanguageModel") }
        /// How much of the quota is used up.
        public var quotaUsage: QuotaUsage { QuotaUsage() }
        /// The context window in tokens; 0 where it is not known.
        public var contextSize: Int { get async throws { card.contextSize ?? 0 } }
        /// The languages that the model speaks: all there are, because no provider says which its model does not.
        public var supportedLanguages: Set<Locale.Language> { get async throws { .all } }
        /// Whether the model speaks a language; `true`, because no provider says which its model does not.
        public func supportsLocale(_ locale: Locale = .current) async throws -> Bool { true }

        /// Prepares for a request that starts with this transcript.
        public func prewarm(for transcript: Transcript) async { await registered.backend?.prewarm(for: transcript) }

        /// Starts one generation with the model that the app has named.
        ///
        /// Throws ``Error/serviceUnavailable(_:)`` where it has named none.
        public nonisolated(nonsending) func respond(to request: GenerationRequest) async throws -> GenerationStream {
            guard let backend = registered.backend else { throw Error.serviceUnavailable(.notRegistered) }
            return try await backend.respond(to: request)
        }

        /// A failure of the model of the private cloud.
        public enum Error: LanguageModelFailure, CustomDebugStringConvertible {
            /// The network failed. What the registered model throws is thrown as it is, so this is not.
            case networkFailure(NetworkFailure)
            /// The quota is used up. What the registered model throws is thrown as it is, so this is not.
            case quotaLimitReached(QuotaLimitReached)
            /// The app has not named a model.
            case serviceUnavailable(ServiceUnavailable)

            /// What a failure of the network comes with.
            public struct NetworkFailure: Sendable {
                /// What happened, in words for a developer.
                public var debugDescription: String
                /// Makes a value.
                public init(debugDescription: String) { self.debugDescription = debugDescription }
            }
            /// What a quota that is used up comes with.
            public struct QuotaLimitReached: Sendable {
                /// A way to get more.
                public var limitIncreaseSuggestion: QuotaUsage.LimitIncreaseSuggestion?
                /// When the quota starts anew.
                public var resetDate: Date?
                /// What happened, in words for a developer.
                public var debugDescription: String
                /// Makes a value.
                public init(
                    limitIncreaseSuggestion: QuotaUsage.LimitIncreaseSuggestion? = nil, resetDate: Date? = nil,
                    debugDescription: String
                ) {
                    self.limitIncreaseSuggestion = limitIncreaseSuggestion
                    self.resetDate = resetDate
                    self.debugDescription = debugDescription
                }
            }
            /// What a service that is not there comes with.
            public struct ServiceUnavailable: Sendable {
                /// What happened, in words for a developer.
                public var debugDescription: String
                /// Makes a value.
                public init(debugDescription: String) { self.debugDescription = debugDescription }

                static let notRegistered = ServiceUnavailable(
                    debugDescription: "There is no model behind PrivateCloudComputeLanguageModel. "
                        + "Name one when the app starts: PrivateCloudComputeLanguageModel.register(…).")
            }

            /// What kind of failure it is.
            public var category: FailureCategory {
                switch self {
                case .networkFailure: .transport
                case .quotaLimitReached: .quotaExhausted
                case .serviceUnavailable: .configuration
                }
            }
            /// The same request fails again.
            public var retryAdvice: RetryAdvice { .never }
            /// None: nothing was sent.
            public var evidence: FailureEvidence? { nil }
            /// None: nothing was sent.
            public var partial: PartialOutput? { nil }
            /// What happened, in words for a developer.
            public var debugDescription: String {
                switch self {
                case .networkFailure(let payload): payload.debugDescription
                case .quotaLimitReached(let payload): payload.debugDescription
                case .serviceUnavailable(let payload): payload.debugDescription
                }
            }
            /// What happened and what to do about it.
            public var errorDescription: String? { debugDescription }
        }
    }
#endif
