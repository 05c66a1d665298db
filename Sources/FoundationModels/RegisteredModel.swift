#if os(Linux)
    import LMProtocol
    import Synchronization

    /// The one model that an app names for a model of the system, behind a lock: read at each request, so that a session
    /// may be made before the app has named it.
    final class RegisteredModel: Sendable {
        /// What stands in for the system's model.
        static let system = RegisteredModel()
        /// What stands in for the model of the private cloud.
        static let privateCloud = RegisteredModel()

        private struct Registration: Sendable {
            var backend: (any LanguageModelBackend)?
            var tokenCounter: (@Sendable (String) async throws -> Int)?
        }

        private let registration = Mutex(Registration())

        func register(
            _ backend: (any LanguageModelBackend)?, tokenCounter: (@Sendable (String) async throws -> Int)? = nil
        ) {
            registration.withLock { $0 = Registration(backend: backend, tokenCounter: tokenCounter) }
        }

        var backend: (any LanguageModelBackend)? { registration.withLock { $0.backend } }
        var tokenCounter: (@Sendable (String) async throws -> Int)? { registration.withLock { $0.tokenCounter } }

        /// The card of the model; before there is one, that of a model which can do everything, so that the request fails
        /// for the reason that there is none.
        func card(name: String) -> ModelCard {
            backend?.card
                ?? ModelCard(
                    name: name,
                    capabilities: LanguageModelCapabilities([.vision, .guidedGeneration, .reasoning, .toolCalling]))
        }
    }
#endif
