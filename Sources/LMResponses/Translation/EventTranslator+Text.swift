import LMJSON
import LMProtocol

extension EventTranslator {
    /// Takes in a piece of text.
    mutating func append(
        _ delta: String, _ channel: ResponsesEvent.Channel, _ place: EventPlace, _ events: inout [GenerationEvent]
    ) {
        let position = items.find(place, channel.itemKind)
        if channel == .arguments { return appendArguments(delta, position, &events) }
        guard let kind = partKind(channel, position) else { return }
        let part = part(position, kind, wireIndex: place.part, &events)
        guard !delta.isEmpty else { return }
        guard !items[position].parts[part].isClosed else { return reportMismatch(position, &events) }
        items[position].parts[part].text += delta
        let id = PartID(item: items[position].index, part: items[position].parts[part].number)
        switch kind {
        case .text: events.append(.textDelta(id, delta))
        case .reasoning: events.append(.reasoningDelta(id, delta))
        case .refusal: events.append(.refusalDelta(id, delta))
        }
    }

    /// Takes in that a text is whole.
    mutating func finish(
        _ whole: String?, _ channel: ResponsesEvent.Channel, _ place: EventPlace, _ events: inout [GenerationEvent]
    ) {
        let position = items.find(place, channel.itemKind)
        if channel == .arguments { return extendArguments(position, whole, &events) }
        guard let kind = partKind(channel, position) else { return }
        closePart(position, kind, wireIndex: place.part, whole, &events)
    }

    /// Takes in that a part begins.
    mutating func addPart(_ part: JSONValue, _ place: EventPlace, _ events: inout [GenerationEvent]) {
        switch part["type"]?.stringValue {
        case "output_text", "text": announcePart(.text, .text, place, &events)
        case "summary_text": announcePart(.reasoning, .summary, place, &events)
        case "reasoning_text": announcePart(.reasoning, .reasoningText, place, &events)
        // A refusal opens with its first delta.
        default: break
        }
    }

    private mutating func announcePart(
        _ kind: OutputPart.Kind, _ channel: ResponsesEvent.Channel, _ place: EventPlace,
        _ events: inout [GenerationEvent]
    ) {
        let position = items.find(place, channel.itemKind)
        guard partKind(channel, position) != nil else { return }
        guard place.part == nil else {
            _ = part(position, kind, wireIndex: place.part, &events)
            return
        }
        // Without an index, each announcement is of one more part.
        open(position, items[position].addPart(kind, wireIndex: nil), &events)
    }

    /// Takes in that a part is whole.
    mutating func finishPart(_ part: JSONValue, _ place: EventPlace, _ events: inout [GenerationEvent]) {
        switch part["type"]?.stringValue {
        case "output_text", "text", "refusal":
            completePart(items.find(place, .message), part, wireIndex: place.part, &events)
        case "summary_text": finish(part["text"]?.stringValue, .summary, place, &events)
        case "reasoning_text": finish(part["text"]?.stringValue, .reasoningText, place, &events)
        default: break
        }
    }

    /// Takes in a note on the answer's text.
    mutating func annotate(_ annotation: JSONValue, _ place: EventPlace, _ events: inout [GenerationEvent]) {
        let position = items.find(place, .message)
        cite(annotation, position, part(position, .text, wireIndex: place.part, &events), &events)
    }

    /// The kind of part that a channel's text makes; `nil` where the item shows its reasoning by the other channel.
    private mutating func partKind(_ channel: ResponsesEvent.Channel, _ position: Int) -> OutputPart.Kind? {
        switch channel {
        case .text: return .text
        case .refusal: return .refusal
        case .arguments: return nil
        case .summary, .reasoningText:
            if items[position].reasoningChannel == nil { items[position].reasoningChannel = channel }
            return items[position].reasoningChannel == channel ? .reasoning : nil
        }
    }

    /// The position of a part in its item; one that is not there is opened.
    @inline(__always)
    mutating func part(
        _ position: Int, _ kind: OutputPart.Kind, wireIndex: Int?, _ events: inout [GenerationEvent]
    ) -> Int {
        if let part = items[position].position(of: kind, wireIndex: wireIndex) { return part }
        let part = items[position].addPart(kind, wireIndex: wireIndex)
        open(position, part, &events)
        return part
    }

    private mutating func open(_ position: Int, _ part: Int, _ events: inout [GenerationEvent]) {
        let id = PartID(item: items[position].index, part: items[position].parts[part].number)
        switch items[position].parts[part].kind {
        case .text: events.append(.textStart(id))
        case .reasoning: events.append(.reasoningStart(id))
        case .refusal: break
        }
    }

    /// Closes a part, with the server's final word on it where there is one.
    mutating func closePart(
        _ position: Int, _ kind: OutputPart.Kind, wireIndex: Int?, _ whole: String?,
        _ events: inout [GenerationEvent]
    ) {
        let part = part(position, kind, wireIndex: wireIndex, &events)
        let streamed = items[position].parts[part].text
        // An empty final word is no word: some servers clear what they have streamed already.
        if let whole, !whole.isEmpty, !whole.utf8.elementsEqual(streamed.utf8) {
            if !items[position].parts[part].isClosed, whole.utf8.starts(with: streamed.utf8) {
                let rest = String(decoding: whole.utf8.dropFirst(streamed.utf8.count), as: UTF8.self)
                items[position].parts[part].text += rest
                let id = PartID(item: items[position].index, part: items[position].parts[part].number)
                switch kind {
                case .text: events.append(.textDelta(id, rest))
                case .reasoning: events.append(.reasoningDelta(id, rest))
                case .refusal: events.append(.refusalDelta(id, rest))
                }
            } else {
                reportMismatch(position, &events)
            }
        }
        end(position, part, &events)
    }

    /// Closes the parts of an item that are open.
    mutating func closeParts(_ position: Int, _ events: inout [GenerationEvent]) {
        for part in items[position].parts.indices { end(position, part, &events) }
    }

    private mutating func end(_ position: Int, _ part: Int, _ events: inout [GenerationEvent]) {
        guard !items[position].parts[part].isClosed else { return }
        items[position].parts[part].isClosed = true
        let id = PartID(item: items[position].index, part: items[position].parts[part].number)
        let text = items[position].parts[part].text
        switch items[position].parts[part].kind {
        case .text: events.append(.textEnd(id, text: text))
        case .reasoning: events.append(.reasoningEnd(id, text: text))
        case .refusal: if !text.isEmpty { events.append(.refusalEnd(id, text: text)) }
        }
    }

    /// Says once for each item that the server's final word is not what it had streamed.
    mutating func reportMismatch(_ position: Int, _ events: inout [GenerationEvent]) {
        guard !items[position].hasMismatch else { return }
        items[position].hasMismatch = true
        events.append(
            .adjustment(
                Adjustment(
                    .streamMismatch,
                    "The server's final word on output item \(items[position].index) differs from what it had "
                        + "streamed. What was streamed stays.")))
    }
}
