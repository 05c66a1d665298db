import LMJSON
import LMProtocol
import LMProvider

/// What a translator has to know of the request that it translates the answer of.
package struct MessagesContext: Sendable {
    /// The model that was asked for.
    package var requestedModel: String
    /// The family of providers that the server belongs to.
    package var provider: String
    /// The tool whose arguments are the answer; `nil` if the answer is the text.
    package var answerTool: String?
    /// Where the answer goes on that a pause cut in two: the position of its first block, and what was used before.
    package var firstItem = 0
    package var earlierUsage: Usage?
    /// Gets the blocks of the answer, to be sent back if it paused.
    package var content: AnswerContent?

    package init(requestedModel: String, provider: String, answerTool: String? = nil) {
        self.requestedModel = requestedModel
        self.provider = provider
        self.answerTool = answerTool
    }
}

/// Turns the events of a message into those of a generation. A value without I/O.
///
/// A block of the message is an item. A call is closed only when the reason for the end is known, or another block opens:
/// whether the limit cut it off is not known before. A document takes the same path.
package struct MessagesTranslator: Sendable {
    private let context: MessagesContext

    package private(set) var isFinished = false
    private var id: String?
    private var servedModel: String?
    private var hasStarted = false
    private var counts = MessagesUsage()
    private var stopReason: String?
    private var stopDetails: JSONValue?
    private var block: Block?
    private var nextIndex = 0
    private var text = ""
    private var reasoning: [String] = []
    private var hasCalls = false
    private var lastIsCall = false
    private var blocks: [JSONValue] = []

    /// The block that is open, or a call that waits for the reason of the end.
    private struct Block: Sendable {
        var item: Int
        var type: String
        var start: JSONObject
        var text = ""
        var signature: String?
        var citations: [JSONValue] = []
        /// Whether its part was opened.
        var isOpen = false
        /// Whether its end has come, which of a call is not the last word.
        var hasEnded = false
        /// Whether its text is the arguments of the tool that stands for the answer.
        var isAnswer = false
    }

    /// Makes a translator for one answer.
    package init(_ context: MessagesContext) { self.context = context }

    /// Whether the server has said why the answer ended.
    package var isEnding: Bool { stopReason != nil && !isFinished }

    private var usage: Usage? {
        let own = counts.usage
        guard let earlier = context.earlierUsage else { return own }
        return own.map { earlier + $0 } ?? earlier
    }

    /// What has been received, for an error to carry.
    package var partial: PartialOutput {
        var (text, reasoning) = (text, reasoning)
        if let block {
            if block.type == "thinking" { reasoning.append(block.text) }
            if block.type == "text" || block.isAnswer { text += block.text }
        }
        return PartialOutput(text: text, reasoning: reasoning.joined(separator: "\n\n"), usage: usage)
    }
}

extension MessagesTranslator: AnswerTranslator {
    /// Translates one server-sent event. Its data says what it is; the name counts only if the data does not.
    package mutating func translate(
        name: UnsafeBufferPointer<UInt8>, data: UnsafeBufferPointer<UInt8>, into events: inout [GenerationEvent]
    ) throws(ProviderError) {
        guard data.contains(where: { $0 > 0x20 }) else { return }
        let event: JSONValue
        do {
            event = try JSONReader.read(data) { (reader) throws(JSONError) in
                let value = try reader.value()
                try reader.end()
                return value
            }
        } catch {
            close(&events, isWhole: false)
            throw ProviderError(
                kind: .invalidResponse, message: "An event of the stream cannot be read: \(error).",
                category: .malformedResponse, retryAdvice: .backoff,
                evidence: FailureEvidence(body: SecretRedactor(credential: nil).evidence(Array(data))))
        }
        try translate(type: event["type"]?.stringValue ?? String(decoding: name, as: UTF8.self), event, &events)
    }

    private mutating func translate(
        type: String, _ event: JSONValue, _ events: inout [GenerationEvent]
    ) throws(ProviderError) {
        guard !isFinished else { return }
        switch type {
        case "message_start": try start(event["message"] ?? event, &events)
        case "content_block_start": open(event["content_block"] ?? [:], at: event["index"], &events)
        case "content_block_delta": extend(event["delta"] ?? [:], at: event["index"], &events)
        case "content_block_stop": end(at: event["index"], &events)
        case "message_delta":
            counts.merge(event["usage"])
            note(event["delta"] ?? [:], &events)
        case "message_stop": try finish(&events)
        case "error": try fail(event, &events)
        default: if event["error"]?.objectValue != nil { try fail(event, &events) }
        }
    }

