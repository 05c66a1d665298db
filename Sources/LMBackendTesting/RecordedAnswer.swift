import LMReplay
import LMTransport

/// A server's response, as it was recorded: what the checks cut, break and give to the backend.
public struct RecordedAnswer: Sendable {
    /// A name for failures to say.
    public var name: String
    /// The status code.
    public var status: Int
    /// The header fields.
    public var headers: HTTPFields
    /// The body.
    public var body: [UInt8]

    /// Makes an answer.
    ///
    /// - Parameters:
    ///   - name: A name for failures to say.
    ///   - status: The status code.
    ///   - headers: The header fields, of which the content type may matter.
    ///   - body: The body.
    public init(name: String, status: Int = 200, headers: HTTPFields = [:], body: [UInt8]) {
        self.name = name
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The answers of a cassette that were recorded to their end, named by their numbers.
    public static func all(of cassette: Cassette) -> [RecordedAnswer] {
        cassette.interactions.compactMap { interaction in
            guard let response = interaction.response, interaction.isWhole else { return nil }
            return RecordedAnswer(
                name: "interaction \(interaction.number)", status: response.status, headers: response.headers.fields,
                body: response.body)
        }
    }
}
