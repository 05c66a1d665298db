import LMJSON
import LMProtocol
import LMProvider

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
    private let provider: String
    private let model: String
    private let images: MediaEncoder
    private let movesSystemImages: Bool

    init(omitsReasoning: Bool, provider: String, model: String, images: MediaEncoder, movesSystemImages: Bool) {
        self.provider = provider
        self.model = model
        self.omitsReasoning = omitsReasoning
        self.images = images
        self.movesSystemImages = movesSystemImages
    }

    /// Adds the entries of a whole transcript.
    mutating func add(_ transcript: Transcript) throws {
        for entry in followed(transcript) {
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

    /// The entries without the reasoning that this model cannot read, and without the reasoning that nothing follows
    /// which the model said: OpenAI refuses it.
    private mutating func followed(_ transcript: Transcript) -> [Transcript.Entry] {
        var kept: [Transcript.Entry] = []
        var isFollowed = false
        for entry in transcript.reversed() {
            switch entry {
            case .reasoning(let reasoning):
                guard reasoning.signature == nil || readable(reasoning) != nil else {
                    let maker = reasoning.providerData.map {
                        " of '\($0.servedModel ?? $0.requestedModel ?? $0.provider)'"
                    }
                    drop(
                        "The reasoning '\(reasoning.id)'\(maker ?? "") is left out: '\(model)' cannot read it.",
                        .reasoningDropped)
                    continue
                }
                guard isFollowed else {
                    drop("The reasoning '\(reasoning.id)' led to nothing and is left out.", .reasoningDropped)
                    continue
                }
            case .response, .toolCalls, .data: isFollowed = true
            case .toolOutput, .instructions, .prompt: isFollowed = false
            }
            kept.append(entry)
        }
        return kept.reversed()
    }

    /// Encrypted reasoning is for the model that made it; a name that was asked for and the one that the server gave it
    /// are one model.
    private func readable(_ reasoning: Transcript.Reasoning) -> ReasoningItem? {
        guard let data = reasoning.providerData else {
            return reasoning.signature.flatMap { try? JSONValue(parsing: $0) }.flatMap {
                ReasoningItem(legacy: $0, model: model)
            }
        }
        return data.isMade(by: model) ? ReasoningItem(data, provider: provider) : nil
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
        guard !omitsReasoning, let item = readable(reasoning), let encrypted = item.encryptedContent else { return }
        var members: [JSONObject.Member] = [.init(key: "type", value: "reasoning")]
        if let id = item.id { members.append(.init(key: "id", value: .string(id))) }
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
        if let data = entry.providerData {
            guard data.provider == provider, data.content.objectValue != nil else {
                return drop("A step of the provider '\(data.provider)' was left out.", .contentDropped)
            }
            list.append(data.content)
        } else if entry.contentType == Transcript.legacyResponsesItem,
            let item = try? JSONValue(parsing: Array(entry.content)), item.objectValue != nil
        {
            list.append(item)
        } else {
            drop("An entry of the type \(entry.contentType) was left out.", .contentDropped)
        }
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

    private func part(_ image: Transcript.ImageAttachment, label: String?) throws -> JSONValue {
        switch try images.source(of: image, label: label) {
        case .providerFile(let file):
            guard file.provider == provider else {
                throw ProviderError(
                    kind: .imageEncodingFailed,
                    message: "The image \(label.map { "\"\($0)\" " } ?? "")is a file of the provider \(file.provider), "
                        + "which \(provider) does not have.", category: .invalidRequest, retryAdvice: .never)
            }
            return ["type": "input_image", "file_id": .string(file.id)]
        case let source: return ["type": "input_image", "image_url": .string(source.address ?? "")]
        }
    }

    /// The images of segments, each behind the name it goes by.
    private func imageParts(of segments: [Transcript.Segment]) throws -> [JSONValue] {
        try segments.flatMap { segment -> [JSONValue] in
            guard case .attachment(let attachment) = segment else { return [] }
            guard case .image(let image) = attachment.content else {
                throw LanguageModelError.unsupportedCapability(
                    .init(
                        capability: .vision,
                        debugDescription: "This wire takes images only; the file "
                            + "\(attachment.label ?? "without a label") cannot be sent. Leave it out."))
            }
            let part = try self.part(image, label: attachment.label)
            guard let label = attachment.label, !label.isEmpty else { return [part] }
            return [Self.inputText("Image \"\(label)\":"), part]
        }
    }

    /// Reports a change once, however often it was made.
    private mutating func mend(_ message: String) { drop(message, .transcriptRepaired) }

    private mutating func drop(_ message: String, _ kind: Adjustment.Kind) {
        let adjustment = Adjustment(kind, message)
        if !adjustments.contains(adjustment) { adjustments.append(adjustment) }
    }
}
