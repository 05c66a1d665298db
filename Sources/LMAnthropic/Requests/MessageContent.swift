import LMJSON
import LMProtocol
import LMProvider

/// Turns the messages of a transcript that has been mended into those of the wire.
///
/// A message becomes the same whatever follows it, so that the messages of one turn are the beginning of the next one's:
/// that is what a prompt cache matches.
struct MessageContent {
    /// What stands before the messages.
    private(set) var system: JSONValue?
    /// The messages so far.
    private(set) var list: [JSONValue] = []
    /// What was left out or changed.
    private(set) var adjustments: [Adjustment] = []
    /// The names of features that the request needs and that have to be asked for.
    private(set) var betas: Set<String> = []
    /// Whether the conversation has calls of tools in it.
    private(set) var hasCalls = false

    private let dialect: MessagesDialect
    private let model: String
    private let media: MediaEncoder
    private let omitsThinking: Bool
    private var markers = 0
    private var ids: [String: String] = [:]

    init(dialect: MessagesDialect, model: String, media: MediaEncoder, omitsThinking: Bool) {
        self.dialect = dialect
        self.model = model
        self.media = media
        self.omitsThinking = omitsThinking
    }

    private mutating func note(_ kind: Adjustment.Kind, _ message: String) {
        let adjustment = Adjustment(kind, message)
        if !adjustments.contains(adjustment) { adjustments.append(adjustment) }
    }

    /// Adds the messages of a whole transcript.
    mutating func add(_ transcript: Transcript) throws {
        for message in transcript.messages {
            switch message {
            case .instructions(let entry): try add(entry)
            case .prompt(let entry): try add(entry)
            case .model(let entries): append("assistant", assistantBlocks(of: entries))
            case .toolOutputs(let outputs): append("user", try outputs.map { try result($0) })
            }
        }
    }

    private mutating func add(_ entry: Transcript.Instructions) throws {
        let blocks = try blocks(of: entry.segments)
        let words = blocks.filter { $0["type"] == "text" }
        let others = blocks.filter { $0["type"] != "text" }
        if !others.isEmpty {
            note(.contentRewritten, "The attachments of the instructions were sent in a message of the user.")
        }
        if list.isEmpty, system == nil {
            if !words.isEmpty { system = Self.content(words) }
            append("user", others)
        } else {
            note(
                .contentRewritten,
                "Instructions behind the first message were sent as the user's: the server takes none.")
            append("user", words + others)
        }
    }

    private mutating func add(_ prompt: Transcript.Prompt) throws {
        let blocks = try blocks(of: prompt.segments)
        guard !blocks.isEmpty else {
            throw LanguageModelError.unsupportedTranscriptContent(
                .init(
                    unsupportedContent: [.prompt(prompt)],
                    debugDescription: "The prompt is empty. Servers refuse a message without content."))
        }
        append("user", blocks)
    }

    /// Adds blocks to the last message, if it is of the same role, else in a new one.
    private mutating func append(_ role: String, _ blocks: [JSONValue]) {
        guard !blocks.isEmpty else { return }
        if let last = list.last, last["role"]?.stringValue == role, var members = last.objectValue {
            let earlier = members["content"]?.arrayValue ?? [["type": "text", "text": members["content"] ?? ""]]
            members["content"] = .array(earlier + blocks)
            list[list.count - 1] = .object(members)
        } else {
            list.append(["role": .string(role), "content": Self.content(blocks)])
        }
    }

    /// One text without anything beside it is a string, which every server reads.
    private static func content(_ blocks: [JSONValue]) -> JSONValue {
        if blocks.count == 1, blocks[0].objectValue?.count == 2, blocks[0]["type"] == "text",
            let text = blocks[0]["text"]
        {
            return text
        }
        return .array(blocks)
    }

    // MARK: What the app and the user say

    private mutating func blocks(of segments: [Transcript.Segment]) throws -> [JSONValue] {
        var blocks: [JSONValue] = []
        for segment in segments {
            var block: JSONObject?
            switch segment {
            case .text(let text): block = Self.text(text.content)
            case .structure(let structure): block = Self.text(structure.content.jsonString)
            case .attachment(let attachment): block = try attachmentBlock(attachment)
            }
            guard var block else { continue }
            for option in segment.providerOptions[dialect.provider] { block[option.key] = option.value }
            blocks.append(marked(block))
        }
        return blocks
    }

