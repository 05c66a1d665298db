#if os(Linux)
    import Foundation
    import LMProtocol
    import Observation
    import Synchronization

    /// The model of the system. A Linux system has none: it is the one model that the app names for it.
    ///
    /// ```swift
    /// #if os(Linux)
    ///     SystemLanguageModel.register(GrokModel.grok4)
    /// #endif
    /// ```
    /// Until then it is unavailable, and a request fails with ``Error/assetsUnavailable(_:)``.
    public final class SystemLanguageModel: LanguageModelBackend, Observable {
        /// The system's model for general use.
        public static let `default` = SystemLanguageModel()

        /// What a model is used for.
        public struct UseCase: Sendable, Equatable {
            private let name: String
            /// Anything.
            public static let general = UseCase(name: "general")
            /// Finding tags, topics and actions in a text.
            public static let contentTagging = UseCase(name: "contentTagging")
        }

        /// How strict a model is with what it reads and writes.
        public struct Guardrails: Sendable {
            private let name: String
            /// As the model's provider has it.
            public static let `default` = Guardrails(name: "default")
            /// Less strict where a text is only transformed.
            public static let permissiveContentTransformations = Guardrails(name: "permissiveContentTransformations")
            var isDefault: Bool { name == "default" }
        }

        /// Whether the model can be used.
        public enum Availability: Sendable, Equatable {
            /// It can.
            case available
            /// It cannot, and why.
            case unavailable(UnavailableReason)

            /// Why a model cannot be used.
            public enum UnavailableReason: Sendable, Equatable, Hashable {
                /// The device cannot run it. Not on Linux.
                case deviceNotEligible
                /// It is switched off. Not on Linux.
                case appleIntelligenceNotEnabled
                /// The app has not named a model yet.
                case modelNotReady
            }
        }

        private let useCase: UseCase
        private let guardrails: Guardrails
        private let registered: RegisteredModel

        /// The system's model for a use. A model that an app names is told of neither: what is not the default is an
        /// adjustment of the answer.
        public convenience init(useCase: UseCase = .general, guardrails: Guardrails = .default) {
            self.init(useCase: useCase, guardrails: guardrails, registered: .system)
        }

        init(useCase: UseCase, guardrails: Guardrails, registered: RegisteredModel) {
            self.useCase = useCase
            self.guardrails = guardrails
            self.registered = registered
        }

        /// Names the model that stands in for the system's, in one line at the start of the app; `nil` takes it back.
        ///
        /// - Parameters:
        ///   - model: The model.
        ///   - tokenCounter: What counts the tokens of a text, for ``tokenCount(for:)``. A model
        ///     that is reached over a network counts only what it answers.
        public static func register(
            _ model: (any LanguageModelBackend)?, tokenCounter: (@Sendable (String) async throws -> Int)? = nil
        ) {
            RegisteredModel.system.register(model, tokenCounter: tokenCounter)
        }

        /// Whether the app has named a model.
        public var availability: Availability {
            registered.backend == nil ? .unavailable(.modelNotReady) : .available
        }

        /// Whether the app has named a model.
        public var isAvailable: Bool { availability == .available }

        /// What the model is and accepts.
        public var card: ModelCard { registered.card(name: "SystemLanguageModel") }

        /// The context window in tokens; 0 where it is not known.
        public var contextSize: Int { card.contextSize ?? 0 }

        /// The languages that the model speaks: all there are, because no provider says which its model does not.
        public var supportedLanguages: Set<Locale.Language> { .all }

        /// Whether the model speaks a language; `true`, because no provider says which its model does not.
        public func supportsLocale(_ locale: Locale = .current) -> Bool { true }

        /// Prepares for a request that starts with this transcript.
        public func prewarm(for transcript: Transcript) async { await registered.backend?.prewarm(for: transcript) }

        /// Starts one generation with the model that the app has named.
        ///
        /// Throws ``Error/assetsUnavailable(_:)`` where it has named none.
        public nonisolated(nonsending) func respond(to request: GenerationRequest) async throws -> GenerationStream {
            guard let backend = registered.backend else { throw Error.assetsUnavailable(.notRegistered) }
            let stream = try await backend.respond(to: request)
            let adjustments = adjustments
            return adjustments.isEmpty ? stream : stream.adjusted(adjustments)
        }

        private var adjustments: [Adjustment] {
            var adjustments: [Adjustment] = []
            if useCase != .general {
                adjustments.append(
                    Adjustment(
                        .optionDropped, "The use case was left out: the model that was registered is a general one."))
            }
            if !guardrails.isDefault {
                adjustments.append(
                    Adjustment(.optionDropped, "The guardrails were left out: they are those of the provider."))
            }
            return adjustments
        }

        /// A failure of the system's model.
        public enum Error: LanguageModelFailure, CustomDebugStringConvertible {
            /// The app has not named a model.
            case assetsUnavailable(AssetsUnavailable)

            /// What a missing model comes with.
            public struct AssetsUnavailable: Sendable {
                /// What happened, in words for a developer.
                public var debugDescription: String

                /// Makes a value.
                public init(debugDescription: String) { self.debugDescription = debugDescription }

                static let notRegistered = AssetsUnavailable(
                    debugDescription: "There is no model behind SystemLanguageModel. "
                        + "Name one when the app starts: SystemLanguageModel.register(…).")
            }

            /// The app is to be changed.
            public var category: FailureCategory { .configuration }
            /// The same request fails again.
            public var retryAdvice: RetryAdvice { .never }
            /// None: nothing was sent.
            public var evidence: FailureEvidence? { nil }
            /// None: nothing was sent.
            public var partial: PartialOutput? { nil }
            /// What happened, in words for a developer.
            public var debugDescription: String {
                switch self {
                case .assetsUnavailable(let payload): payload.debugDescription
                }
            }
            /// What happened and what to do about it.
            public var errorDescription: String? { debugDescription }
        }
    }

    extension Set<Locale.Language> {
        static var all: Set<Locale.Language> {
            Set(Locale.LanguageCode.isoLanguageCodes.map { Locale.Language(languageCode: $0) })
        }
    }

    extension GenerationStream {
        /// The same stream, with what was changed told before it.
        func adjusted(_ adjustments: [Adjustment]) -> GenerationStream {
            let untold = Mutex(adjustments.map(GenerationEvent.adjustment))
            return GenerationStream {
                guard let batch = try await self.next() else { return nil }
                let told = untold.withLock { untold in
                    defer { untold = [] }
                    return untold
                }
                // A stream starts with what the server says of it.
                guard case .started? = batch.first else { return told + batch }
                return batch.prefix(1) + told + batch.dropFirst()
            }
        }
    }
#endif
