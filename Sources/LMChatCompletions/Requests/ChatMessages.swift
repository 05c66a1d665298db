import LMJSON
import LMProtocol
import LMProvider

/// Turns the messages of a transcript that ``TranscriptCheck`` has mended into those of the wire.
///
/// A message becomes the same whatever follows it, so that the messages of one turn are the beginning of the next one's.
struct ChatMessages {
    /// The messages so far.
    private(set) var list: [JSONValue] = []
    /// What was left out or changed.
    private(set) var adjustments: [Adjustment] = []

    private let settings: ChatSettings
    private let attachments: AttachmentParts
    private var dialect: ChatDialect { settings.dialect }
    private var ids: CallIDMap
    /// The identifiers that were sent for the calls that still have no output, by their own.
    private var openCalls: [(id: String, sent: String)] = []
    /// Whether tools were called since the user's last message.
    private var hasCalls = false

    init(_ settings: ChatSettings, attachments: AttachmentParts) {
        self.settings = settings
        self.attachments = attachments
        ids = CallIDMap(settings.dialect.callIDs)
    }

    /// Adds the messages of a whole transcript.
    mutating func add(_ transcript: Transcript) throws {
        let messages = transcript.messages
        for message in messages {
            switch message {
            case .instructions(let entry): try add(entry)
            case .prompt(let entry): try add(entry)
            case .model(let entries): add(entries)
            case .toolOutputs(let outputs): try add(outputs)
            }
        }
    }

    // MARK: What the app and the user say

    private mutating func add(_ instructions: Transcript.Instructions) throws {
        let isLater = !list.isEmpty
        var parts: [JSONValue] = []
        var moved: [JSONValue] = []
        for segment in instructions.segments {
            if case .attachment(let attachment) = segment {
                moved += try attachments.parts(attachment, &adjustments)
            } else {
                parts += textPart(segment)
            }
        }
        let role = isLater && !dialect.takesLaterInstructions ? "user" : dialect.instructionsRole
        if role == "user", !parts.isEmpty {
            note(
                .contentRewritten,
                "Instructions behind the first message were sent as the user's: the server takes none.")
        }
        append(role: role, parts)
        guard !moved.isEmpty else { return }
        note(.contentRewritten, "The attachments of the instructions were sent in a message of the user.")
        append(role: "user", moved)
    }

    private mutating func add(_ prompt: Transcript.Prompt) throws {
        hasCalls = false
        var parts: [JSONValue] = []
        for segment in prompt.segments {
            if case .attachment(let attachment) = segment {
                parts += try attachments.parts(attachment, &adjustments)
            } else {
                parts += textPart(segment)
            }
        }
        guard !parts.isEmpty else {
            throw LanguageModelError.unsupportedTranscriptContent(
                .init(
                    unsupportedContent: [.prompt(prompt)],
                    debugDescription: "The prompt is empty. Servers refuse a message without content."))
        }
        // Servers refuse an answer of the type `json_object` where the word does not stand in the prompt.
        if prompt.responseFormat != nil, prompt.contextOptions.includeSchemaInPrompt == false,
            settings.schemaFormat == .jsonObject
        {
            parts.append(Self.text("Answer with one JSON object, and with nothing else."))
        }
        separate()
        append(role: "user", parts)
    }

    /// The part for a segment of words; none for an empty one.
    private func textPart(_ segment: Transcript.Segment) -> [JSONValue] {
        let text = Self.words(of: segment)
        guard !text.isEmpty else { return [] }
        var part = JSONObject(["type": "text", "text": .string(text)])
        for option in segment.providerOptions[dialect.provider] { part[option.key] = option.value }
        return [.object(part)]
    }

    /// Adds a message. One of words only has them as one string, which every server reads; a list of parts is not.
    private mutating func append(role: String, _ parts: [JSONValue]) {
        guard !parts.isEmpty else { return }
        let texts = parts.compactMap { part -> String? in
            part.objectValue?.count == 2 && part["type"] == "text" ? part["text"]?.stringValue : nil
        }
        let content = texts.count == parts.count ? JSONValue.string(texts.joined(separator: "\n")) : .array(parts)
        list.append(["role": .string(role), "content": content])
    }

