/// A language model, whoever serves it: the one protocol that a provider implements.
///
/// A backend is a value. It keeps no conversation; each request carries the whole transcript.
public protocol LanguageModelBackend: Sendable {
    /// What the model is and accepts.
    var card: ModelCard { get }

    /// Prepares for a request that starts with this transcript, such as by opening a connection. Never throws.
    func prewarm(for transcript: Transcript) async

    /// Starts one generation.
    ///
    /// Throws before the first event where nothing was produced; the stream throws afterwards. Cancelling the task
    /// that awaits, or letting go of the stream, ends the request on the wire.
    nonisolated(nonsending) func respond(to request: GenerationRequest) async throws -> GenerationStream

    /// The error that a session throws in place of one of this backend's, for a provider whose apps wait for errors of a
    /// type of their own. Called once, above all middleware, which so sees all that is known of the failure.
    func sessionError(for error: any Error) -> any Error
}

extension LanguageModelBackend {
    /// Prepares for a request that starts with this transcript.
    public func prewarm(for transcript: Transcript) async {}

    /// The error as it is.
    public func sessionError(for error: any Error) -> any Error { error }
}
