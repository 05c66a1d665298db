import LMJSON
import LMProtocol
import LMProvider

/// Turns the events of a chat completion into those of a generation. A value without I/O.
///
/// The wire opens and closes nothing: text, reasoning and calls are only deltas. A part opens with its first delta that
/// is not empty, and closes where another begins, or at the end. Each is an item of its own, in the order in which they
/// open. A document takes the same path as one chunk.
package struct ChatTranslator: Sendable {
    let context: ChatContext
    let decoder = ChatEventDecoder()

    /// Whether the answer is whole. Nothing is translated after it.
    package internal(set) var isFinished = false
    /// The tokens so far.
    private(set) var usage: Usage?
    /// Why the server says that the answer ended; `nil` until it says so.
    private(set) var finishReason: String?

    private(set) var info: ResponseInfo?
    private var hasRedirect = false
    private var nextItem = 0
    private var part: OpenPart?
    private var hasOutput = false
    private var text = ""
    private var reasoning: [String] = []
    private(set) var calls: [OpenCall] = []
    private var splitter: ReasoningTagSplitter?
    private var details = ReasoningDetails()
    /// The item that the details belong to.
    private var detailsItem: Int?
    private var detailsField: ReasoningField?
    private var opaque: JSONValue?
    private var sources = Sources()
    private var usageExtras: [JSONObject.Member] = []
    /// The item of the answer's last text.
    private var textItem: Int?

    /// The part whose deltas come.
    private struct OpenPart: Sendable {
        enum Kind: Sendable, Hashable { case text, refusal, reasoning }
        var kind: Kind
        var id: PartID
        var text = ""
        /// The member that the reasoning stood in.
        var field: ReasoningField?
        /// The part of the content that the reasoning is, without its words, where it is one.
        var contentPart: JSONObject?
    }

    /// Makes a translator for one response.
    package init(_ context: ChatContext) {
        self.context = context
        splitter = context.reasoningTag.map(ReasoningTagSplitter.init)
    }

    /// Whether it is not known yet which response it is, and who answers.
    var needsInfo: Bool { info?.model == nil || info?.id == nil }

    /// Whether the answer could end here: the server has said why it ended, and only the usage may still come.
    package var isEnding: Bool { finishReason != nil && !isFinished }

    /// What has been received, for an error to carry.
    package var partial: PartialOutput {
        var text = text
        var reasoning = reasoning
        if let part {
            if part.kind == .reasoning { reasoning.append(part.text) } else { text += part.text }
        }
        return PartialOutput(text: text, reasoning: reasoning.joined(separator: "\n\n"), usage: usage)
    }

    /// Translates one event. What it says stands in `events` also where the event then turns out to be a failure.
    ///
    /// - Throws: ``ProviderError`` where the server says that it failed.
    mutating func translate(_ event: ChatEvent, into events: inout [GenerationEvent]) throws(ProviderError) {
        guard !isFinished else { return }
        switch event {
        case .skipped: return
        case .failed(let value):
            abandon(&events)
            throw Self.failure(value)
        case .done: try end(isOrderly: true, &events)
        case .chunk(let chunk): try take(chunk, &events)
        }
    }

    /// Takes in the end of the body.
    ///
    /// - Throws: ``ProviderError`` where the answer is not whole.
    mutating func end(isOrderly: Bool, _ events: inout [GenerationEvent]) throws(ProviderError) {
        guard !isFinished else { return }
        if finishReason != nil { return try finish(&events) }
        closeAll(&events, isOrderly ? .whole : .broken)
        let hasAnswer = !text.isEmpty || !calls.isEmpty
        guard isOrderly, hasAnswer, calls.allSatisfy({ $0.isWhole != false }) else {
            report(&events)
            throw Self.incompleteStream
        }
        try finish(&events)
    }

    /// Closes what is open, because the stream failed.
    mutating func abandon(_ events: inout [GenerationEvent]) {
        guard !isFinished else { return }
        closeAll(&events, .broken)
        report(&events)
    }

    /// What a server that breaks off says, with all of its words as evidence.
    private static func failure(_ value: JSONValue) -> ProviderError {
        var failure = ChatErrors.classifier.streamed(ErrorBody(value))
        failure.evidence?.body = SecretRedactor(credential: nil).evidence(value.bytes())
        return failure
    }

    static let incompleteStream = ProviderError(
        kind: .invalidResponse, message: "The stream ended before the response was complete.",
        category: .incompleteStream, retryAdvice: .backoff)
}