    /// Puts a message of the model between outputs and what the user says, where the server asks for one.
    private mutating func separate() {
        guard dialect.separatesOutputsFromUser, list.last?["role"] == "tool" else { return }
        list.append(["role": "assistant", "content": "OK."])
        note(
            .transcriptRepaired,
            "A message of the model was put between a tool's output and the user's: \(dialect.name) asks for one.")
    }

    // MARK: What the model says

    private mutating func add(_ entries: [Transcript.Entry]) {
        var content = ""
        var last: Transcript.Response?
        var calls: [JSONValue] = []
        var reasoning = ReasoningParts()
        for entry in entries {
            switch entry {
            case .response(let response):
                let text = response.segments.map(Self.words).joined()
                // What one answer said in several stretches is one text; two answers are two.
                if let last, !content.isEmpty, !text.isEmpty,
                    last.responseID == nil || last.responseID != response.responseID
                {
                    content += "\n"
                }
                content += text
                last = response
            case .reasoning(let entry): take(entry, into: &reasoning)
            case .toolCalls(let entry): for call in entry { calls.append(json(of: call, isFirst: calls.isEmpty)) }
            case .data(let entry):
                note(
                    .contentDropped,
                    "A step of the provider '\(entry.providerData?.provider ?? entry.contentType)' was left out.")
            case .instructions, .prompt, .toolOutput: break
            }
        }
        if !calls.isEmpty { hasCalls = true }
        guard !content.isEmpty || !calls.isEmpty else {
            // Servers refuse a message of nothing, also where there was a thought behind it.
            if !entries.isEmpty { note(.reasoningDropped, "Reasoning that led to nothing was left out.") }
            return
        }
        let returns =
            switch dialect.reasoningReturn {
            case .never: false
            case .messagesWithCalls: !calls.isEmpty
            case .turnsWithCalls: hasCalls
            case .always: true
            }
        var message = JSONObject(["role": "assistant"])
        if returns, !reasoning.parts.isEmpty {
            var parts = reasoning.parts
            if !content.isEmpty { parts.append(Self.text(content)) }
            message["content"] = .array(parts)
        } else if !content.isEmpty {
            message["content"] = .string(content)
        } else {
            switch dialect.emptyContent {
            case .omitted: break
            case .null: message["content"] = .null
            case .empty: message["content"] = ""
            }
        }
        if returns {
            let isMissing = reasoning.isEmpty && dialect.fillsMissingReasoning
            for member in isMissing ? [.init(key: "reasoning_content", value: "")] : reasoning.members {
                message[member.key] = member.value
            }
        }
        if !calls.isEmpty { message["tool_calls"] = .array(calls) }
        list.append(.object(message))
    }

    /// Takes in reasoning that this model can read again: its own.
    private mutating func take(_ entry: Transcript.Reasoning, into reasoning: inout ReasoningParts) {
        guard let data = entry.providerData, data.provider == dialect.provider, data.isMade(by: settings.card.name)
        else {
            // What no request would hold anyway is no change.
            guard dialect.reasoningReturn != .never || entry.signature != nil else { return }
            let maker = entry.providerData.map { " of '\($0.servedModel ?? $0.requestedModel ?? $0.provider)'" }
            return note(
                .reasoningDropped,
                "The reasoning\(maker ?? "") is left out: '\(settings.card.name)' cannot read it.")
        }
        reasoning.add(data.content, text: entry.segments.map(Self.words).joined(separator: "\n\n"))
    }

    private mutating func json(of call: Transcript.ToolCall, isFirst: Bool) -> JSONValue {
        let sent = ids.next(call.id)
        openCalls.append((call.id, sent))
        var arguments = "{}"
        if call.arguments.isComplete {
            arguments = call.arguments.jsonString
        } else {
            note(.transcriptRepaired, "The arguments of the call \(call.id) were cut off and sent as none.")
        }
        let name = WireName.function(call.toolName)
        if name != call.toolName {
            note(
                .transcriptRepaired,
                "The call \(call.id) is of a tool whose name no server takes; it was sent as \(name).")
        }
        var json = JSONObject([
            "id": .string(sent), "type": "function",
            "function": ["name": .string(name), "arguments": .string(arguments)],
        ])
        if let data = call.providerData, data.provider == dialect.provider, data.isMade(by: settings.card.name) {
            for member in data.content.objectValue ?? JSONObject() { json[member.key] = member.value }
        } else if let placeholder = dialect.foreignCallContent, isFirst, isForeign(call) {
            json["extra_content"] = placeholder
        }
        return .object(json)
    }

