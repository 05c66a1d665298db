import LMJSON
import LMProtocol

/// The words that tell a model which shape its answer is to have, where the server does not keep it to one, or where the
/// app asks for them.
enum SchemaPrompt {
    /// The words for a schema; they contain "JSON", without which servers refuse an answer of the type `json_object`.
    static func text(_ schema: JSONValue) -> String {
        "Answer with one JSON object that fits this JSON Schema, and with nothing else:\n\(schema.text())"
    }

    /// The words where the schema itself is to be left out.
    static let bare = "Answer with one JSON object, and with nothing else."
}
