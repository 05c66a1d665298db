import LMJSON

/// In coded form a transcript has the shape that Foundation Models gives it, version 1.1:
/// ```json
/// {"type":"FoundationModels.Transcript","version":"1.1","transcript":{"entries":[
///   {"id":"1","role":"user","contents":[{"type":"text","text":"Hi","id":"2"}]},
///   {"id":"3","role":"response","toolCalls":[{"id":"c","name":"find","arguments":"{}"}]},
///   {"id":"c","role":"tool","toolName":"find","toolCallID":"c","contents":[]}]}}
/// ```
/// What is not known of that shape has keys of its own: `attachment` (with `url`, or `data` in Base64 and `mimeType`) and
/// `label`, a reasoning's `signature` in Base64, the role `data` with `contentType` and `content` in Base64, the options
/// `sampling` and `probabilityThreshold`, and `isComplete` and `incompleteMetadata` for values that were cut off.
///
/// Everything comes back as it was, but for the identifiers of generated values. With ``LMJSON/JSONValue``'s own coder the
/// order of properties and the digits of numbers are kept by the coder; for coders that have neither, such as
/// Foundation's, the text of a value that would lose something stands beside it, under its key with `JSON` behind.
extension Transcript: Codable {
    /// Reads a transcript.
    ///
    /// Throws `DecodingError.dataCorrupted`, with the place as a JSON pointer, for what is no transcript, for one of a
    /// version that is not known, and for an entry or a segment of a kind that is not known: nothing is skipped.
    public init(from decoder: any Decoder) throws {
        let json = try JSONValue(from: decoder)
        do {
            self = try TranscriptReader(keepsOrder: decoder.keepsMemberOrder).transcript(json)
        } catch let error as TranscriptReader.Failure {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: error.description))
        }
    }

    /// Writes the transcript. Throws what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        try TranscriptWriter(isExact: encoder.isExact).json(self).encode(to: encoder)
    }
}
