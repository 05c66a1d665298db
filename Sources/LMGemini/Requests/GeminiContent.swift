import LMJSON
import LMProtocol
import LMProvider

/// Turns the messages of a transcript that has been mended into the contents of the wire.
struct GeminiContent {
    /// The parts that stand before the contents.
    private(set) var system: [JSONValue] = []
    /// The contents so far.
    private(set) var list: [JSONValue] = []
    /// What was left out or changed.
    private(set) var adjustments: [Adjustment] = []
    /// The identifiers of the calls in the conversation.
    private(set) var callIDs: Set<String> = []

    private let dialect: GeminiDialect
    private let model: String
    private let isThird: Bool
    private let omitsSignatures: Bool
    private let media: MediaEncoder
    private var wireIDs: [String: String] = [:]

    /// The word that a server takes in place of a signature that it did not give, or that is lost.
    private static let skipWord = "skip_thought_signature_validator"

    init(dialect: GeminiDialect, model: String, isThird: Bool, omitsSignatures: Bool, media: MediaEncoder) {
        self.dialect = dialect
        self.model = model
        self.isThird = isThird
        self.omitsSignatures = omitsSignatures
        self.media = media
    }

    private mutating func note(_ kind: Adjustment.Kind, _ message: String) {
        let adjustment = Adjustment(kind, message)
        if !adjustments.contains(adjustment) { adjustments.append(adjustment) }
    }

    /// Adds the contents of a whole transcript.
    mutating func add(_ transcript: Transcript) throws {
        let messages = transcript.messages
        let turn = messages.lastIndex { if case .prompt = $0 { true } else { false } } ?? 0
        for (index, message) in messages.enumerated() {
            switch message {
            case .instructions(let entry): try add(entry)
            case .prompt(let entry):
                let parts = try parts(of: entry.segments)
                guard !parts.isEmpty else {
                    throw LanguageModelError.unsupportedTranscriptContent(
                        .init(
                            unsupportedContent: [.prompt(entry)],
                            debugDescription: "The prompt is empty. Servers refuse a message without content."))
                }
                append("user", parts)
            case .model(let entries): append("model", modelParts(of: entries, isOfTurn: index > turn))
            case .toolOutputs(let outputs): append("user", try results(outputs))
            }
        }
    }

    private mutating func add(_ entry: Transcript.Instructions) throws {
        let parts = try parts(of: entry.segments)
        let words = parts.filter { $0["text"] != nil }
        let others = parts.filter { $0["text"] == nil }
        if !others.isEmpty {
            note(.contentRewritten, "The attachments of the instructions were sent in a message of the user.")
        }
        if !list.isEmpty, !words.isEmpty {
            note(.contentRewritten, "Instructions behind the first message were sent with the first ones.")
        }
        system += words
        append("user", others)
    }

    /// Adds parts to the last content, if it is of the same role, else in a new one.
    private mutating func append(_ role: String, _ parts: [JSONValue]) {
        guard !parts.isEmpty else { return }
        var parts = parts
        if let last = list.last, last["role"]?.stringValue == role {
            parts = (last["parts"]?.arrayValue ?? []) + parts
            list.removeLast()
        }
        list.append(["role": .string(role), "parts": .array(parts)])
    }

    // MARK: What the app and the user say

    private mutating func parts(of segments: [Transcript.Segment]) throws -> [JSONValue] {
        var parts: [JSONValue] = []
        for segment in segments {
            let part: JSONValue?
            switch segment {
            case .text(let text): part = Self.text(text.content)
            case .structure(let structure): part = Self.text(structure.content.jsonString)
            case .attachment(let attachment): part = try self.part(of: attachment)
            }
            guard var members = part?.objectValue else { continue }
            for option in segment.providerOptions[dialect.provider] { members[option.key] = option.value }
            parts.append(.object(members))
        }
        return parts
    }

    private static func text(_ text: String) -> JSONValue? { text.isEmpty ? .none : .some(["text": .string(text)]) }

    private mutating func part(of attachment: Transcript.AttachmentSegment) throws -> JSONValue? {
        switch attachment.content {
        case .image(let image):
            return part(of: try media.source(of: image, label: attachment.label), image.mimeType ?? "image/jpeg")
        case .file(let file):
            let (source, type) = try media.source(of: file, label: attachment.label)
            return part(of: source, type)
        }
    }