// MARK: - Chunks

extension ChatTranslator {
    private mutating func take(_ chunk: ChatChunk, _ events: inout [GenerationEvent]) throws(ProviderError) {
        if needsInfo { introduce(chunk, &events) }
        var hasUsage = false
        if !chunk.top.isEmpty || !chunk.choice.isEmpty { hasUsage = takeUsage(chunk) }
        if chunk.hasChoice { takeDelta(chunk, &events) }
        if let error = chunk.top["error"] ?? chunk.choice["error"] {
            abandon(&events)
            throw Self.failure(["error": error])
        }
        // A reason that comes again, or is null again, takes nothing back.
        if let reason = chunk.finishReason, finishReason == nil {
            finishReason = reason
            closeAll(&events, FinishWord(reason).closing)
        }
        if hasUsage, finishReason != nil { try finish(&events) }
    }

    /// Says once which response it is and who answers.
    private mutating func introduce(_ chunk: ChatChunk, _ events: inout [GenerationEvent]) {
        guard chunk.id != nil || chunk.model != nil else { return }
        let known = info
        let new = ResponseInfo(id: known?.id ?? chunk.id, model: known?.model ?? chunk.model)
        info = new
        if known == nil, !hasOutput { events.append(.started(new)) }
        if let model = new.model, !hasRedirect, !context.isRequested(model) {
            hasRedirect = true
            events.append(
                .adjustment(
                    Adjustment(
                        .modelRedirected, "The server answered with \(model) in place of \(context.requestedModel).")))
        }
    }

    /// Takes in the usage, wherever it stands, and says whether there was one. The last one counts.
    private mutating func takeUsage(_ chunk: ChatChunk) -> Bool {
        for name in ["citations", "search_results", "venice_parameters"] {
            if let value = chunk.top[name] { sources.take(name, value) }
        }
        for name in ["cost", "service_tier"] {
            if let value = chunk.top[name] {
                usageExtras.removeAll { $0.key == name }
                usageExtras.append(.init(key: name, value: value))
            }
        }
        let found =
            Usage(chatCompletions: chunk.top["usage"]) ?? Usage(chatCompletions: chunk.choice["usage"])
            ?? Usage(chatCompletions: chunk.top["x_groq"]?["usage"])
        guard let found else { return false }
        usage = found
        return true
    }

    private mutating func takeDelta(_ chunk: ChatChunk, _ events: inout [GenerationEvent]) {
        let words = chunk.delta.isEmpty ? "" : takeReasoningDetails(chunk, &events)
        if let reasoning = chunk.reasoning {
            append(reasoning, field: chunk.reasoningField, &events)
        } else if !words.isEmpty {
            append(words, field: .reasoning, &events)
        }
        if let content = chunk.content, !content.isEmpty { appendContent(content, &events) }
        if !chunk.delta.isEmpty { takeSeldom(chunk, &events) }
        for call in chunk.calls where !call.isCustom { takeCall(call, &events) }
    }

    private mutating func takeSeldom(_ chunk: ChatChunk, _ events: inout [GenerationEvent]) {
        if let parts = chunk.delta["content"] { takeParts(parts.arrayValue ?? [parts], &events) }
        if let refusal = chunk.delta["refusal"]?.stringValue, !refusal.isEmpty { append(refusal, .refusal, &events) }
        if let annotations = chunk.delta["annotations"]?.arrayValue {
            for annotation in annotations { sources.take(annotation: annotation) }
        }
    }

    /// Takes in content that is a list of parts, as Mistral's reasoning models send it.
    private mutating func takeParts(_ parts: [JSONValue], _ events: inout [GenerationEvent]) {
        for part in parts {
            switch part["type"]?.stringValue {
            case "thinking": takeThinking(part, &events)
            case "reference": sources.take(reference: part)
            default:
                if let text = part.stringValue ?? part["text"]?.stringValue, !text.isEmpty {
                    append(text, .text, &events)
                }
            }
        }
    }

