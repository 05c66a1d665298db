import LMJSON
import LMProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Turns the entries of a transcript that ``TranscriptCheck`` has mended into input items.
///
/// An entry becomes the same items whatever stands around it, so that the items of one turn are the beginning of the
/// next one's.
struct InputItems {
    /// The items so far.
    private(set) var list: [JSONValue] = []
    /// What was left out or changed.
    private(set) var adjustments: [Adjustment] = []

    private let omitsReasoning: Bool
    private let images: ImageEncoder
    private let movesSystemImages: Bool

    init(omitsReasoning: Bool, images: ImageEncoder, movesSystemImages: Bool) {
        self.omitsReasoning = omitsReasoning
        self.images = images
        self.movesSystemImages = movesSystemImages
    }

    /// Adds the entries of a whole transcript.
    mutating func add(_ transcript: Transcript) throws {
        for entry in transcript {
            switch entry {
            case .instructions(let entry): try add(entry)
            case .prompt(let entry): try add(entry)
            case .response(let entry): add(entry)
            case .reasoning(let entry): add(entry)
            case .toolCalls(let entry): for call in entry { add(call) }
            case .toolOutput(let entry): try add(entry)
            case .data(let entry): add(entry)
            }
        }
    }

    // MARK: What the app and the user say

    private mutating func add(_ instructions: Transcript.Instructions) throws {
        let text = Self.text(of: instructions.segments)
        var parts: [JSONValue] = text.isEmpty ? [] : [Self.inputText(text)]
        let images = try imageParts(of: instructions.segments)
        if movesSystemImages, !images.isEmpty {
            append(message: "system", parts)
            append(message: "user", images)
        } else {
            parts += images
            append(message: "system", parts)
        }
    }

    private mutating func add(_ prompt: Transcript.Prompt) throws {
        var parts: [JSONValue] = []
        for segment in prompt.segments {
            switch segment {
            case .attachment: parts += try imageParts(of: [segment])
            case .text, .structure:
                let text = Self.text(of: [segment])
                if !text.isEmpty { parts.append(Self.inputText(text)) }
            }
        }
        guard !parts.isEmpty else {
            throw LanguageModelError.unsupportedTranscriptContent(
                .init(
                    unsupportedContent: [.prompt(prompt)],
                    debugDescription: "The prompt is empty. Servers refuse a message without content."))
        }
        append(message: "user", parts)
    }

    /// Adds a message; one of text only has it as a plain string, which every server reads.
    private mutating func append(message role: String, _ parts: [JSONValue]) {
        guard let first = parts.first else { return }
        let isText = parts.count == 1 && first["type"] == "input_text"
        let content = isText ? first["text"] ?? "" : .array(parts)
        list.append(["type": "message", "role": .string(role), "content": content])
    }

    // MARK: What the model says

    private mutating func add(_ response: Transcript.Response) {
        let texts = response.segments.map { Self.text(of: [$0]) }.filter { !$0.isEmpty }
        guard let first = texts.first else { return }
        let content: JSONValue =
            texts.count == 1
            ? .string(first) : .array(texts.map { ["type": "output_text", "text": .string($0)] })
        list.append(["type": "message", "role": "assistant", "content": content])
    }

    /// Adds reasoning in the encrypted form in which its model can read it again. An identifier alone means nothing to a
    /// server that was told to store nothing.
    private mutating func add(_ reasoning: Transcript.Reasoning) {
        guard !omitsReasoning, let signature = reasoning.signature.flatMap(ReasoningSignature.init(data:)),
            let encrypted = signature.encryptedContent
        else { return }
        var members: [JSONObject.Member] = [.init(key: "type", value: "reasoning")]
        if let id = signature.itemID { members.append(.init(key: "id", value: .string(id))) }
        // xAI refuses reasoning without a summary, be it an empty one.
        let summary = reasoning.segments.map { Self.text(of: [$0]) }.map { text -> JSONValue in
            ["type": "summary_text", "text": .string(text)]
        }
        members.append(.init(key: "summary", value: .array(summary)))
        members.append(.init(key: "encrypted_content", value: .string(encrypted)))
        list.append(.object(JSONObject(members)))
    }

    private mutating func add(_ call: Transcript.ToolCall) {
        let arguments: String
        if call.arguments.isComplete {
            arguments = call.arguments.jsonString
        } else {
            arguments = "{}"
            mend("The arguments of the call \(call.id) were cut off and sent as none.")
        }
        list.append([
            "type": "function_call", "call_id": .string(call.id), "name": .string(call.toolName),
            "arguments": .string(arguments),
        ])
    }

    /// Adds a step that the server ran, as it came.
    private mutating func add(_ entry: Transcript.DataEntry) {
        guard entry.contentType == Transcript.DataEntry.responsesItem,
            let item = try? JSONValue(parsing: Array(entry.content)), item.objectValue != nil
        else { return mend("An entry of the type \(entry.contentType) was left out.") }
        list.append(item)
    }

    // MARK: What tools say

    private mutating func add(_ output: Transcript.ToolOutput) throws {
        let images = try imageParts(of: output.segments)
        let text = Self.text(of: output.segments)
        var content = JSONValue.string(text)
        if !images.isEmpty { content = .array((text.isEmpty ? [] : [Self.inputText(text)]) + images) }
        list.append(["type": "function_call_output", "call_id": .string(output.id), "output": content])
    }

    // MARK: Pieces

    private static func inputText(_ text: String) -> JSONValue { ["type": "input_text", "text": .string(text)] }

    /// The words of segments, one below the other; a structured value as JSON.
    private static func text(of segments: [Transcript.Segment]) -> String {
        segments.compactMap { segment -> String? in
            switch segment {
            case .text(let segment): segment.content.isEmpty ? nil : segment.content
            case .structure(let segment): segment.content.jsonString
            case .attachment: nil
            }
        }.joined(separator: "\n")
    }

    /// The images of segments, each behind the name it goes by.
    private func imageParts(of segments: [Transcript.Segment]) throws -> [JSONValue] {
        try segments.flatMap { segment -> [JSONValue] in
            guard case .attachment(let attachment) = segment, case .image(let image) = attachment.content else {
                return []
            }
            let part = try images.part(image, label: attachment.label)
            guard let label = attachment.label, !label.isEmpty else { return [part] }
            return [Self.inputText("Image \"\(label)\":"), part]
        }
    }

    /// Reports a change once, however often it was made.
    private mutating func mend(_ message: String) {
        let adjustment = Adjustment(.transcriptRepaired, message)
        if !adjustments.contains(adjustment) { adjustments.append(adjustment) }
    }
}