    private mutating func part(of source: MediaEncoder.Source, _ type: String?) -> JSONValue? {
        func file(_ address: String) -> JSONValue {
            var data = JSONObject(["fileUri": .string(address)])
            if let type { data["mimeType"] = .string(type) }
            return ["fileData": .object(data)]
        }
        switch source {
        case .data(let mimeType, let base64):
            return ["inlineData": ["mimeType": .string(mimeType), "data": .string(base64)]]
        case .address(let address) where address.hasPrefix("data:"):
            let pieces = address.dropFirst(5).split(separator: ",", maxSplits: 1)
            guard pieces.count == 2, pieces[0].hasSuffix(";base64") else {
                note(.contentDropped, "An attachment at a data address that is not in Base64 was left out.")
                return nil
            }
            return [
                "inlineData": [
                    "mimeType": .string(String(pieces[0].dropLast(7))), "data": .string(String(pieces[1])),
                ]
            ]
        case .address(let address): return file(address)
        case .providerFile(let known):
            guard known.provider == dialect.provider else {
                note(.contentDropped, "A file that lies with \(known.provider) was left out.")
                return nil
            }
            return file(known.id)
        }
    }

    // MARK: What the model said

    private mutating func modelParts(of entries: [Transcript.Entry], isOfTurn: Bool) -> [JSONValue] {
        var parts: [JSONValue] = []
        var isFirstCall = true
        for entry in entries {
            switch entry {
            case .reasoning(let reasoning):
                // The words of summaries are not needed; the signatures are on the parts behind them.
                if let data = reasoning.providerData, data.provider != dialect.provider {
                    note(.reasoningDropped, "The reasoning of another model was left out.")
                }
            case .response(let response):
                for segment in response.segments {
                    switch segment {
                    case .text(let text): add(text.content, signature(text.providerData), to: &parts)
                    case .structure(let structure):
                        add(structure.content.jsonString, signature(structure.providerData), to: &parts)
                    case .attachment:
                        note(.contentDropped, "An attachment of an answer was left out: models take none.")
                    }
                }
            case .toolCalls(let calls):
                for call in calls {
                    parts.append(self.call(call, needsSignature: isFirstCall && isOfTurn && isThird))
                    isFirstCall = false
                }
            case .data(let data):
                guard let own = data.providerData, own.provider == dialect.provider else {
                    note(.contentDropped, "A step of another provider was left out.")
                    continue
                }
                parts.append(own.content)
            case .instructions, .prompt, .toolOutput: break
            }
        }
        return parts
    }

    private func add(_ text: String, _ signature: String?, to parts: inout [JSONValue]) {
        guard !text.isEmpty || signature != nil else { return }
        var part = JSONObject(["text": .string(text)])
        if let signature { part["thoughtSignature"] = .string(signature) }
        parts.append(.object(part))
    }

    /// The signature that the model of this request gave.
    private mutating func signature(_ data: ProviderData?) -> String? {
        guard let data, data.provider == dialect.provider, let signature = data.content["thoughtSignature"]?.stringValue
        else { return nil }
        guard !omitsSignatures else { return nil }
        let makers = [data.requestedModel, data.servedModel].compactMap(\.self)
        guard makers.contains(where: { GeminiCatalogue.isSameModel(model, $0) }) else {
            note(.reasoningDropped, "The signatures of another model were left out.")
            return nil
        }
        return signature
    }

    private mutating func call(_ call: Transcript.ToolCall, needsSignature: Bool) -> JSONValue {
        callIDs.insert(call.id)
        var arguments = call.arguments.json
        if arguments.objectValue == nil {
            note(.contentRewritten, "The arguments of the call \(call.id) are no object; they were sent in one.")
            arguments = ["value": arguments]
        }
        var members = JSONObject(["name": .string(call.toolName), "args": arguments])
        if let data = call.providerData, data.provider == dialect.provider, let id = data.content["id"]?.stringValue {
            members["id"] = .string(id)
            wireIDs[call.id] = id
        }
        var part = JSONObject(["functionCall": .object(members)])
        if let signature = signature(call.providerData) {
            part["thoughtSignature"] = .string(signature)
        } else if needsSignature {
            part["thoughtSignature"] = .string(Self.skipWord)
            note(.contentRewritten, "A call that the model did not sign was sent with a word that skips the check.")
        }
        return .object(part)
    }

    private mutating func results(_ outputs: [Transcript.ToolOutput]) throws -> [JSONValue] {
        var results: [JSONValue] = []
        var behind: [JSONValue] = []
        for output in outputs {
            let parts = try parts(of: output.segments)
            let words = parts.compactMap { $0["text"]?.stringValue }.joined(separator: "\n")
            let others = parts.filter { $0["text"] == nil }
            var value = JSONValue.string(words)
            if output.segments.count == 1, case .structure(let structure)? = output.segments.first {
                value = structure.content.json
            }
            var members = JSONObject([
                "name": .string(output.toolName), "response": output.isError ? ["error": value] : ["output": value],
            ])
            if let id = wireIDs[output.id] { members["id"] = .string(id) }
            if !others.isEmpty {
                if isThird {
                    members["parts"] = .array(others)
                } else {
                    note(.contentRewritten, "The attachments of a tool's output were sent behind it.")
                    behind += others
                }
            }
            results.append(["functionResponse": .object(members)])
        }
        return results + behind
    }
}