    private mutating func takeThinking(_ value: JSONValue, _ events: inout [GenerationEvent]) {
        guard let members = value.objectValue else { return }
        let pieces = members["thinking"]?.arrayValue ?? members["thinking"].map { [$0] } ?? []
        let words = pieces.compactMap { $0.stringValue ?? $0["text"]?.stringValue }.joined()
        if part?.kind != .reasoning {
            guard !words.isEmpty else { return }
            open(.reasoning, &events)
        }
        var known = part?.contentPart ?? JSONObject()
        for member in members where member.key != "thinking" { known[member.key] = member.value }
        part?.contentPart = known
        append(words, field: nil, &events)
    }

    /// Takes in OpenRouter's details, which hold the words of the reasoning once more, and gives these words.
    private mutating func takeReasoningDetails(_ chunk: ChatChunk, _ events: inout [GenerationEvent]) -> String {
        if let opaque = chunk.delta["reasoning_opaque"] {
            self.opaque = opaque
            keepDetails(&events, words: chunk.reasoning ?? "")
        }
        guard let values = chunk.delta["reasoning_details"]?.arrayValue, !values.isEmpty else { return "" }
        let words = details.add(values)
        keepDetails(&events, words: chunk.reasoning ?? words)
        return words
    }

    /// Gives the details an item: that of the first reasoning, or one without words.
    private mutating func keepDetails(_ events: inout [GenerationEvent], words: String) {
        guard detailsItem == nil, words.isEmpty else { return }
        if part?.kind == .reasoning { return }
        detailsItem = nextItem
        nextItem += 1
    }
}

// MARK: - Parts

extension ChatTranslator {
    private mutating func open(_ kind: OpenPart.Kind, _ events: inout [GenerationEvent]) {
        closePart(&events)
        hasOutput = true
        let id = PartID(item: nextItem)
        nextItem += 1
        part = OpenPart(kind: kind, id: id)
        switch kind {
        case .text:
            textItem = id.item
            events.append(.textStart(id))
        case .reasoning:
            events.append(.reasoningStart(id))
            if detailsItem == nil { detailsItem = id.item }
        case .refusal: break
        }
    }

    /// Takes in text, out of which reasoning between tags is taken where the server writes it so.
    private mutating func appendContent(_ content: String, _ events: inout [GenerationEvent]) {
        guard splitter != nil else { return append(content, .text, &events) }
        for piece in splitter?.feed(content) ?? [] { append(piece, &events) }
    }

    private mutating func append(_ piece: ReasoningTagSplitter.Piece, _ events: inout [GenerationEvent]) {
        if piece.isReasoning { append(piece.text, field: nil, &events) } else { append(piece.text, .text, &events) }
    }

    private mutating func append(_ delta: String, field: ReasoningField?, _ events: inout [GenerationEvent]) {
        guard !delta.isEmpty else { return }
        if part?.kind != .reasoning { open(.reasoning, &events) }
        if let field { part?.field = field }
        append(delta, .reasoning, &events)
    }

    @inline(__always)
    private mutating func append(_ delta: String, _ kind: OpenPart.Kind, _ events: inout [GenerationEvent]) {
        if part?.kind != kind { open(kind, &events) }
        part?.text += delta
        guard let id = part?.id else { return }
        switch kind {
        case .text: events.append(.textDelta(id, delta))
        case .reasoning: events.append(.reasoningDelta(id, delta))
        case .refusal: events.append(.refusalDelta(id, delta))
        }
    }

    private mutating func closePart(_ events: inout [GenerationEvent]) {
        guard let part else { return }
        self.part = nil
        switch part.kind {
        case .text:
            text += part.text
            events.append(.textEnd(part.id, text: part.text))
        case .refusal:
            text += part.text
            events.append(.refusalEnd(part.id, text: part.text))
        case .reasoning:
            reasoning.append(part.text)
            events.append(.reasoningEnd(part.id, text: part.text))
            if let content = reasoningContent(part) {
                events.append(.reasoningData(item: part.id.item, data(content)))
            }
            if detailsItem == part.id.item { detailsField = part.field }
        }
    }

    /// What the provider's own form of a part of the reasoning is, for the next request to give back.
    private func reasoningContent(_ part: OpenPart) -> JSONValue? {
        if var content = part.contentPart {
            content["thinking"] = [["type": "text", "text": .string(part.text)]]
            return ["part": .object(content)]
        }
        return part.field.map { ["field": .string($0.rawValue)] }
    }

    func data(_ content: JSONValue) -> ProviderData {
        ProviderData(
            provider: context.provider, requestedModel: context.requestedModel, servedModel: info?.model,
            content: content)
    }