    private mutating func fail(_ event: JSONValue, _ events: inout [GenerationEvent]) throws(ProviderError) {
        close(&events, isWhole: false)
        var error = MessagesErrors.classifier.streamed(ErrorBody(event))
        if let id = event["request_id"]?.stringValue {
            var evidence = error.evidence ?? FailureEvidence()
            evidence.requestID = id
            error.evidence = evidence
        }
        throw error
    }

    /// Whether a document is a message, or the report of a failure in a response of success.
    package func isAnswer(_ document: JSONValue) -> Bool {
        document["type"] == "message" || document["role"] == "assistant" && document["stop_reason"] != nil
    }

    /// Translates a message that was not streamed.
    package mutating func translate(
        document: JSONValue, into events: inout [GenerationEvent]
    ) throws(ProviderError) {
        try start(document, &events)
        try finish(&events)
    }

    /// A body that ends behind the reason is whole.
    package mutating func end(into events: inout [GenerationEvent]) throws(ProviderError) {
        guard stopReason == nil else { return try finish(&events) }
        close(&events, isWhole: false)
        if let usage { events.append(.usage(usage)) }
        throw ProviderError(
            kind: .invalidResponse, message: "The stream ended before the message was complete.",
            category: .incompleteStream, retryAdvice: .backoff)
    }
}

// MARK: - Blocks

extension MessagesTranslator {
    private mutating func start(_ message: JSONValue, _ events: inout [GenerationEvent]) throws(ProviderError) {
        let id = message["id"]?.stringValue
        if hasStarted {
            // The same once more says nothing; another one would be read as the rest of the first.
            guard id != self.id || block != nil || nextIndex > 0 else { return }
            close(&events, isWhole: false)
            throw ProviderError(
                kind: .invalidResponse, message: "A second message began before the first was complete.",
                category: .malformedResponse, retryAdvice: .backoff)
        }
        hasStarted = true
        self.id = id
        servedModel = message["model"]?.stringValue
        counts.merge(message["usage"])
        if context.firstItem == 0 {
            events.append(.started(ResponseInfo(id: id, model: servedModel)))
            if let served = servedModel, !served.isEmpty,
                !ClaudeCatalogue.isSameModel(context.requestedModel, served)
            {
                redirect(to: served, &events)
            }
        }
        for (index, block) in (message["content"]?.arrayValue ?? []).enumerated() {
            let place = JSONValue.number(JSONNumber(index))
            open(block, at: place, &events)
            end(at: place, &events)
        }
        note(message, &events)
    }

    private func redirect(to served: String, _ events: inout [GenerationEvent]) {
        events.append(
            .adjustment(
                Adjustment(.modelRedirected, "\(context.requestedModel) was asked for, and \(served) answers.")))
    }

