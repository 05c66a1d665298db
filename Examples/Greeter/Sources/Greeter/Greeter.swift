import LMGrok
import LMProtocol

/// Greets in the languages that a model knows.
public struct Greeter: Sendable {
    private let model: GrokModel

    /// Makes a greeter of a model. Tests give one whose transport answers from a cassette.
    public init(model: GrokModel = .grok4) { self.model = model }

    /// A greeting in five languages.
    public func greeting() async throws -> String {
        let session = LanguageModelSession(model: model)
        return try await session.respond(to: "Say hello in five languages, in one line.").content
    }
}