    private static func text(_ text: String) -> JSONObject? {
        guard text.contains(where: { !$0.isWhitespace }) else { return nil }
        return JSONObject(["type": "text", "text": .string(text)])
    }

    /// The block without a marker that the server would not take.
    private mutating func marked(_ block: JSONObject) -> JSONValue {
        guard block["cache_control"] != nil else { return .object(block) }
        var block = block
        if !dialect.takesCacheControl {
            block["cache_control"] = nil
            note(.optionDropped, "The marker for the prompt cache was left out: the server knows none.")
        } else if markers >= 4 {
            block["cache_control"] = nil
            note(.optionDropped, "A request has four markers for the prompt cache at most; the others were left out.")
        } else {
            markers += 1
        }
        return .object(block)
    }

    private mutating func attachmentBlock(_ attachment: Transcript.AttachmentSegment) throws -> JSONObject? {
        switch attachment.content {
        case .image(let image):
            guard let source = try source(media.source(of: image, label: attachment.label)) else { return nil }
            return JSONObject(["type": "image", "source": source])
        case .file(let file):
            guard dialect.takesDocuments else {
                note(.contentDropped, "A file was left out: \(dialect.name) reads none.")
                return nil
            }
            let (place, type) = try media.source(of: file, label: attachment.label)
            var block = JSONObject(["type": "document"])
            if case .data(let mimeType, let base64) = place, mimeType.hasPrefix("text/"),
                let data = file.data ?? file.url.flatMap({ try? media.readFile($0) })
            {
                _ = base64
                block["source"] = [
                    "type": "text", "media_type": "text/plain", "data": .string(String(decoding: data, as: UTF8.self)),
                ]
            } else if let type, type != "application/pdf", case .data = place {
                note(.contentDropped, "A file of the type \(type) was left out: \(dialect.name) reads PDF and text.")
                return nil
            } else {
                guard let source = try source(place) else { return nil }
                block["source"] = source
            }
            if let title = attachment.label ?? file.filename { block["title"] = .string(title) }
            return block
        }
    }

    private mutating func source(_ source: MediaEncoder.Source) throws -> JSONValue? {
        switch source {
        case .data(let mimeType, let base64):
            return ["type": "base64", "media_type": .string(mimeType), "data": .string(base64)]
        case .address(let address) where address.hasPrefix("data:"):
            let parts = address.dropFirst(5).split(separator: ",", maxSplits: 1)
            guard parts.count == 2, parts[0].hasSuffix(";base64") else { return nil }
            return [
                "type": "base64", "media_type": .string(String(parts[0].dropLast(7))),
                "data": .string(String(parts[1])),
            ]
        case .address(let address):
            guard dialect.takesAddresses else {
                note(.contentDropped, "An attachment at an address was left out: \(dialect.name) fetches none.")
                return nil
            }
            return ["type": "url", "url": .string(address)]
        case .providerFile(let file):
            guard file.provider == dialect.provider else {
                note(.contentDropped, "A file that lies with \(file.provider) was left out.")
                return nil
            }
            betas.insert("files-api-2025-04-14")
            return ["type": "file", "file_id": .string(file.id)]
        }
    }

    // MARK: What the model said

    private mutating func assistantBlocks(of entries: [Transcript.Entry]) -> [JSONValue] {
        var blocks: [JSONValue] = []
        var calls: [JSONValue] = []
        let pairs = Self.wholeServerCalls(of: entries, provider: dialect.provider)
        for entry in entries {
            switch entry {
            case .reasoning(let reasoning): if let block = thinking(reasoning) { blocks.append(block) }
            case .response(let response):
                for segment in response.segments {
                    switch segment {
                    case .text(let text): if let block = Self.text(text.content) { blocks.append(.object(block)) }
                    case .structure(let structure):
                        if let block = Self.text(structure.content.jsonString) { blocks.append(.object(block)) }
                    case .attachment:
                        note(.contentDropped, "An attachment of an answer was left out: models take none.")
                    }
                }
            case .toolCalls(let entry):
                hasCalls = true
                for call in entry { calls.append(self.call(call)) }
            case .data(let data):
                guard let own = data.providerData, own.provider == dialect.provider else {
                    note(.contentDropped, "A step of another provider was left out.")
                    continue
                }
                let id = (own.content["id"] ?? own.content["tool_use_id"])?.stringValue
                if let id, !pairs.contains(id) {
                    note(
                        .contentDropped, "A call of the server's tools without its result was left out, or the reverse."
                    )
                    continue
                }
                blocks.append(own.content)
            case .instructions, .prompt, .toolOutput: break
            }
        }
        if dialect.requiresThinking, !calls.isEmpty, !blocks.contains(where: { $0["type"] == "thinking" }),
            !omitsThinking
        {
            blocks.insert(["type": "thinking", "thinking": ""], at: 0)
        }
        // The app's calls come last: what a server did itself stands before them.
        return blocks + calls
    }