    private mutating func open(_ start: JSONValue, at index: JSONValue?, _ events: inout [GenerationEvent]) {
        close(&events, isWhole: true)
        let position = index?.intValue.flatMap { (0..<100_000).contains($0) ? $0 : nil } ?? nextIndex
        // A server has used one position twice; items have one of their own each.
        let item = context.firstItem + max(position, nextIndex)
        nextIndex = max(position, nextIndex) + 1
        let type = start["type"]?.stringValue ?? ""
        var block = Block(item: item, type: type, start: start.objectValue ?? JSONObject())
        lastIsCall = type == "tool_use"
        switch type {
        case "text":
            for citation in start["citations"]?.arrayValue ?? [] { block.citations.append(citation) }
            self.block = block
            append(start["text"]?.stringValue ?? "", &events)
        case "thinking":
            block.isOpen = true
            block.signature = start["signature"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
            events.append(.reasoningStart(PartID(item: item)))
            self.block = block
            append(start["thinking"]?.stringValue ?? "", &events)
        case "tool_use":
            block.isAnswer = start["name"]?.stringValue == context.answerTool && context.answerTool != nil
            if !block.isAnswer {
                hasCalls = true
                block.isOpen = true
                events.append(
                    .toolCallStart(
                        PartID(item: item), callID: start["id"]?.stringValue ?? "",
                        name: start["name"]?.stringValue ?? ""))
            }
            self.block = block
        case "server_tool_use", "mcp_tool_use":
            events.append(
                .serverToolCall(
                    ServerToolCall(
                        item: item, phase: .started, id: start["id"]?.stringValue,
                        type: start["name"]?.stringValue ?? type)))
            self.block = block
        case "fallback":
            if let served = start["to"]?["model"]?.stringValue { redirect(to: served, &events) }
            self.block = block
        default: self.block = block
        }
    }

    private mutating func extend(_ delta: JSONValue, at index: JSONValue?, _ events: inout [GenerationEvent]) {
        guard block != nil, block?.hasEnded == false else { return }
        switch delta["type"]?.stringValue {
        case "text_delta": append(delta["text"]?.stringValue ?? "", &events)
        case "thinking_delta": append(delta["thinking"]?.stringValue ?? "", &events)
        case "input_json_delta": append(delta["partial_json"]?.stringValue ?? "", &events)
        case "signature_delta": if let signature = delta["signature"]?.stringValue { block?.signature = signature }
        case "citations_delta":
            guard let citation = delta["citation"] else { return }
            block?.citations.append(citation)
            cite(citation, &events)
        case "compaction_delta": block?.start["content"] = delta["content"]
        default: break
        }
    }

    /// Adds to the words of the open block.
    private mutating func append(_ delta: String, _ events: inout [GenerationEvent]) {
        guard !delta.isEmpty, block != nil, let item = block?.item, let type = block?.type else { return }
        block?.text += delta
        let part = PartID(item: item)
        if type == "text" || block?.isAnswer == true {
            openText(&events)
            events.append(.textDelta(part, delta))
        } else if type == "thinking" {
            events.append(.reasoningDelta(part, delta))
        } else if type == "tool_use" {
            events.append(.toolCallDelta(part, delta))
        }
    }

    private mutating func openText(_ events: inout [GenerationEvent]) {
        guard block?.isOpen == false, let item = block?.item else { return }
        block?.isOpen = true
        events.append(.textStart(PartID(item: item)))
        for citation in block?.citations ?? [] { cite(citation, &events) }
    }

    private mutating func cite(_ citation: JSONValue, _ events: inout [GenerationEvent]) {
        guard let block, block.isOpen else { return }
        let source = citation["source"]?.stringValue
        let isAddress = source?.hasPrefix("http") == true
        let place = ["start_page_number", "start_char_index", "start_block_index"].lazy
            .compactMap { name in citation[name]?.intValue.map { (name, $0) } }.first
        events.append(
            .citation(
                PartID(item: block.item),
                Citation(
                    url: citation["url"]?.stringValue ?? (isAddress ? source : nil),
                    title: citation["title"]?.stringValue ?? citation["document_title"]?.stringValue,
                    citedText: citation["cited_text"]?.stringValue,
                    location: place.map { name, number in
                        switch name {
                        case "start_page_number": "page \(number)"
                        case "start_char_index": "character \(number)"
                        default: "block \(number)"
                        }
                    })))
    }

    private mutating func end(at index: JSONValue?, _ events: inout [GenerationEvent]) {
        block?.hasEnded = true
        // Whether a call was cut off is said later.
        if block?.type != "tool_use" { close(&events, isWhole: true) }
    }

    /// Closes the open block.
    private mutating func close(_ events: inout [GenerationEvent], isWhole: Bool) {
        guard let block else { return }
        self.block = nil
        let part = PartID(item: block.item)
        var json = block.start
        switch block.type {
        case "text":
            json["text"] = .string(block.text)
            if !block.citations.isEmpty { json["citations"] = .array(block.citations) }
            text += block.text
            if block.isOpen { events.append(.textEnd(part, text: block.text)) }
        case "thinking":
            json["thinking"] = .string(block.text)
            if let signature = block.signature { json["signature"] = .string(signature) }
            reasoning.append(block.text)
            events.append(.reasoningEnd(part, text: block.text))
            // Without a signature Anthropic takes no thinking back; other servers know none.
            if isWhole {
                events.append(
                    .reasoningData(
                        item: block.item,
                        data(["type": "thinking", "signature": block.signature.map(JSONValue.string) ?? .null])))
            }
        case "redacted_thinking":
            events.append(.reasoningData(item: block.item, data(.object(json))))
        case "tool_use":
            let arguments = Self.arguments(of: block)
            json["input"] = (try? JSONValue(parsing: arguments)) ?? [:]
            if block.isAnswer {
                if block.text.isEmpty, arguments != "{}" {
                    self.block = block
                    append(arguments, &events)
                    self.block = nil
                }
                text += arguments
                if block.isOpen || !block.text.isEmpty || arguments != "{}" {
                    events.append(.textEnd(part, text: block.text.isEmpty ? arguments : block.text))
                }
            } else {
                if block.text.isEmpty { events.append(.toolCallDelta(part, arguments)) }
                if let caller = json["caller"], caller["type"] != "direct" {
                    events.append(.partData(part, data(["caller": caller])))
                }
                events.append(
                    .toolCallEnd(
                        part, arguments: block.text.isEmpty ? arguments : block.text,
                        isComplete: isWhole && block.hasEnded))
            }
        case "server_tool_use", "mcp_tool_use":
            if !block.text.isEmpty { json["input"] = (try? JSONValue(parsing: block.text)) ?? json["input"] }
            step(.running, json, at: block.item, json["name"]?.stringValue ?? block.type, &events)
        default:
            let failed =
                json["is_error"] == true || json["content"]?["type"]?.stringValue?.hasSuffix("_error") == true
            step(failed ? .failed : .completed, json, at: block.item, block.type, &events)
        }
        blocks.append(.object(json))
    }

    private func step(
        _ phase: ServerToolCall.Phase, _ json: JSONObject, at item: Int, _ type: String,
        _ events: inout [GenerationEvent]
    ) {
        events.append(
            .serverToolCall(
                ServerToolCall(
                    item: item, phase: phase, id: (json["id"] ?? json["tool_use_id"])?.stringValue, type: type,
                    data: data(.object(json)))))
    }

    private func data(_ content: JSONValue) -> ProviderData {
        ProviderData(
            provider: context.provider, requestedModel: context.requestedModel, servedModel: servedModel,
            content: content)
    }

    /// The arguments of a call: what was streamed, else what its start had.
    private static func arguments(of block: Block) -> String {
        if !block.text.isEmpty { return block.text }
        guard let input = block.start["input"], !input.isNull else { return "{}" }
        return input.text()
    }
}

// MARK: - The end

extension MessagesTranslator {
    /// Notes why the answer ended. What comes again, or is null again, takes nothing back.
    private mutating func note(_ delta: JSONValue, _ events: inout [GenerationEvent]) {
        stopDetails = delta["stop_details"].flatMap { $0.isNull ? nil : $0 } ?? stopDetails
        guard stopReason == nil, let reason = delta["stop_reason"]?.stringValue, !reason.isEmpty else { return }
        stopReason = reason
        let isCut = reason == "max_tokens" || reason == "model_context_window_exceeded"
        close(&events, isWhole: !(isCut && lastIsCall))
    }

    private mutating func finish(_ events: inout [GenerationEvent]) throws(ProviderError) {
        guard !isFinished else { return }
        close(&events, isWhole: stopReason != nil)
        if let usage { events.append(.usage(usage)) }
        if stopReason == "refusal" {
            let words = stopDetails?["explanation"]?.stringValue ?? "The model refused to answer."
            throw ProviderError(
                kind: .generationFailed, code: stopDetails?["category"]?.stringValue ?? "refusal", message: words,
                category: .refusal, retryAdvice: .never,
                evidence: FailureEvidence(
                    code: stopDetails?["category"]?.stringValue, requestID: nil, body: stopDetails?.text()))
        }
        let unified: FinishReason.Unified =
            switch stopReason {
            case "end_turn", "stop_sequence": hasCalls && lastIsCall ? .toolCalls : .stop
            case "tool_use": hasCalls ? .toolCalls : .stop
            case "max_tokens", "model_context_window_exceeded": .length
            case nil where hasCalls: .toolCalls
            default: .other
            }
        isFinished = true
        context.content?.set(blocks, usage: usage, next: context.firstItem + nextIndex)
        events.append(.finished(FinishReason(unified, raw: stopReason)))
    }
}
