import LMJSON
import LMProtocol
import LMProvider

/// Turns the events of a Responses stream into those of a generation. A value without I/O.
///
/// What comes out keeps the laws of ``GenerationEvent`` whatever comes in: parts are opened before their deltas and
/// closed once, with a final value that is what was streamed. Where the server's final word goes further than its
/// deltas, the rest comes as one more delta; where it contradicts them, what was streamed stays, and an adjustment says
/// so. A response that was not streamed takes the same path: its terminal event is the only one.
package struct EventTranslator: Sendable {
    /// The family of providers that the server belongs to, for what it keeps with a transcript.
    let provider: String
    /// The model that was asked for.
    let requestedModel: String
    /// Whether two names stand for one model, so that an alias is not reported as another model.
    let isSameModel: @Sendable (_ requested: String, _ served: String) -> Bool

    /// Whether the terminal event has come. Nothing is translated after it.
    package private(set) var isFinished = false
    package private(set) var info: ResponseInfo?
    package private(set) var usage: Usage?

    var decoder = ResponsesEventDecoder()
    /// Whether the server said that nothing more comes.
    var hasEnded = false
    var items = OutputItems()
    private var hasOutput = false

    /// Makes a translator for one response.
    package init(
        requestedModel: String, provider: String,
        isSameModel: @escaping @Sendable (_ requested: String, _ served: String) -> Bool = {
            $1 == $0 || $1.hasPrefix($0 + "-")
        }
    ) {
        self.requestedModel = requestedModel
        self.provider = provider
        self.isSameModel = isSameModel
    }

    /// What has been received, for an error to carry.
    package var partial: PartialOutput {
        var text = ""
        var reasoning: [String] = []
        for position in items.ordered {
            for part in items[position].parts.sorted(by: { $0.number < $1.number }) {
                switch part.kind {
                case .text, .refusal: text += part.text
                case .reasoning: reasoning.append(part.text)
                }
            }
        }
        return PartialOutput(text: text, reasoning: reasoning.joined(separator: "\n\n"), usage: usage)
    }

    /// Translates one event. What it says stands in `events` also where the event then turns out to be a failure.
    ///
    /// - Throws: ``ProviderError`` where the server says that it failed, or contradicts itself.
    package mutating func translate(
        _ event: ResponsesEvent, into events: inout [GenerationEvent]
    ) throws(ProviderError) {
        guard !isFinished else { return }
        switch event {
        case .created(let response): return try create(response, &events)
        case .started(let response): return introduce(response, &events)
        case .ended(let status, let response): return try end(status, response, &events)
        case .failed(let body): throw ErrorClassifier().streamed(ErrorBody(body))
        case .endOfStream, .skipped: return
        default: hasOutput = true
        }
        switch event {
        case .delta(let channel, let place, let delta): append(delta, channel, place, &events)
        case .done(let channel, let place, let whole): finish(whole, channel, place, &events)
        case .itemAdded(let place, let item): add(item, place, &events)
        case .itemDone(let place, let item):
            let kind = OutputItem.Kind(type: item["type"]?.stringValue ?? "")
            complete(items.complete(place, kind, id: Self.id(of: item)), item, isLast: false, &events)
        case .partAdded(let place, let part): addPart(part, place, &events)
        case .partDone(let place, let part): finishPart(part, place, &events)
        case .annotation(let place, let annotation): annotate(annotation, place, &events)
        case .progress(let place, let itemType): progress(itemType, place, &events)
        case .created, .started, .ended, .failed, .endOfStream, .skipped: break
        }
    }

    /// Says what is wrong where the stream ends without its terminal event.
    package var incompleteStream: ProviderError {
        ProviderError(
            kind: .invalidResponse, message: "The stream ended before the response was complete.",
            category: .incompleteStream, retryAdvice: .backoff)
    }

    static func id(of item: JSONValue) -> String? {
        // A function call of llama.cpp's server has no `id`, and its events bear the call's.
        for key in ["id", "call_id"] { if let id = item[key]?.stringValue, !id.isEmpty { return id } }
        return nil
    }
}

// MARK: - Start

extension EventTranslator {
    private mutating func create(
        _ response: JSONValue, _ events: inout [GenerationEvent]
    ) throws(ProviderError) {
        // Two answers in one stream would be read as one. Only this event tells: Copilot changes the identifier from
        // event to event.
        if let known = info?.id, let id = response["id"]?.stringValue, id != known {
            throw ProviderError(
                kind: .invalidResponse, message: "A second response began before the first was complete.",
                category: .malformedResponse, retryAdvice: .backoff)
        }
        introduce(response, &events)
    }

