// What a person reads where an entry is printed: whose it is, and its words. The bytes of an attachment and what only a
// provider reads are left out.

extension Transcript.Entry: CustomStringConvertible {
    /// Whose entry it is, and its words.
    public var description: String {
        switch self {
        case .instructions(let entry): "Instructions: \(entry)"
        case .prompt(let entry): "Prompt: \(entry)"
        case .toolCalls(let entry): "Tool calls: \(entry)"
        case .toolOutput(let entry): "Tool output: \(entry)"
        case .response(let entry): "Response: \(entry)"
        case .reasoning(let entry): "Reasoning: \(entry)"
        case .data(let entry): "Data: \(entry)"
        }
    }
}

extension Transcript.Segment: CustomStringConvertible {
    /// The words, the JSON of the value, or the label of the attachment.
    public var description: String {
        switch self {
        case .text(let segment): segment.description
        case .structure(let segment): segment.description
        case .attachment(let segment): segment.description
        }
    }
}

extension Transcript.TextSegment: CustomStringConvertible {
    /// The words.
    public var description: String { content }
}

extension Transcript.StructuredSegment: CustomStringConvertible {
    /// The JSON of the value.
    public var description: String { content.jsonString }
}

extension Transcript.AttachmentSegment: CustomStringConvertible {
    /// The label, where there is one.
    public var description: String { label.map { "[image \($0)]" } ?? "[image]" }
}

extension Prompt {
    /// The words, a line for each piece.
    package var words: String { segments.words }
}

extension Instructions {
    /// The words, a line for each piece.
    package var words: String { segments.words }
}

extension [Transcript.Segment] {
    fileprivate var words: String { map(\.description).joined(separator: "\n") }
}

extension Transcript.Instructions: CustomStringConvertible {
    /// The words, and the names of the tools.
    public var description: String {
        let tools = toolDefinitions.isEmpty ? "" : " [tools: \(toolDefinitions.map(\.name).joined(separator: ", "))]"
        return segments.words + tools
    }
}

extension Transcript.Prompt: CustomStringConvertible {
    /// The words.
    public var description: String { segments.words }
}

extension Transcript.ToolCalls: CustomStringConvertible {
    /// The calls, one after the other.
    public var description: String { map(\.description).joined(separator: ", ") }
}

extension Transcript.ToolCall: CustomStringConvertible {
    /// The name of the tool with the arguments.
    public var description: String { "\(toolName)(\(arguments.jsonString))" }
}

extension Transcript.ToolOutput: CustomStringConvertible {
    /// The name of the tool and its words.
    public var description: String { "\(toolName): \(segments.words)" }
}

extension Transcript.Response: CustomStringConvertible {
    /// The words.
    public var description: String { segments.words }
}

extension Transcript.Reasoning: CustomStringConvertible {
    /// The words.
    public var description: String { segments.words }
}

extension Transcript.DataEntry: CustomStringConvertible {
    /// What kind of data it is.
    public var description: String { contentType }
}

extension Transcript.ResponseFormat: CustomStringConvertible {
    /// The name of the shape.
    public var description: String { name }
}
