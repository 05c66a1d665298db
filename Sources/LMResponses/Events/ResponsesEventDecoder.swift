import LMJSON
import LMProtocol
import LMTransport

/// Reads the data of one server-sent event, without a tree of it for the events that come by the thousand.
///
/// Lenient where servers differ: members in any order, `null` for a missing one, unknown members and events. Strict
/// where going on would lose words: an event that is known and does not have what it is for is an error.
package struct ResponsesEventDecoder: Sendable {
    private let types = JSONNameTable(ResponsesEventType.wireNames)
    private let members = JSONNameTable<Member>()
    /// The item that the last event named: deltas come in runs, and each of them bears the identifier of its item.
    private var lastID: (bytes: [UInt8], text: String)?

    package init() {}

    /// The members that are read.
    private enum Member: String, CaseIterable, Sendable {
        case type
        case outputIndex = "output_index"
        case contentIndex = "content_index"
        case summaryIndex = "summary_index"
        case itemID = "item_id"
        case delta, text, arguments, refusal
        case item, part, response, annotation
        case error
    }

    /// What one pass over an event's members finds.
    private struct Found {
        var type: ResponsesEventType?
        var place = EventPlace()
        var itemID: Range<Int>?
        var delta: String?
        var hasDelta = false
        var whole: String?
        var value: JSONValue?
        var hasError = false
    }

    /// Reads one event.
    ///
    /// - Parameter name: The event's name as the stream framed it; used where the data has no `type`, and in errors.
    package mutating func decode(
        name: UnsafeBufferPointer<UInt8>, data: UnsafeBufferPointer<UInt8>
    ) throws(ResponsesEventError) -> ResponsesEvent {
        guard let first = data.first else { return .skipped }
        guard first == UInt8(ascii: "{") || first <= 0x20 else { return try decodeUnbraced(name: name, data: data) }
        var found = Found()
        do {
            try JSONReader.read(data) { reader throws(JSONError) in try scan(&reader, &found) }
        } catch {
            throw broken("\(error)", name: name, data: data)
        }
        return try event(found, name: name, data: data)
    }

    private func scan(_ reader: inout JSONReader, _ found: inout Found) throws(JSONError) {
        try reader.beginObject()
        while let member = try reader.nextKey(in: members) {
            switch member {
            case .type:
                guard reader.peek() == .string else { continue }
                if let type = try reader.string(in: types) {
                    found.type = type
                } else {
                    found.type = .unlisted(try reader.string())
                }
            case .outputIndex: found.place.output = try index(&reader)
            case .contentIndex, .summaryIndex: found.place.part = try index(&reader)
            case .itemID: found.itemID = try reader.rawRange()
            case .delta:
                found.hasDelta = true
                if reader.peek() == .string { found.delta = try reader.string() }
            case .text, .refusal:
                if reader.peek() == .string { found.whole = try reader.string() }
            case .arguments:
                if reader.peek() == .string {
                    found.whole = try reader.string()
                } else {
                    found.whole = ToolArguments.text(try reader.value())
                }
            case .item, .part, .response, .annotation: found.value = try reader.value()
            case .error: found.hasError = !(try reader.skipNull())
            }
        }
        try reader.end()
    }

    /// An index; `nil` where it is none that counts items, so that the item's identifier is taken in its place.
    private func index(_ reader: inout JSONReader) throws(JSONError) -> Int? {
        guard reader.peek() == .number else { return nil }
        return try reader.number().positionValue
    }

    private mutating func event(
        _ found: Found, name: UnsafeBufferPointer<UInt8>, data: UnsafeBufferPointer<UInt8>
    ) throws(ResponsesEventError) -> ResponsesEvent {
        let type = found.type ?? framedType(name, hasError: found.hasError)
        var place = found.place
        if let range = found.itemID { place.itemID = itemID(in: data, range) }
        switch type {
        case .delta(let channel):
            guard let delta = found.delta else {
                let value = found.hasDelta ? try tree(data, name)["delta"] : nil
                if value?.isNull ?? false { return .skipped }
                if channel == .arguments, let text = ToolArguments.text(value) { return .delta(channel, place, text) }
                throw broken("it has no delta", name: name, data: data)
            }
            return .delta(channel, place, delta)
        case .done(let channel): return .done(channel, place, found.whole)
        case .itemAdded:
            guard let item = found.value, case .object = item else {
                throw broken("it has no item", name: name, data: data)
            }
            return .itemAdded(place, item)
        case .itemDone:
            guard let item = found.value, case .object = item else {
                throw broken("it has no item", name: name, data: data)
            }
            return .itemDone(place, item)
        case .partAdded: return .partAdded(place, found.value ?? .null)
        case .partDone: return .partDone(place, found.value ?? .null)
        case .annotation: return .annotation(place, found.value ?? .null)
        case .progress(let itemType): return .progress(place, itemType: itemType)
        case .created: return .created(found.value ?? .null)
        case .started: return .started(found.value ?? .null)
        case .ended(let status): return .ended(status: status, found.value ?? .null)
        case .error: return .failed(try tree(data, name))
        case .unknown: return .skipped
        }
    }
}

extension ResponsesEventDecoder {
    /// The type of data that names none: what the stream's framing says, or an error that a proxy put in as it came.
    private func framedType(_ name: UnsafeBufferPointer<UInt8>, hasError: Bool) -> ResponsesEventType {
        if hasError { return .error }
        guard !name.isEmpty else { return .unknown }
        return ResponsesEventType(String(decoding: name, as: UTF8.self))
    }

    /// Data that is no object: the end, an error in plain words, or something else that nobody needs.
    private func decodeUnbraced(
        name: UnsafeBufferPointer<UInt8>, data: UnsafeBufferPointer<UInt8>
    ) throws(ResponsesEventError) -> ResponsesEvent {
        if data.elementsEqual("[DONE]".utf8) { return .endOfStream }
        switch framedType(name, hasError: false) {
        case .unknown where !name.isEmpty: return .skipped
        case .error: return .failed(.string(String(decoding: data, as: UTF8.self)))
        default:
            throw ResponsesEventError(event: text(name), problem: "its data is no JSON object")
        }
    }

    private func tree(
        _ data: UnsafeBufferPointer<UInt8>, _ name: UnsafeBufferPointer<UInt8>
    ) throws(ResponsesEventError) -> JSONValue {
        do {
            return try JSONReader.read(data) { reader throws(JSONError) in try reader.value() }
        } catch {
            throw ResponsesEventError(event: text(name) ?? "error", problem: "\(error)")
        }
    }

    private mutating func itemID(in data: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> String? {
        let bytes = UnsafeBufferPointer(rebasing: data[range])
        if let lastID, lastID.bytes.elementsEqual(bytes) { return lastID.text }
        let text = try? JSONReader.read(bytes) { reader throws(JSONError) in try reader.stringOrNil() }
        guard let text, !text.isEmpty else { return nil }
        lastID = (Array(bytes), text)
        return text
    }

    private func broken(
        _ problem: String, name: UnsafeBufferPointer<UInt8>, data: UnsafeBufferPointer<UInt8>
    ) -> ResponsesEventError {
        // As far as the data can be read, its own type names the event better than the framing.
        var type: String?
        try? JSONReader.read(data) { reader throws(JSONError) in
            try reader.beginObject()
            while type == nil, try reader.nextKey() { if reader.keyEquals("type") { type = try reader.stringOrNil() } }
        }
        return ResponsesEventError(event: type ?? text(name), problem: problem)
    }

    private func text(_ name: UnsafeBufferPointer<UInt8>) -> String? {
        name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
    }
}