    /// Whether another model made a call.
    private func isForeign(_ call: Transcript.ToolCall) -> Bool {
        guard let data = call.providerData else { return true }
        return data.provider != dialect.provider || !data.isMade(by: settings.card.name)
    }

    // MARK: What tools say

    private mutating func add(_ outputs: [Transcript.ToolOutput]) throws {
        var moved: [JSONValue] = []
        for output in outputs {
            // Calls of one identifier have their outputs in their order.
            let place = openCalls.firstIndex { $0.id == output.id }
            let sent = place.map { openCalls.remove(at: $0).sent } ?? output.id
            var texts: [String] = []
            var images: [JSONValue] = []
            for segment in output.segments {
                if case .attachment(let attachment) = segment {
                    images += try attachments.parts(attachment, &adjustments)
                } else {
                    texts.append(Self.words(of: segment))
                }
            }
            var message = JSONObject(["role": "tool", "tool_call_id": .string(sent)])
            if dialect.namesToolOutputs { message["name"] = .string(WireName.function(output.toolName)) }
            if !images.isEmpty {
                moved.append(Self.text("From the output of \(output.toolName) (\(sent)):"))
                moved += images
                if texts.allSatisfy(\.isEmpty) { texts = ["The output is in the next message of the user."] }
            }
            message["content"] = .string(texts.filter { !$0.isEmpty }.joined(separator: "\n"))
            list.append(.object(message))
        }
        openCalls = []
        guard !moved.isEmpty else { return }
        note(
            .contentRewritten, "The attachments of the tools' outputs were sent behind them, in a message of the user.")
        separate()
        append(role: "user", moved)
    }

    // MARK: Pieces

    static func text(_ text: String) -> JSONValue { ["type": "text", "text": .string(text)] }

    /// The words of a segment; a structured value as JSON.
    private static func words(of segment: Transcript.Segment) -> String {
        switch segment {
        case .text(let segment): segment.content
        case .structure(let segment): segment.content.jsonString
        case .attachment: ""
        }
    }

    /// Reports a change once, however often it was made.
    private mutating func note(_ kind: Adjustment.Kind, _ message: String) {
        let adjustment = Adjustment(kind, message)
        if !adjustments.contains(adjustment) { adjustments.append(adjustment) }
    }
}

/// The reasoning of one message, in the forms in which it came.
private struct ReasoningParts {
    /// Parts of the content, as Mistral has them.
    var parts: [JSONValue] = []
    private var words: [String: String] = [:]
    private var details: [JSONValue] = []
    private var opaque: JSONValue?

    var isEmpty: Bool { parts.isEmpty && words.isEmpty && details.isEmpty && opaque == nil }

    mutating func add(_ content: JSONValue, text: String) {
        if let part = content["part"] { parts.append(part) }
        if let field = content["field"]?.stringValue, !text.isEmpty { words[field, default: ""] += text }
        details += content["details"]?.arrayValue ?? []
        opaque = content["opaque"] ?? opaque
    }

    /// The members of the message. Details hold the words already.
    var members: [JSONObject.Member] {
        var members: [JSONObject.Member] = []
        if details.isEmpty {
            members = words.sorted { $0.key < $1.key }.map { .init(key: $0.key, value: .string($0.value)) }
        } else {
            members.append(.init(key: "reasoning_details", value: .array(details)))
        }
        if let opaque { members.append(.init(key: "reasoning_opaque", value: opaque)) }
        return members
    }
}

extension Transcript.Response {
    /// The server's identifier of the response that this is a part of.
    fileprivate var responseID: GeneratedContent? { metadata["responseID"] }
}
