import LMJSON

/// One event of a recorded stream, for reports: what it is and when it came.
public struct RecordedEvent: Sendable, Hashable {
    /// What an event brings, as far as its name and members tell; the wire of no provider is decoded here.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Text of the answer.
        case text
        /// Reasoning, or a summary of it.
        case reasoning
        /// A call of a tool, or its arguments.
        case tool
        /// The end of the answer.
        case end
        /// An error.
        case error
        /// Anything else.
        case other
    }

    /// The payload's `type`, or the event's name; empty where there is neither.
    public var type: String
    /// What it brings.
    public var kind: Kind
    /// The piece of text, reasoning or arguments that it brings; empty for none.
    public var delta: String
    /// Milliseconds from the request to its last byte; `nil` where that was not recorded.
    public var millisecond: Int?
    /// The payload; `nil` where it is no JSON.
    public var payload: JSONValue?
    /// The bytes of its block.
    public var byteCount: Int
}

extension RecordedResponse {
    /// The events of the body; none where it is no event stream.
    public var events: [RecordedEvent] {
        guard isEventStream else { return [] }
        return timedBlocks.filter(\.block.isEvent).map { block, millisecond in
            let payload = EventFraming.payload(of: body, block: block.range).flatMap {
                try? JSONValue(parsing: body[$0])
            }
            var event = RecordedEvent(payload: payload, name: EventFraming.name(of: body, block: block.range))
            event.millisecond = millisecond
            event.byteCount = block.range.count
            return event
        }
    }

    /// The bytes of the body in pieces, one for each event with the comments before it, and when the last byte of each
    /// came, in milliseconds since the request; `nil` where that was not recorded. Together they are the body.
    public var blocks: [(bytes: ArraySlice<UInt8>, millisecond: Int?)] {
        var pieces: [(bytes: ArraySlice<UInt8>, millisecond: Int?)] = []
        var start = 0
        var last: Int?
        for (block, millisecond) in timedBlocks {
            last = millisecond
            guard block.isEvent else { continue }
            pieces.append((body[start..<block.range.upperBound], millisecond))
            start = block.range.upperBound
        }
        if start < body.count { pieces.append((body[start...], last)) }
        return pieces
    }

    private var timedBlocks: [(block: EventFraming.Block, millisecond: Int?)] {
        var arrivals = cuts[...]
        var arrived = 0
        var millisecond = 0
        return EventFraming.blocks(of: body).map { block in
            while arrived < block.range.upperBound, let cut = arrivals.popFirst() {
                arrived = arrived.addingSaturated(cut.byteCount)
                millisecond = millisecond.addingSaturated(cut.milliseconds)
            }
            return (block, cuts.isEmpty ? nil : millisecond)
        }
    }

    /// The usage that the answer states last; `nil` for none.
    public var usage: TokenUsage? {
        let payloads = isEventStream ? events.compactMap(\.payload) : [try? JSONValue(parsing: body)].compactMap(\.self)
        for payload in payloads.reversed() {
            for place in [payload["usage"], payload["response"]?["usage"], payload["message"]?["usage"]] {
                if let usage = place.flatMap(TokenUsage.init) { return usage }
            }
        }
        return nil
    }
}

extension RecordedEvent {
    /// The name of the tool whose call begins with this event; `nil` where none does.
    var calledTool: String? {
        if type.hasSuffix("output_item.added") { return payload?["item"]?["name"]?.stringValue }
        if type == "content_block_start" { return payload?["content_block"]?["name"]?.stringValue }
        return payload?["choices"]?[0]?["delta"]?["tool_calls"]?[0]?["function"]?["name"]?.stringValue
    }

    init(payload: JSONValue?, name: String?) {
        type = payload?["type"]?.stringValue ?? name ?? ""
        self.payload = payload
        byteCount = 0
        let choice = payload?["choices"]?[0]?["delta"]
        let block = payload?["delta"]
        let texts: [(Kind, String?)] = [
            (.reasoning, choice?["reasoning_content"]?.stringValue ?? choice?["reasoning"]?.stringValue),
            (.text, choice?["content"]?.stringValue),
            (.tool, choice?["tool_calls"]?[0]?["function"]?["arguments"]?.stringValue),
            (.reasoning, block?["thinking"]?.stringValue), (.text, block?["text"]?.stringValue),
            (.tool, block?["partial_json"]?.stringValue), (Self.kind(of: type), block?.stringValue),
        ]
        if let (kind, delta) = texts.first(where: { !($0.1 ?? "").isEmpty }) {
            self.kind = kind
            self.delta = delta ?? ""
        } else {
            kind = Self.kind(of: type)
            delta = ""
        }
    }

    /// What the words of a type say.
    private static func kind(of type: String) -> Kind {
        let kinds: [(String, Kind)] = [
            ("error", .error), ("failed", .error), ("response.completed", .end), ("response.incomplete", .end),
            ("message_stop", .end), ("reasoning", .reasoning), ("thinking", .reasoning), ("function_call", .tool),
            ("tool", .tool), ("_call", .tool), ("output_text", .text), ("refusal", .text),
            ("content_block_delta", .text),
        ]
        return kinds.first { type.contains($0.0) }?.1 ?? .other
    }
}
