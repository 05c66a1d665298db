import LMTransport

extension Interaction {
    /// The interaction as a client meets it where a fault takes the place of the answer, or of its start.
    func failing(by effects: [Fault.Effect]) -> Interaction {
        var result = self
        for effect in effects {
            switch effect {
            case .cut(.head):
                result.response = nil
                result.ending = Ending(.reset, failure: .closedBeforeResponse)
            case .page(let code):
                let page = "<html><head><title>\(code)</title></head><body><h1>\(code)</h1></body></html>\n"
                result.response = RecordedResponse(
                    status: code, headers: RecordedResponseHeaders(keeping: [.contentType: "text/html"]),
                    body: Array(page.utf8))
                result.ending = Ending(.eof)
            case .empty:
                result.response?.body = []
                result.response?.cuts = []
                result.ending = Ending(.eof)
            default: break
            }
        }
        return result
    }
}

extension RecordedResponse {
    /// The body with what faults change in it, and its cuts.
    func changed(by effects: [Fault.Effect]) -> (body: [UInt8], cuts: [Cut]) {
        var edits = ByteEdits()
        let events = EventFraming.blocks(of: body).filter(\.isEvent).map(\.range)
        func event(_ number: Int) -> Range<Int>? {
            let index = Self.index(number, count: events.count) - 1
            return events.indices.contains(index) ? events[index] : nil
        }
        for effect in effects {
            switch effect {
            case .corrupt(let number):
                guard let block = event(number), let payload = EventFraming.payload(of: body, block: block) else {
                    continue
                }
                edits.replace(payload.lowerBound + payload.count / 2..<payload.upperBound, with: [])
            case .duplicate(let number):
                guard let block = event(number) else { continue }
                edits.replace(block.upperBound..<block.upperBound, with: Array(body[block]))
            case .reorder(let number):
                let first = Self.index(number, count: events.count)
                guard let one = event(first), first < events.count, let other = event(first + 1) else { continue }
                edits.replace(
                    one.lowerBound..<other.upperBound, with: Array(body[one.upperBound..<other.upperBound] + body[one]))
            case .unknown(let number):
                let place = number == 0 ? 0 : event(number)?.upperBound
                guard let place, isEventStream else { continue }
                let text = #"{"type":"lm.unknown","object":"lm.unknown","lm_unknown":{"nested":[1,null,"x"]}}"#
                edits.replace(place..<place, with: Array("event: lm.unknown\ndata: \(text)\n\n".utf8))
            default: break
            }
        }
        return (edits.applied(to: body), edits.applied(to: cuts))
    }

    /// The number of an event that may be counted from the end.
    static func index(_ number: Int, count: Int) -> Int { number < 0 ? count.addingSaturated(number) + 1 : number }
}

extension Fault.Place {
    /// The byte of a body that it comes before; `nil` where the body has no such place, or it is before the head.
    func position(in body: [UInt8], eventEnds: [Int]) -> Int? {
        let count = eventEnds.count - 1
        switch self {
        case .head: return nil
        case .after(let event):
            let index = RecordedResponse.index(event, count: count)
            return eventEnds.indices.contains(index) ? eventEnds[index] : nil
        case .inside(let event):
            let index = RecordedResponse.index(event, count: count)
            guard index >= 1, eventEnds.indices.contains(index) else {
                // A body without events is one piece.
                return count == 0 && !body.isEmpty && (index == 1 || index == 0) ? body.count / 2 : nil
            }
            return (eventEnds[index - 1] + eventEnds[index]) / 2
        case .character:
            return body.firstIndex { $0 >= 0xC2 }.map { $0 + 1 }
        }
    }
}