    /// Closes all parts and calls.
    private mutating func closeAll(_ events: inout [GenerationEvent], _ closing: OpenCall.Closing = .whole) {
        for piece in splitter?.finish() ?? [] { append(piece, &events) }
        closePart(&events)
        for position in calls.indices { closeCall(position, closing, &events) }
        if let item = detailsItem, !details.isEmpty || opaque != nil {
            var content = JSONObject()
            if let detailsField { content["field"] = .string(detailsField.rawValue) }
            if !details.isEmpty { content["details"] = details.json }
            if let opaque { content["opaque"] = opaque }
            events.append(.reasoningData(item: item, data(.object(content))))
            details = ReasoningDetails()
            opaque = nil
        }
    }

    /// Reports the sources of the answer.
    private mutating func report(_ events: inout [GenerationEvent]) {
        sources.report(at: PartID(item: textItem ?? max(0, nextItem - 1)), &events)
    }
}

// MARK: - Calls

extension ChatTranslator {
    private mutating func takeCall(_ delta: CallDelta, _ events: inout [GenerationEvent]) {
        // What comes by the thousand: a piece that goes on with the last call.
        if delta.id == nil, delta.name == nil, let last = calls.indices.last, calls[last].index == delta.index,
            calls[last].phase == .open, !calls[last].arguments.isEmpty, delta.extra == nil
        {
            guard let piece = delta.arguments, !piece.isEmpty else { return }
            calls[last].arguments += piece
            events.append(.toolCallDelta(PartID(item: calls[last].item), piece))
            return
        }
        let position = call(of: delta.index, id: delta.id, name: delta.name, hasArguments: delta.hasArguments)
        if calls[position].id == nil { calls[position].id = delta.id }
        if calls[position].name == nil { calls[position].name = delta.name }
        if let extra = delta.extra { calls[position].extra = extra }
        identify(position, &events)
        if let arguments = delta.arguments { appendArguments(arguments, position, &events) }
    }

    /// The position of the call that a delta belongs to; one that is not there is made.
    ///
    /// Indices are missing or always 0 with some servers, and identifiers come again with others, so neither alone
    /// decides: a new identifier is a new call, also at an index in use.
    private mutating func call(of index: Int?, id: String?, name: String?, hasArguments: Bool) -> Int {
        func isOther(_ call: OpenCall) -> Bool { id != nil && call.id != nil && call.id != id }
        if let index {
            if let known = calls.lastIndex(where: { $0.index == index }) {
                if !isOther(calls[known]) { return known }
                if let same = calls.lastIndex(where: { $0.index == index && $0.id == id }) { return same }
            } else if let unplaced = calls.lastIndex(where: { $0.index == nil && $0.phase != .closed }),
                id == nil ? name == nil : calls[unplaced].id == id
            {
                calls[unplaced].index = index
                return unplaced
            }
        } else if let id {
            // An identifier may be that of two calls; then the second comes when the first is whole.
            if let known = calls.lastIndex(where: { $0.id == id }),
                name == nil || !hasArguments || !Self.isObject(calls[known].arguments)
            {
                return known
            }
        } else if let last = calls.indices.last, name == nil || isContinued(calls[last], name: name) {
            return last
        }
        calls.append(OpenCall(item: -1, index: index, id: id))
        return calls.count - 1
    }

    /// Whether a delta that has a name, and nothing else to tell it by, goes on with a call.
    private func isContinued(_ call: OpenCall, name: String?) -> Bool {
        if call.name == nil { return true }
        return call.name == name && !call.arguments.isEmpty && !Self.isObject(call.arguments)
    }

    /// Opens a call as soon as its function has a name.
    private mutating func identify(_ position: Int, _ events: inout [GenerationEvent]) {
        guard calls[position].phase == .pending, let name = calls[position].name else { return }
        closePart(&events)
        hasOutput = true
        calls[position].item = nextItem
        nextItem += 1
        calls[position].phase = .open
        let id = PartID(item: calls[position].item)
        let callID = calls[position].id ?? madeUpID(position)
        events.append(.toolCallStart(id, callID: callID, name: name))
        if !calls[position].arguments.isEmpty { events.append(.toolCallDelta(id, calls[position].arguments)) }
    }