    /// The identifiers of the server's calls that have both their call and their result.
    private static func wholeServerCalls(of entries: [Transcript.Entry], provider: String) -> Set<String> {
        var made: Set<String> = []
        var answered: Set<String> = []
        var others: Set<String> = []
        for case .data(let data) in entries {
            guard let own = data.providerData, own.provider == provider else { continue }
            if let id = own.content["tool_use_id"]?.stringValue {
                answered.insert(id)
            } else if let id = own.content["id"]?.stringValue {
                if own.content["type"]?.stringValue?.hasSuffix("_tool_use") == true {
                    made.insert(id)
                } else {
                    others.insert(id)
                }
            }
        }
        return made.intersection(answered).union(others)
    }

    private mutating func thinking(_ reasoning: Transcript.Reasoning) -> JSONValue? {
        guard !omitsThinking else { return nil }
        let words = reasoning.segments.compactMap { if case .text(let text) = $0 { text.content } else { nil } }
            .joined()
        guard let data = reasoning.providerData, data.provider == dialect.provider, isOwn(data) else {
            note(.reasoningDropped, "The reasoning of another model was left out.")
            return nil
        }
        if data.content["type"] == "redacted_thinking" { return data.content }
        guard let signature = data.content["signature"]?.stringValue else {
            guard dialect.takesUnsignedThinking else {
                note(.reasoningDropped, "Reasoning without a signature was left out: the server takes none back.")
                return nil
            }
            return ["type": "thinking", "thinking": .string(words)]
        }
        return ["type": "thinking", "thinking": .string(words), "signature": .string(signature)]
    }

    /// Whether the model of this request made it.
    private func isOwn(_ data: ProviderData) -> Bool {
        [data.requestedModel, data.servedModel].compactMap(\.self).contains { ClaudeCatalogue.isSameModel(model, $0) }
    }

    private mutating func call(_ call: Transcript.ToolCall) -> JSONValue {
        var input = call.arguments.json
        if input.objectValue == nil {
            note(.contentRewritten, "The arguments of the call \(call.id) are no object; they were sent in one.")
            input = ["value": input]
        }
        var block = JSONObject([
            "type": "tool_use", "id": .string(sent(call.id)), "name": .string(call.toolName), "input": input,
        ])
        if let data = call.providerData, data.provider == dialect.provider, let caller = data.content["caller"] {
            block["caller"] = caller
        }
        return .object(block)
    }

    private mutating func result(_ output: Transcript.ToolOutput) throws -> JSONValue {
        var block = JSONObject(["type": "tool_result", "tool_use_id": .string(sent(output.id))])
        let content = try blocks(of: output.segments)
        if !content.isEmpty { block["content"] = Self.content(content) }
        if output.isError { block["is_error"] = true }
        return .object(block)
    }

    /// An identifier as the wire takes it: of letters, digits, `_` and `-`.
    private mutating func sent(_ id: String) -> String {
        if let known = ids[id] { return known }
        let base = String(
            String.UnicodeScalarView(
                id.unicodeScalars.map { scalar in
                    switch scalar {
                    case "a"..."z", "A"..."Z", "0"..."9", "_", "-": scalar
                    default: "_"
                    }
                }))
        var candidate = base.isEmpty ? "call" : base
        var number = 2
        while ids.values.contains(candidate) {
            candidate = "\(base)-\(number)"
            number += 1
        }
        ids[id] = candidate
        return candidate
    }
}
