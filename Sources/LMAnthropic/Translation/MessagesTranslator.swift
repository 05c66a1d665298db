import LMJSON
import LMProtocol
import LMProvider

/// Turns the events of a message into those of a generation. A value without I/O.
///
/// A block of the message is an item. A call is closed only when the reason for the end is known, or another block opens:
/// whether the limit cut it off is not known before. A document takes the same path.
package struct MessagesTranslator: Sendable {
    let context: MessagesContext
    private let decoder = MessagesEventDecoder()

    package private(set) var isFinished = false
    private var id: String?
    private var servedModel: String?
    private var hasStarted = false
    private var counts = MessagesUsage()
    private var stopReason: String?
    private var stopDetails: JSONValue?
    private var container: JSONValue?
    /// The blocks that are open, in the order of their positions; nearly always one.
    private var open: [MessageBlock] = []
    /// The positions that blocks have had.
    private var seen: Set<Int> = []
    private var nextIndex = 0
    private var text = ""
    private var reasoning: [String] = []
    private var calls: [PartID] = []
    private var lastIsCall = false
    /// Whether a program of the server's made one of the calls, and waits for its result.
    private var hasWaitingProgram = false
    private var blocks: [(item: Int, json: JSONValue)] = []

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
        for block in open {
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
        // What servers of other APIs end their streams with says nothing here.
        guard data.contains(where: { $0 > 0x20 }), !data.elementsEqual("[DONE]".utf8) else { return }
        let event: MessagesEvent
        do {
            event = try decoder.decode(data)
        } catch {
            closeAll(&events, isWhole: false)
            throw ProviderError(
                kind: .invalidResponse, message: "An event of the stream cannot be read: \(error).",
                category: .malformedResponse, retryAdvice: .backoff,
                evidence: FailureEvidence(body: SecretRedactor(credential: nil).evidence(Array(data))))
        }
        switch event {
        case .piece(let piece, let words, let index): extend(piece, words, at: index, &events)
        case .other(let event):
            try translate(type: event["type"]?.stringValue ?? String(decoding: name, as: UTF8.self), event, &events)
        }
    }

    private mutating func translate(
        type: String, _ event: JSONValue, _ events: inout [GenerationEvent]
    ) throws(ProviderError) {
        guard !isFinished else { return }
        switch type {
        case "message_start": try start(event["message"] ?? event, &events)
        case "content_block_start": begin(event["content_block"] ?? [:], at: event["index"]?.intValue, &events)
        case "content_block_delta": extend(event["delta"] ?? [:], at: event["index"]?.intValue, &events)
        case "content_block_stop": end(at: event["index"]?.intValue, &events)
        case "message_delta":
            counts.merge(event["usage"])
            note(event["delta"] ?? [:], &events)
        case "message_stop": try finish(&events)
        case "error": try fail(event, &events)
        default: if event["error"]?.objectValue != nil { try fail(event, &events) }
        }
    }

    private mutating func fail(_ event: JSONValue, _ events: inout [GenerationEvent]) throws(ProviderError) {
        closeAll(&events, isWhole: false)
        if let usage { events.append(.usage(usage)) }
        throw MessagesErrors.classifier.streamed(ErrorBody(event))
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
        closeAll(&events, isWhole: false)
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
            guard id != self.id || nextIndex > 0 else { return }
            closeAll(&events, isWhole: false)
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
            begin(block, at: index, &events)
            end(at: index, &events)
        }
        note(message, &events)
    }

    private func redirect(to served: String, _ events: inout [GenerationEvent]) {
        events.append(
            .adjustment(
                Adjustment(.modelRedirected, "\(context.requestedModel) was asked for, and \(served) answers.")))
    }

    private mutating func begin(_ start: JSONValue, at index: Int?, _ events: inout [GenerationEvent]) {
        let index = index.flatMap { (0..<100_000).contains($0) ? $0 : nil }
        // Blocks do not overlap, but a server that lets them is followed by position. One without positions, or that uses
        // one twice, goes on with the next block.
        for block in open where block.hasEnded || index == nil || block.index == nil || block.index == index {
            close(block.item, &events, isWhole: true)
        }
        let position = index ?? nextIndex
        // A server has used one position twice; items have one of their own each.
        let item = context.firstItem + max(position, nextIndex)
        nextIndex = max(position, nextIndex) + 1
        if let index { seen.insert(index) }
        let type = start["type"]?.stringValue ?? ""
        var block = MessageBlock(index: index, item: item, type: type, start: start.objectValue ?? JSONObject())
        lastIsCall = block.isCall
        var words = ""
        switch type {
        case "text":
            block.citations = start["citations"]?.arrayValue ?? []
            words = start["text"]?.stringValue ?? ""
        case "thinking":
            block.isOpen = true
            block.signature = start["signature"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
            events.append(.reasoningStart(block.part))
            words = start["thinking"]?.stringValue ?? ""
        case "tool_use":
            block.isAnswer = start["name"]?.stringValue == context.answerTool && context.answerTool != nil
            if !block.isAnswer {
                calls.append(block.part)
                if let caller = start["caller"]?["type"], caller != "direct" { hasWaitingProgram = true }
                block.isOpen = true
                events.append(
                    .toolCallStart(
                        block.part, callID: start["id"]?.stringValue ?? "", name: start["name"]?.stringValue ?? ""))
            }
        case "server_tool_use", "mcp_tool_use":
            events.append(
                .serverToolCall(
                    ServerToolCall(
                        item: item, phase: .started, id: start["id"]?.stringValue,
                        type: start["name"]?.stringValue ?? type)))
            keepCallsInPlace(&events)
        case "fallback": if let served = start["to"]?["model"]?.stringValue { redirect(to: served, &events) }
        case "redacted_thinking": break
        default: keepCallsInPlace(&events)
        }
        open.append(block)
        append(words, to: open.count - 1, &events)
    }

    /// Notes with the calls so far that a block of the server's stands behind them, where it goes back to.
    private func keepCallsInPlace(_ events: inout [GenerationEvent]) {
        for part in calls { events.append(.partData(part, data(["inPlace": true]))) }
    }

    /// The place of the open block that something at a position belongs to.
    private func place(of index: Int?) -> Int? {
        let last = open.lastIndex { !$0.hasEnded }
        guard let index else { return last }
        if let found = open.firstIndex(where: { $0.index == index && !$0.hasEnded }) { return found }
        // What comes for a block that is closed is too late; a position that no block has had is a mistake in the position.
        return seen.contains(index) ? nil : last
    }

    private mutating func extend(
        _ piece: MessagesEvent.Piece, _ words: String, at index: Int?, _ events: inout [GenerationEvent]
    ) {
        guard !isFinished else { return }
        var place = place(of: index)
        // A server has left out the start of a block.
        if place == nil, index.map({ !seen.contains($0) }) ?? true, piece == .text || piece == .thinking {
            begin(["type": piece == .text ? "text" : "thinking"], at: index, &events)
            place = open.count - 1
        }
        guard let place else { return }
        if piece == .signature {
            open[place].signature = words
        } else {
            append(words, to: place, &events)
        }
    }

    private mutating func extend(_ delta: JSONValue, at index: Int?, _ events: inout [GenerationEvent]) {
        let type = delta["type"]?.stringValue ?? ""
        if let piece = MessagesEvent.Piece(rawValue: type) {
            let words = delta["text"] ?? delta["thinking"] ?? delta["partial_json"] ?? delta["signature"]
            return extend(piece, words?.stringValue ?? "", at: index, &events)
        }
        guard let place = place(of: index) else { return }
        switch type {
        case "citations_delta":
            guard let citation = delta["citation"] else { return }
            open[place].citations.append(citation)
            if open[place].isOpen { events.append(.citation(open[place].part, Citation(messages: citation))) }
        case "compaction_delta": open[place].start["content"] = delta["content"]
        default: break
        }
    }

    /// Adds to the words of an open block.
    private mutating func append(_ words: String, to place: Int, _ events: inout [GenerationEvent]) {
        guard !words.isEmpty else { return }
        open[place].text += words
        let part = open[place].part
        if open[place].isAnswer || open[place].type == "text" {
            openText(place, &events)
            events.append(.textDelta(part, words))
        } else if open[place].type == "thinking" {
            events.append(.reasoningDelta(part, words))
        } else if open[place].isCall {
            events.append(.toolCallDelta(part, words))
        }
    }

    private mutating func openText(_ place: Int, _ events: inout [GenerationEvent]) {
        guard !open[place].isOpen else { return }
        open[place].isOpen = true
        events.append(.textStart(open[place].part))
        for citation in open[place].citations {
            events.append(.citation(open[place].part, Citation(messages: citation)))
        }
    }

    private mutating func end(at index: Int?, _ events: inout [GenerationEvent]) {
        guard let place = place(of: index) else { return }
        open[place].hasEnded = true
        // Whether a call was cut off is said later.
        if !open[place].isCall { close(open[place].item, &events, isWhole: true) }
    }

    /// Closes all open blocks; the last of them not as a whole one, if it is not.
    private mutating func closeAll(_ events: inout [GenerationEvent], isWhole: Bool) {
        for block in open { close(block.item, &events, isWhole: isWhole || block.item != open.last?.item) }
    }

    /// Closes a block.
    private mutating func close(_ item: Int, _ events: inout [GenerationEvent], isWhole: Bool) {
        guard let place = open.firstIndex(where: { $0.item == item }) else { return }
        let block = open.remove(at: place)
        var json = block.start
        switch block.type {
        case "text":
            json["text"] = .string(block.text)
            if !block.citations.isEmpty { json["citations"] = .array(block.citations) }
            text += block.text
            if block.isOpen {
                if context.isStructured || !block.citations.isEmpty {
                    events.append(.partData(block.part, data(.object(json))))
                }
                events.append(.textEnd(block.part, text: block.text))
            }
        case "thinking":
            json["thinking"] = .string(block.text)
            if let signature = block.signature { json["signature"] = .string(signature) }
            reasoning.append(block.text)
            events.append(.reasoningEnd(block.part, text: block.text))
            // Without a signature Anthropic takes no thinking back; other servers know none.
            if isWhole {
                var kept = JSONObject(["type": "thinking"])
                kept["signature"] = block.signature.map(JSONValue.string) ?? .null
                // By which words that were changed since are known: the signature is not of them.
                if !block.text.isEmpty { kept["length"] = .number(JSONNumber(block.text.utf8.count)) }
                events.append(.reasoningData(item: item, data(.object(kept))))
            }
        case "redacted_thinking": events.append(.reasoningData(item: item, data(.object(json))))
        case "tool_use":
            json["input"] = (try? JSONValue(parsing: block.arguments)) ?? [:]
            if block.isAnswer { closeAnswer(block, &events) } else { closeCall(block, json, &events, isWhole: isWhole) }
        case "server_tool_use", "mcp_tool_use":
            if !block.text.isEmpty { json["input"] = (try? JSONValue(parsing: block.text)) ?? json["input"] }
            step(.running, json, at: item, json["name"]?.stringValue ?? block.type, &events)
        default:
            let failed =
                json["is_error"] == true || json["content"]?["type"]?.stringValue?.hasSuffix("_error") == true
            step(failed ? .failed : .completed, json, at: item, block.type, &events)
        }
        blocks.append((item, .object(json)))
    }

    /// Closes the call that stands for the answer.
    private mutating func closeAnswer(_ block: MessageBlock, _ events: inout [GenerationEvent]) {
        let arguments = block.arguments
        text += arguments
        guard block.isOpen || arguments != "{}" else { return }
        if !block.isOpen {
            events.append(.textStart(block.part))
            events.append(.textDelta(block.part, arguments))
        }
        events.append(.textEnd(block.part, text: arguments))
    }

    private func closeCall(
        _ block: MessageBlock, _ json: JSONObject, _ events: inout [GenerationEvent], isWhole: Bool
    ) {
        let arguments = block.arguments
        if block.text.isEmpty { events.append(.toolCallDelta(block.part, arguments)) }
        if let caller = json["caller"], caller["type"] != "direct" {
            events.append(.partData(block.part, data(["caller": caller])))
        }
        events.append(.toolCallEnd(block.part, arguments: arguments, isComplete: isWhole && block.hasEnded))
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
}

// MARK: - The end

extension MessagesTranslator {
    /// Notes why the answer ended. What comes again, or is null again, takes nothing back.
    private mutating func note(_ delta: JSONValue, _ events: inout [GenerationEvent]) {
        if let details = delta["stop_details"], !details.isNull { stopDetails = details }
        if let id = delta["container"]?["id"], !id.isNull { container = id }
        guard stopReason == nil, let reason = delta["stop_reason"]?.stringValue, !reason.isEmpty else { return }
        stopReason = reason
        let isCut = reason == "max_tokens" || reason == "model_context_window_exceeded"
        closeAll(&events, isWhole: !(isCut && lastIsCall))
    }

    private mutating func finish(_ events: inout [GenerationEvent]) throws(ProviderError) {
        guard !isFinished else { return }
        closeAll(&events, isWhole: stopReason != nil)
        if let container, hasWaitingProgram {
            events.append(.messageData(item: context.firstItem + nextIndex, data(["container": container])))
        }
        if let usage { events.append(.usage(usage)) }
        if stopReason == "refusal" {
            let words = stopDetails?["explanation"]?.stringValue ?? "The model refused to answer."
            throw ProviderError(
                kind: .generationFailed, code: stopDetails?["category"]?.stringValue ?? "refusal", message: words,
                category: .refusal, retryAdvice: .never,
                evidence: FailureEvidence(
                    code: stopDetails?["category"]?.stringValue, requestID: nil, body: stopDetails?.text()))
        }
        let hasCalls = !calls.isEmpty
        let unified: FinishReason.Unified =
            switch stopReason {
            case "end_turn", "stop_sequence": hasCalls && lastIsCall ? .toolCalls : .stop
            case "tool_use": hasCalls ? .toolCalls : .stop
            case "max_tokens", "model_context_window_exceeded": .length
            default: .other
            }
        isFinished = true
        context.content?.set(
            AnswerContent.Value(
                blocks: blocks.sorted { $0.item < $1.item }.map(\.json).filter { !Self.isBlank($0) }, usage: usage,
                next: context.firstItem + nextIndex, container: container))
        events.append(.finished(FinishReason(unified, raw: stopReason)))
    }

    /// Whether a block is a text without words, which the API sends and does not take.
    private static func isBlank(_ block: JSONValue) -> Bool {
        block["type"] == "text" && block["text"]?.stringValue?.contains { !$0.isWhitespace } != true
    }
}