    /// An identifier for a call that the server gave none. It is the same each time the same answer is read, and no other
    /// call of the conversation has it.
    private mutating func madeUpID(_ position: Int) -> String {
        var number = context.callIDs.count + position
        func id() -> String { "call_\(number)" }
        while context.callIDs.contains(id()) || calls.contains(where: { $0.id == id() }) { number += 1 }
        calls[position].id = id()
        return id()
    }

    private mutating func appendArguments(_ delta: String, _ position: Int, _ events: inout [GenerationEvent]) {
        guard !delta.isEmpty else { return }
        guard calls[position].phase != .closed else {
            calls[position].isWhole = false
            events.append(
                .adjustment(
                    Adjustment(
                        .streamMismatch, "Arguments of a tool call came after its end. What was streamed stays.")))
            return
        }
        var piece = delta
        if calls[position].arguments.isEmpty {
            // `null` stands for no arguments, so the beginning of it waits.
            piece = calls[position].held + delta
            calls[position].held = "null".utf8.starts(with: piece.utf8) ? piece : ""
            if !calls[position].held.isEmpty { return }
        }
        calls[position].arguments += piece
        if calls[position].phase == .open {
            events.append(.toolCallDelta(PartID(item: calls[position].item), piece))
        }
    }

    private mutating func closeCall(_ position: Int, _ closing: OpenCall.Closing, _ events: inout [GenerationEvent]) {
        switch calls[position].phase {
        case .closed, .dropped: return
        case .pending:
            // Sent back, a call without a name makes the server refuse the whole conversation.
            calls[position].phase = .dropped
            calls[position].isWhole = false
            events.append(.adjustment(Adjustment(.transcriptRepaired, "A tool call without a name was left out.")))
        case .open:
            let id = PartID(item: calls[position].item)
            if calls[position].arguments.isEmpty {
                let isNone = calls[position].held.isEmpty ? closing == .whole : calls[position].held == "null"
                calls[position].arguments = isNone ? "{}" : calls[position].held
                if !calls[position].arguments.isEmpty {
                    events.append(.toolCallDelta(id, calls[position].arguments))
                }
            }
            calls[position].phase = .closed
            let arguments = calls[position].arguments
            let isWhole = closing != .broken && Self.isObject(arguments)
            calls[position].isWhole = isWhole
            if let extra = calls[position].extra {
                events.append(.partData(id, data(["extra_content": extra])))
            }
            events.append(.toolCallEnd(id, arguments: arguments, isComplete: isWhole))
        }
    }

    /// Whether a text is one JSON object.
    private static func isObject(_ text: String) -> Bool {
        do {
            return try JSONReader.read(Array(text.utf8)) { reader throws(JSONError) in
                guard reader.peek() == .object else { return false }
                try reader.skip()
                try reader.end()
                return true
            }
        } catch {
            return false
        }
    }
}

// MARK: - End

extension ChatTranslator {
    private mutating func finish(_ events: inout [GenerationEvent]) throws(ProviderError) {
        closeAll(&events)
        report(&events)
        isFinished = true
        if var usage {
            for extra in usageExtras where usage.metadata[extra.key] == nil { usage.metadata[extra.key] = extra.value }
            self.usage = usage
            events.append(.usage(usage))
        }
        let called = calls.contains { $0.phase == .closed }
        let word = finishReason.map(FinishWord.init)
        switch word {
        case .stop?, .toolCalls?: events.append(.finished(FinishReason(called ? .toolCalls : .stop, raw: finishReason)))
        case .length?: events.append(.finished(FinishReason(.length, raw: finishReason)))
        case .other?: events.append(.finished(FinishReason(.other, raw: finishReason)))
        case nil: events.append(.finished(FinishReason(called ? .toolCalls : .other)))
        case .contentFilter?: throw ErrorClassifier.contentFilter
        case .invalidOutput?:
            throw ProviderError(
                kind: .generationFailed, code: finishReason,
                message: "The model made a tool call that the server could not read.", category: .outputInvalid,
                retryAdvice: .backoff, evidence: FailureEvidence(code: finishReason))
        case .overloaded?:
            throw ProviderError(
                kind: .generationFailed, code: finishReason, message: "The server broke off for want of resources.",
                category: .overloaded, retryAdvice: .backoff, evidence: FailureEvidence(code: finishReason))
        case .failed?:
            throw ProviderError(
                kind: .generationFailed, code: finishReason,
                message: "The server reported a failure without a reason.", category: .server, retryAdvice: .backoff,
                evidence: FailureEvidence(code: finishReason))
        }
    }
}
