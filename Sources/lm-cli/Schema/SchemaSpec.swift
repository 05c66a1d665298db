import LMJSON
import LMProtocol

/// The shape that a reply is to have, as a person gives it: a file, JSON Schema, or words.
enum SchemaSpec {
    /// The schema of a text. Throws a usage error that names the place in the text, and reads a file where one is meant.
    static func schema(_ text: String, environment: Environment) throws(CLIError) -> GenerationSchema {
        let trimmed = text.trimmingWhitespace
        if trimmed.hasPrefix("{") { return try schema(ofJSON: text, named: "--schema") }
        let path = PathInput.path(trimmed, environment: environment)
        if FileDescriptor.exists(path) || trimmed.hasSuffix(".json") {
            let content = try TextInput.text(of: FileInput.read(path), named: path)
            return try schema(ofJSON: content, named: path)
        }
        var parser = ShortSchema(trimmed)
        return try schema(of: try parser.parse(), named: "--schema")
    }

    private static func schema(ofJSON text: String, named name: String) throws(CLIError) -> GenerationSchema {
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONValue(parsing: text)
        } catch {
            throw CLIError(.data, "\(name) is no JSON: \(error). Nothing was sent.", hint: "See: lm-cli help schema")
        }
        return try schema(of: json, named: name)
    }

    private static func schema(of json: JSONValue, named name: String) throws(CLIError) -> GenerationSchema {
        do {
            return try GenerationSchema(jsonSchema: json, name: json["title"]?.stringValue ?? "reply")
        } catch {
            let reason = (error as? any LanguageModelFailure)?.errorDescription ?? String(describing: error)
            throw CLIError(
                .data, "\(name) is no usable JSON Schema: \(TextSanitizer.line(reason, limit: 300)) Nothing was sent.",
                hint: "See: lm-cli help schema")
        }
    }
}
