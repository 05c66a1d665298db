import LMJSON

/// A response's body as the lines of a cassette.
///
/// A line in the readable form stands for `event: NAME⏎data: JSON⏎⏎`. It is chosen only where rendering it gives the
/// bytes of the body; all other bytes are kept as text or base64, so that no input is lost or changed.
struct ResponseBodyText {
    /// What the `event:` field of an event is.
    enum EventName: Equatable {
        /// The payload's `type`; no `event:` line where the payload has none.
        case type
        /// There is no `event:` line, although the payload has a `type`.
        case absent
        /// Another text.
        case text(String)
    }

    /// What a line of a body says.
    enum Part: Equatable {
        case event(json: Range<Int>, name: EventName)
        case eventBytes(Range<Int>)
        case contentJSON(Range<Int>)
        case contentBytes(Range<Int>)
    }

    /// Takes a body apart; the parts, rendered one after another, give it back.
    static func parts(of body: [UInt8], isEventStream: Bool, limits: CassetteLimits = .standard) -> [Part] {
        guard isEventStream else { return contentParts(of: body, limits: limits) }
        return EventFraming.blocks(of: body).flatMap { block -> [Part] in
            if let part = eventPart(of: body, block: block.range, limits: limits) { return [part] }
            return TextPieces.ranges(of: body, in: block.range, limit: limits.pieceBytes).map(Part.eventBytes)
        }
    }

    /// Adds an event as a stream has it.
    static func render(json: UnsafeBufferPointer<UInt8>, name: EventName, to body: inout [UInt8]) {
        let eventName: String? =
            switch name {
            case .type: types(of: json, limit: 1).first
            case .absent: nil
            case .text(let text): text
            }
        if let eventName {
            body.append(contentsOf: "event: ".utf8)
            body.append(contentsOf: eventName.utf8)
            body.append(0x0A)
        }
        body.append(contentsOf: "data: ".utf8)
        body.append(contentsOf: json)
        body.append(0x0A)
        body.append(0x0A)
    }

    private static func contentParts(of body: [UInt8], limits: CassetteLimits) -> [Part] {
        guard !body.isEmpty else { return [] }
        // Many servers end their JSON with a line feed.
        let json = 0..<(body.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? 0)
        if json.count <= limits.spliceBytes, JSONCheck.isEmbeddable(body[json]) {
            let rest = json.upperBound..<body.count
            return [.contentJSON(json)]
                + TextPieces.ranges(of: body, in: rest, limit: limits.pieceBytes).map(Part.contentBytes)
        }
        return TextPieces.ranges(of: body, in: 0..<body.count, limit: limits.pieceBytes).map(Part.contentBytes)
    }

    private static func eventPart(of body: [UInt8], block: Range<Int>, limits: CassetteLimits) -> Part? {
        guard let fields = fields(of: body, block: block),
            fields.json.count + 6 * fields.nameBytes.count
                <= limits.spliceBytes,
            JSONCheck.isEmbeddable(body[fields.json])
        else { return nil }
        let types = body.withUnsafeBufferPointer { buffer in
            Self.types(of: UnsafeBufferPointer(rebasing: buffer[fields.json]), limit: .max)
        }
        let name: EventName
        if let nameRange = fields.name {
            guard let text = String(validating: body[nameRange], as: UTF8.self) else { return nil }
            // Readers differ in which of two equal keys they take, so such a payload's name is written out.
            name =
                types.count == 1 && types.first.map { $0.utf8.elementsEqual(text.utf8) } == true ? .type : .text(text)
        } else {
            name = types.count == 0 ? .type : .absent
        }
        var rendered: [UInt8] = []
        rendered.reserveCapacity(block.count)
        body.withUnsafeBufferPointer {
            render(json: UnsafeBufferPointer(rebasing: $0[fields.json]), name: name, to: &rendered)
        }
        return rendered.elementsEqual(body[block]) ? .event(json: fields.json, name: name) : nil
    }

    private struct Fields {
        var name: Range<Int>?
        var json: Range<Int>
        var nameBytes: Range<Int> { name ?? 0..<0 }
    }

    /// Finds the name and the payload of a block that has the one framing that is rendered.
    private static func fields(of body: [UInt8], block: Range<Int>) -> Fields? {
        body.withUnsafeBufferPointer { buffer in
            var position = block.lowerBound
            var name: Range<Int>?
            let event = StaticBytes("event: ")
            if event.isPrefix(of: buffer, from: position) {
                guard let end = ByteSearch.firstIndex(of: 0x0A, in: buffer, from: position), end < block.upperBound
                else { return nil }
                name = position + event.count..<end
                position = end + 1
            }
            let data = StaticBytes("data: ")
            guard data.isPrefix(of: buffer, from: position), position + data.count + 2 < block.upperBound,
                buffer[block.upperBound - 1] == 0x0A, buffer[block.upperBound - 2] == 0x0A
            else { return nil }
            return Fields(name: name, json: position + data.count..<block.upperBound - 2)
        }
    }

    /// The payload's members `type` that are strings: the first one's text, and how many there are up to a limit.
    private static func types(of json: UnsafeBufferPointer<UInt8>, limit: Int) -> (first: String?, count: Int) {
        guard json.first == UInt8(ascii: "{") else { return (nil, 0) }
        var first: String?
        var count = 0
        do throws(JSONError) {
            try JSONReader.read(json) { reader throws(JSONError) in
                try reader.beginObject()
                while count < limit, try reader.nextKey() {
                    guard reader.keyEquals("type"), reader.peek() == .string else { continue }
                    let text = try reader.string()
                    first = first ?? text
                    count += 1
                }
            }
        } catch { return (first, count) }
        return (first, count)
    }
}
