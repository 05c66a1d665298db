import LMJSON
import LMProtocol

extension EventTranslator {
    /// Takes in who is called. The call opens as soon as its function has a name.
    mutating func identify(_ position: Int, _ item: JSONValue, _ events: inout [GenerationEvent]) {
        if items[position].call.callID == nil, let id = item["call_id"]?.stringValue, !id.isEmpty {
            items[position].call.callID = id
        }
        if items[position].call.name == nil, let name = item["name"]?.stringValue, !name.isEmpty {
            items[position].call.name = name
        }
        // A call may begin with all of its arguments, which later events need not repeat.
        if let arguments = ToolArguments.text(item["arguments"]), !arguments.isEmpty {
            items[position].call.announcedArguments = arguments
        }
        guard items[position].call.phase == .pending, let name = items[position].call.name else { return }
        let index = items[position].index
        let callID = items[position].call.callID ?? items[position].id ?? "call_\(index)"
        items[position].call.callID = callID
        items[position].call.phase = .open
        events.append(.toolCallStart(PartID(item: index), callID: callID, name: name))
        let buffered = items[position].call.arguments
        if !buffered.isEmpty { events.append(.toolCallDelta(PartID(item: index), buffered)) }
    }

    /// Takes in a piece of the arguments. Pieces that come before the call is known are kept until it is.
    mutating func appendArguments(_ delta: String, _ position: Int, _ events: inout [GenerationEvent]) {
        guard !delta.isEmpty else { return }
        switch items[position].call.phase {
        case .pending: items[position].call.arguments += delta
        case .open:
            items[position].call.arguments += delta
            events.append(.toolCallDelta(PartID(item: items[position].index), delta))
        case .closed: reportMismatch(position, &events)
        case .dropped: break
        }
    }

    /// Brings the arguments together with the server's final word on them, without closing the call: whether it is
    /// whole, the item says.
    mutating func extendArguments(_ position: Int, _ whole: String?, _ events: inout [GenerationEvent]) {
        guard let whole, !whole.isEmpty else { return }
        let streamed = items[position].call.arguments
        guard !ToolArguments.areSame(streamed, whole) else { return }
        let isOpen = items[position].call.phase == .open || items[position].call.phase == .pending
        guard isOpen, whole.utf8.starts(with: streamed.utf8) else { return reportMismatch(position, &events) }
        appendArguments(String(decoding: whole.utf8.dropFirst(streamed.utf8.count), as: UTF8.self), position, &events)
    }

    /// Whether anything has said what a call's arguments are. Where an item ends and nothing has, the terminal response
    /// may yet; only then is a call known to have none.
    func hasArguments(_ position: Int, _ whole: String?) -> Bool {
        let call = items[position].call
        return [whole, call.arguments, call.announcedArguments].contains { $0?.isEmpty == false }
    }

    /// Closes a call.
    ///
    /// A call that the server does not call whole, or whose arguments are no JSON or not the ones that were streamed,
    /// is marked as cut off, so that nobody runs it.
    mutating func closeCall(
        _ position: Int, _ whole: String?, isWhole: Bool, _ events: inout [GenerationEvent]
    ) {
        let announced = items[position].call.arguments.isEmpty ? items[position].call.announcedArguments : nil
        extendArguments(position, whole.flatMap { $0.isEmpty ? nil : $0 } ?? announced, &events)
        switch items[position].call.phase {
        case .closed, .dropped: return
        case .pending:
            // Sent back, a call without a name makes the server refuse the whole conversation.
            items[position].call.phase = .dropped
            events.append(
                .adjustment(Adjustment(.transcriptRepaired, "A tool call without a name was left out.")))
        case .open:
            if items[position].call.arguments.isEmpty && isWhole { appendArguments("{}", position, &events) }
            items[position].call.phase = .closed
            let arguments = items[position].call.arguments
            events.append(
                .toolCallEnd(
                    PartID(item: items[position].index), arguments: arguments,
                    isComplete: isWhole && !items[position].hasMismatch && ToolArguments.isJSON(arguments)))
        }
    }
}
