import LMJSON
import LMProtocol
import LMProvider

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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
    /// Whether the conversation has calls of tools in it.
    private(set) var hasCalls = false
    /// The container that a program waits in for what it called; `nil` where none does.
    private(set) var container: JSONValue?

    private let dialect: MessagesDialect
    private let model: String
    private let media: MediaEncoder
    /// Why thinking is left out, in words; `nil` where it goes back.
    private let omission: String?
    private var lastContainer: JSONValue?
    private var ids: [String: String] = [:]

    /// Makes an empty conversation.
    ///
    /// - Parameters:
    ///   - dialect: What the server takes.
    ///   - model: The model that is asked.
    ///   - media: Encodes images and files.
    ///   - omission: Why the thinking of earlier turns is left out, in words; `nil` where it goes back.
    init(dialect: MessagesDialect, model: String, media: MediaEncoder, omission: String?) {
        self.dialect = dialect
        self.model = model
        self.media = media
        self.omission = omission
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
            case .model(let entries):
                append("assistant", assistantBlocks(of: entries))
                container = entries.contains(where: Self.waitsInContainer) ? lastContainer : nil
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
            let options = segment.providerOptions[dialect.provider]
            if options["type"] != nil {
                // A block in the wire's own words, such as a search result, for what has no segment.
                blocks.append(.object(options))
                continue
            }
            var block: JSONObject?
            switch segment {
            case .text(let text): block = Self.text(text.content)
            case .structure(let structure): block = Self.text(structure.content.jsonString)
            case .attachment(let attachment): block = try attachmentBlock(attachment)
            }
            guard var block else { continue }
            for option in options { block[option.key] = option.value }
            blocks.append(.object(block))
        }
        return blocks
    }

    private static func text(_ text: String) -> JSONObject? {
        guard text.contains(where: { !$0.isWhitespace }) else { return nil }
        return JSONObject(["type": "text", "text": .string(text)])
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
            if case .data(let mimeType, let base64) = place, mimeType.hasPrefix("text/") {
                let bytes = Data(base64Encoded: base64) ?? Data()
                block["source"] = [
                    "type": "text", "media_type": "text/plain", "data": .string(String(decoding: bytes, as: UTF8.self)),
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
            return ["type": "file", "file_id": .string(file.id)]
        }
    }

    // MARK: What the model said

    private mutating func assistantBlocks(of entries: [Transcript.Entry]) -> [JSONValue] {
        var blocks: [JSONValue] = []
        var areCallsInPlace = true
        let pairs = Self.wholeServerCalls(of: entries, provider: dialect.provider)
        for entry in entries {
            switch entry {
            case .reasoning(let reasoning): if let block = thinking(reasoning) { blocks.append(block) }
            case .response(let response):
                if let own = response.providerData, own.provider == dialect.provider {
                    lastContainer = own.content["container"] ?? lastContainer
                }
                for segment in response.segments {
                    if let block = answerBlock(segment) { blocks.append(.object(block)) }
                }
            case .toolCalls(let entry):
                hasCalls = true
                for call in entry {
                    blocks.append(self.call(call))
                    if own(call.providerData)?["inPlace"] != true { areCallsInPlace = false }
                }
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
        if !areCallsInPlace { Self.moveCallsBehindServerBlocks(&blocks) }
        if dialect.requiresThinking, omission == nil, blocks.contains(where: Self.isCall),
            !blocks.contains(where: { $0["type"] == "thinking" })
        {
            blocks.insert(["type": "thinking", "thinking": ""], at: 0)
        }
        return blocks
    }

    private static func isCall(_ block: JSONValue) -> Bool { block["type"] == "tool_use" }

    /// In a turn that was not received so, the app's calls stand behind what the server did itself: it would look for their
    /// results before that.
    private static func moveCallsBehindServerBlocks(_ blocks: inout [JSONValue]) {
        guard let first = blocks.firstIndex(where: isCall),
            blocks[first...].contains(where: {
                let type = $0["type"]?.stringValue ?? ""
                return !["tool_use", "text", "thinking", "redacted_thinking"].contains(type)
            })
        else { return }
        blocks = blocks.filter { !isCall($0) } + blocks.filter(isCall)
    }

    /// Whether an entry holds a call that a program of the server's made, and waits for.
    private static func waitsInContainer(_ entry: Transcript.Entry) -> Bool {
        guard case .toolCalls(let calls) = entry else { return false }
        return calls.contains {
            $0.providerData?.content["caller"]?["type"]?.stringValue?.hasPrefix("code_execution") == true
        }
    }

    /// What this provider keeps with something.
    private func own(_ data: ProviderData?) -> JSONValue? {
        data.flatMap { $0.provider == dialect.provider ? $0.content : nil }
    }

    /// A piece of an answer, as it came where that is known: a conversation that was changed is another one to the server.
    private mutating func answerBlock(_ segment: Transcript.Segment) -> JSONObject? {
        switch segment {
        case .text(let text):
            guard var block = Self.text(text.content) else { return nil }
            if let own = own(text.providerData), own["text"]?.stringValue == text.content {
                block["citations"] = Self.citations(own["citations"])
            }
            return block
        case .structure(let structure):
            if let words = own(structure.providerData)?["text"]?.stringValue, let json = try? JSONValue(parsing: words),
                json == structure.content.json
                    || json.objectValue?.count == 1 && json.objectValue?.first?.value == structure.content.json
            {
                return Self.text(words)
            }
            return Self.text(structure.content.jsonString)
        case .attachment:
            note(.contentDropped, "An attachment of an answer was left out: models take none.")
            return nil
        }
    }

    /// Citations as they go back: the server takes all that it said of them but the file.
    private static func citations(_ citations: JSONValue?) -> JSONValue? {
        guard let list = citations?.arrayValue, !list.isEmpty else { return nil }
        return .array(
            list.map { citation in
                guard var members = citation.objectValue else { return citation }
                members["file_id"] = nil
                return .object(members)
            })
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
        if let omission {
            note(.reasoningDropped, omission)
            return nil
        }
        let words = reasoning.segments.compactMap { if case .text(let text) = $0 { text.content } else { nil } }
            .joined()
        guard let data = reasoning.providerData, data.isOwn(dialect, model: model) else {
            note(.reasoningDropped, "The reasoning of another model was left out.")
            return nil
        }
        if data.content["type"] == "redacted_thinking" { return data.content }
        if let length = data.content["length"]?.intValue, length != words.utf8.count {
            note(.reasoningDropped, "Reasoning whose words were changed was left out: its signature is not of them.")
            return nil
        }
        guard let signature = data.content["signature"]?.stringValue else {
            guard dialect.takesUnsignedThinking else {
                note(.reasoningDropped, "Reasoning without a signature was left out: the server takes none back.")
                return nil
            }
            return ["type": "thinking", "thinking": .string(words)]
        }
        return ["type": "thinking", "thinking": .string(words), "signature": .string(signature)]
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
        if let caller = own(call.providerData)?["caller"] { block["caller"] = caller }
        return .object(block)
    }

    private mutating func result(_ output: Transcript.ToolOutput) throws -> JSONValue {
        var block = JSONObject(["type": "tool_result", "tool_use_id": .string(sent(output.id))])
        let content: [JSONValue]
        do {
            content = try blocks(of: output.segments)
        } catch var error as ProviderError {
            error.message = "In the output of the tool \(output.toolName), call \(output.id): \(error.message)"
            throw error
        }
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

extension ProviderData {
    /// Whether the model of this server made it.
    func isOwn(_ dialect: MessagesDialect, model: String) -> Bool {
        provider == dialect.provider
            && [requestedModel, servedModel].compactMap(\.self).contains { ClaudeCatalogue.isSameModel(model, $0) }
    }
}
