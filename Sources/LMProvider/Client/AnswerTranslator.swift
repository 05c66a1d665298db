import LMJSON
import LMProtocol

/// What a wire hands in to have its answers read: a value without I/O that turns the frames of a response into the events
/// of a generation.
///
/// A frame is one server-sent event, or one line of JSON. Whatever comes in, what comes out has to keep the laws of
/// `GenerationEvent`; `GenerationStreamLaws` checks them.
public protocol AnswerTranslator: Sendable {
    /// Whether the answer is whole. Nothing is translated after it.
    var isFinished: Bool { get }
    /// Whether nothing more is read: the answer is whole, or the server said that no more comes. By default the former.
    var isOver: Bool { get }
    /// Whether the server has said why the answer ended, so that only the usage may still come: a body that then ends,
    /// breaks or says nothing for a moment leaves the answer whole. By default never.
    var isEnding: Bool { get }
    /// What has been received, for an error to carry.
    var partial: PartialOutput { get }

    /// Translates one frame. What it says has to stand in `events` also if the frame then turns out to be a failure.
    ///
    /// - Parameters:
    ///   - name: The event's name as the stream framed it; empty if it has none, and for a line.
    ///   - data: The event's data, or the line.
    ///   - events: The events so far.
    /// - Throws: What the server said went wrong. A frame that cannot be read throws one of the category
    ///   `malformedResponse`; at the end of a body such a frame is left out, because it is not whole.
    mutating func translate(
        name: UnsafeBufferPointer<UInt8>, data: UnsafeBufferPointer<UInt8>, into events: inout [GenerationEvent]
    ) throws(ProviderError)

    /// Whether a document of success is an answer that was not streamed; anything else is read as an error.
    func isAnswer(_ document: JSONValue) -> Bool

    /// Translates an answer that was not streamed, with its end.
    mutating func translate(
        document: JSONValue, into events: inout [GenerationEvent]
    ) throws(ProviderError)

    /// Takes in the end of a streamed body. Afterwards the answer is whole, or what this throws says why it is not.
    mutating func end(into events: inout [GenerationEvent]) throws(ProviderError)
}

extension AnswerTranslator {
    /// Whether the answer is whole.
    public var isOver: Bool { isFinished }
    /// The answer ends with one event.
    public var isEnding: Bool { false }
}

/// How the frames of a streamed body are told apart.
public enum AnswerFraming: Sendable, Hashable {
    /// By the rules of server-sent events.
    case serverSentEvents
    /// One JSON text to a line.
    case jsonLines
}