    /// Says once which response it is and who answers.
    private mutating func introduce(_ response: JSONValue, _ events: inout [GenerationEvent]) {
        let new = ResponseInfo(id: response["id"]?.stringValue, model: response["model"]?.stringValue)
        let known = info
        info = ResponseInfo(id: known?.id ?? new.id, model: known?.model ?? new.model)
        if known == nil, !hasOutput { events.append(.started(info ?? new)) }
        if known?.model == nil, let model = new.model, !isSameModel(requestedModel, model) {
            events.append(
                .adjustment(
                    Adjustment(.modelRedirected, "The server answered with \(model) in place of \(requestedModel).")))
        }
    }
}

// MARK: - End

extension EventTranslator {
    private mutating func end(
        _ claim: String, _ response: JSONValue, _ events: inout [GenerationEvent]
    ) throws(ProviderError) {
        introduce(response, &events)
        let status = response["status"]?.stringValue ?? claim
        settle(response["output"]?.arrayValue ?? [], isWhole: !Self.unfinished.contains(status), &events)
        if let usage = Usage(responses: response["usage"]) {
            self.usage = usage
            events.append(.usage(usage))
        }
        isFinished = true
        switch status {
        case "incomplete":
            let reason = response["incomplete_details"]?["reason"]?.stringValue
            switch reason {
            case "max_output_tokens", "max_tokens", "length":
                events.append(.finished(FinishReason(.length, raw: reason)))
            case "content_filter": throw ErrorClassifier.contentFilter
            default: events.append(.finished(FinishReason(.other, raw: reason ?? status)))
            }
        case "failed", "cancelled":
            var body = ErrorBody(response["error"] ?? .null)
            if body.code == nil { body.code = status == "cancelled" ? status : nil }
            throw ErrorClassifier().streamed(body)
        case "queued", "in_progress":
            throw ProviderError(
                kind: .invalidResponse, code: status,
                message: "The response is not complete; its status is \(status).", category: .malformedResponse,
                retryAdvice: .backoff)
        // "completed", and what other servers write in its place.
        default:
            let reason: FinishReason.Unified = hasCalls ? .toolCalls : hasRefused ? .refusal : .stop
            events.append(.finished(FinishReason(reason, raw: status)))
        }
    }

    /// The statuses of a response whose open items are not whole.
    private static let unfinished: Set<String> = ["incomplete", "failed", "cancelled", "queued", "in_progress"]

    private var hasCalls: Bool { items.list.contains { $0.call.phase == .closed } }

    private var hasRefused: Bool {
        items.list.contains { $0.parts.contains { $0.kind == .refusal && !$0.text.isEmpty } }
    }

    /// Brings what was streamed together with the terminal response's output, and closes what is still open.
    private mutating func settle(_ output: [JSONValue], isWhole: Bool, _ events: inout [GenerationEvent]) {
        let streamed = items.ordered
        for (index, item) in output.enumerated() where item.objectValue != nil {
            let kind = OutputItem.Kind(type: item["type"]?.stringValue ?? "")
            let position = match(item, kind, at: index, among: streamed) ?? items.make(EventPlace(output: index), kind)
            items[position].isSettled = true
            items[position].kind = kind
            items.name(position, Self.id(of: item))
            complete(position, item, isLast: true, &events)
        }
        for position in items.ordered {
            if !items[position].isDone {
                close(position, isWhole: isWhole, &events)
            } else if items[position].kind == .functionCall {
                // Whole, and without arguments so far.
                closeCall(position, nil, isWhole: true, &events)
            }
        }
    }

    /// The item of the stream that an item of the terminal response repeats.
    ///
    /// Nothing names an item reliably: positions are missing, identifiers rotate and repeat. So the strongest agreement
    /// counts, and where nothing else agrees, the order of the items of one kind.
    private func match(
        _ item: JSONValue, _ kind: OutputItem.Kind, at index: Int, among streamed: [Int]
    ) -> Int? {
        let id = Self.id(of: item)
        func isOpen(_ position: Int) -> Bool { !items[position].isSettled && items[position].fits(kind) }
        func isNamed(_ position: Int) -> Bool { id != nil && items[position].id == id }
        let placed = items.position(atOutput: index).flatMap { isOpen($0) ? $0 : nil }
        if let placed, isNamed(placed) { return placed }
        let candidates = streamed.filter(isOpen)
        // Of several that were given one position, the first is the one that stands there.
        let first = candidates.first { items[$0].output == index && items[$0].index == index }
        return candidates.first(where: isNamed) ?? first ?? placed ?? candidates.first { items[$0].index == index }
            ?? candidates.first
    }
}
