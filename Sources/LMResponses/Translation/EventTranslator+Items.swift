import LMJSON
import LMProtocol

extension EventTranslator {
    /// Takes in an item as it begins.
    mutating func add(_ item: JSONValue, _ place: EventPlace, _ events: inout [GenerationEvent]) {
        let kind = OutputItem.Kind(type: item["type"]?.stringValue ?? "")
        let position = items.announce(place, kind, id: Self.id(of: item))
        switch kind {
        case .message, .reasoning: break
        case .functionCall: identify(position, item, &events)
        case .server(let type): report(position, type, .started, nil, &events)
        }
    }

    /// Takes in a whole item. Says only what was not said before, and closes the item.
    ///
    /// - Parameter isLast: Whether the item stands in the terminal response, and nothing more is said of it.
    mutating func complete(_ position: Int, _ item: JSONValue, isLast: Bool, _ events: inout [GenerationEvent]) {
        // OpenAI calls a whole item "in_progress" where another tool waits for it.
        let isWhole = item["status"]?.stringValue != "incomplete"
        switch items[position].kind {
        case .message: completeMessage(position, item, &events)
        case .reasoning: completeReasoning(position, item, &events)
        case .functionCall:
            identify(position, item, &events)
            let arguments = ToolArguments.text(item["arguments"])
            if isLast || !isWhole || hasArguments(position, arguments) {
                closeCall(position, arguments, isWhole: isWhole, &events)
            }
        case .server(let type):
            report(position, type, item["status"] == "failed" ? .failed : .completed, item, &events)
        case nil: break
        }
        closeParts(position, &events)
        items[position].isDone = true
    }

    /// Closes an item that the server left open.
    mutating func close(_ position: Int, isWhole: Bool, _ events: inout [GenerationEvent]) {
        closeParts(position, &events)
        switch items[position].kind {
        case .functionCall: closeCall(position, nil, isWhole: isWhole, &events)
        case .reasoning: sign(position, nil, &events)
        case .message, .server, nil: break
        }
        items[position].isDone = true
    }

    // MARK: Messages

    private mutating func completeMessage(_ position: Int, _ item: JSONValue, _ events: inout [GenerationEvent]) {
        if let text = item["content"]?.stringValue {
            return closePart(position, .text, wireIndex: 0, text, &events)
        }
        for (index, part) in (item["content"]?.arrayValue ?? []).enumerated() {
            completePart(position, part, wireIndex: index, &events)
        }
        if let refusal = item["refusal"]?.stringValue, !refusal.isEmpty, items[position].parts.isEmpty {
            closePart(position, .refusal, wireIndex: 0, refusal, &events)
        }
    }

    /// Takes in a whole part of a message.
    mutating func completePart(
        _ position: Int, _ part: JSONValue, wireIndex: Int?, _ events: inout [GenerationEvent]
    ) {
        switch part["type"]?.stringValue {
        case "output_text", "text":
            let annotations = part["annotations"]?.arrayValue ?? []
            if !annotations.isEmpty {
                let known = self.part(position, .text, wireIndex: wireIndex, &events)
                for annotation in annotations.dropFirst(items[position].parts[known].annotationCount) {
                    cite(annotation, position, known, &events)
                }
            }
            closePart(position, .text, wireIndex: wireIndex, part["text"]?.stringValue, &events)
        case "refusal":
            closePart(
                position, .refusal, wireIndex: wireIndex, (part["refusal"] ?? part["text"])?.stringValue, &events)
        default: break
        }
    }

    /// Says that the answer cites a source.
    mutating func cite(
        _ annotation: JSONValue, _ position: Int, _ part: Int, _ events: inout [GenerationEvent]
    ) {
        items[position].parts[part].annotationCount += 1
        guard let citation = Citation(responses: annotation) else { return }
        events.append(
            .citation(PartID(item: items[position].index, part: items[position].parts[part].number), citation))
    }

    // MARK: Reasoning

    private mutating func completeReasoning(_ position: Int, _ item: JSONValue, _ events: inout [GenerationEvent]) {
        let summary = item["summary"]?.arrayValue ?? []
        let content = item["content"]?.arrayValue ?? []
        let channel = items[position].reasoningChannel ?? (summary.isEmpty ? .reasoningText : .summary)
        for (index, part) in (channel == .summary ? summary : content).enumerated() {
            guard let text = part["text"]?.stringValue, !text.isEmpty else { continue }
            items[position].reasoningChannel = channel
            closePart(position, .reasoning, wireIndex: index, text, &events)
        }
        closeParts(position, &events)
        sign(position, item, &events)
    }

    /// Says that a reasoning item is whole, with what the model needs to read it again.
    ///
    /// Once, except where the encrypted reasoning comes only with the terminal response. OpenAI encrypts an item anew
    /// for each place it stands in; both are valid, and the first is kept.
    private mutating func sign(_ position: Int, _ item: JSONValue?, _ events: inout [GenerationEvent]) {
        let encrypted = item?["encrypted_content"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
        if let known = items[position].reasoning, known.encryptedContent != nil || encrypted == nil { return }
        let reasoning = ReasoningItem(
            id: item?["id"]?.stringValue ?? items[position].id, encryptedContent: encrypted)
        items[position].reasoning = reasoning
        events.append(
            .reasoningData(
                item: items[position].index,
                reasoning.data(provider: provider, requestedModel: requestedModel, servedModel: info?.model)))
    }

    // MARK: Tools that the server runs

    /// Takes in that a tool which the server runs goes on.
    mutating func progress(_ type: String, _ place: EventPlace, _ events: inout [GenerationEvent]) {
        let position = items.find(place, .server(type))
        items[position].kind = .server(type)
        report(position, type, .running, nil, &events)
    }

    private mutating func report(
        _ position: Int, _ type: String, _ phase: ServerToolCall.Phase, _ item: JSONValue?,
        _ events: inout [GenerationEvent]
    ) {
        if let known = items[position].serverPhase {
            guard known == .started || known == .running, phase != known, phase != .started else { return }
        }
        items[position].serverPhase = phase
        events.append(
            .serverToolCall(
                ServerToolCall(
                    item: items[position].index, phase: phase, id: items[position].id, type: type,
                    data: item.map {
                        ProviderData(
                            provider: provider, requestedModel: requestedModel, servedModel: info?.model, content: $0)
                    })))
    }
}
