import LMJSON
import LMTransport

/// Reads the data of one server-sent event, without a tree of it for the chunks that come by the thousand.
///
/// Lenient where servers differ: members in any order, `null` for a missing one, unknown members, keep-alives written as
/// data. Strict where going on would lose words: data that is no JSON is an error.
package struct ChatEventDecoder: Sendable {
    private let topMembers = JSONNameTable<TopMember>()
    private let choiceMembers = JSONNameTable<ChoiceMember>()
    private let deltaMembers = JSONNameTable<DeltaMember>()
    private let callMembers = JSONNameTable<CallMember>()
    private let error = JSONNameTable<Bool>(["error": true])

    package init() {}

    private enum TopMember: String, CaseIterable, Sendable {
        case id, model, choices, usage, error, object, code, message, detail, citations, cost
        case searchResults = "search_results"
        case groq = "x_groq"
        case venice = "venice_parameters"
        case serviceTier = "service_tier"
    }
    private enum ChoiceMember: String, CaseIterable, Sendable {
        case index, delta, usage, error
        case finishReason = "finish_reason"
    }
    private enum DeltaMember: String, CaseIterable, Sendable {
        case content, reasoning, refusal, annotations
        case reasoningContent = "reasoning_content"
        case reasoningText = "reasoning_text"
        case reasoningDetails = "reasoning_details"
        case reasoningOpaque = "reasoning_opaque"
        case toolCalls = "tool_calls"
    }
    private enum CallMember: String, CaseIterable, Sendable {
        case index, id, type, function, name, arguments
        case extraContent = "extra_content"
    }

    /// What one pass over a chunk's members finds.
    private struct Found {
        var chunk = ChatChunk()
        /// Whether there is something that only an error has, if it stands beside no choices.
        var hasErrorShape = false
    }

    /// Reads one event.
    ///
    /// - Parameters:
    ///   - name: The event's name as the stream framed it. It alone decides nothing: data that is a chunk is one.
    ///   - data: The event's data.
    ///   - readsInfo: Whether the response's identifier and model are still to be found.
    func decode(
        name: UnsafeBufferPointer<UInt8>, data: UnsafeBufferPointer<UInt8>, readsInfo: Bool = true
    ) throws(ChatEventError) -> ChatEvent {
        guard let start = data.firstIndex(where: { $0 > 0x20 }) else { return .skipped }
        switch data[start] {
        case UInt8(ascii: "{"): break
        // A comment that a gateway wrapped in data once more.
        case UInt8(ascii: ":"): return .skipped
        default: return try decodeUnbraced(name: name, data: data)
        }
        var found = Found()
        do {
            try JSONReader.read(data) { reader throws(JSONError) in
                try scan(&reader, &found, readsInfo)
                try reader.end()
            }
        } catch {
            // The line behind an error may be the stream's end, joined to it because no blank line is between them.
            if name.elementsEqual("error".utf8), let line = data.firstIndex(of: UInt8(ascii: "\n")) {
                return try decode(name: name, data: UnsafeBufferPointer(rebasing: data[..<line]))
            }
            throw ChatEventError(problem: "\(error)")
        }
        if found.hasErrorShape, !found.chunk.hasChoices { return .failed(try tree(data)) }
        return .chunk(found.chunk)
    }

    private func scan(_ reader: inout JSONReader, _ found: inout Found, _ readsInfo: Bool) throws(JSONError) {
        try reader.beginObject()
        while let member = try reader.nextKey(in: topMembers) {
            switch member {
            case .id: if readsInfo, reader.peek() == .string { found.chunk.id = try nonEmpty(&reader) }
            case .model: if readsInfo, reader.peek() == .string { found.chunk.model = try nonEmpty(&reader) }
            case .choices:
                guard reader.peek() == .array else { continue }
                found.chunk.hasChoices = true
                try scanChoices(&reader, &found.chunk)
            case .object:
                if reader.peek() == .string, try reader.string(in: error) != nil { found.hasErrorShape = true }
            case .code, .message, .detail: if try !reader.skipNull() { found.hasErrorShape = true }
            case .error:
                guard try keep(member.rawValue, &reader, in: &found.chunk.top) else { continue }
                found.hasErrorShape = true
            case .usage, .citations, .searchResults, .groq, .venice, .cost, .serviceTier:
                try keep(member.rawValue, &reader, in: &found.chunk.top)
            }
        }
    }

    private func scanChoices(_ reader: inout JSONReader, _ chunk: inout ChatChunk) throws(JSONError) {
        try reader.beginArray()
        var position = 0
        while try reader.nextElement() {
            defer { position += 1 }
            guard reader.peek() == .object else { continue }
            var choice = ChatChunk()
            var index = position
            try reader.beginObject()
            while let member = try reader.nextKey(in: choiceMembers) {
                switch member {
                case .index: if reader.peek() == .number { index = try reader.number().intValue ?? position }
                case .delta: if reader.peek() == .object { try scanDelta(&reader, &choice) }
                case .finishReason: if reader.peek() == .string { choice.finishReason = try nonEmpty(&reader) }
                case .usage, .error: try keep(member.rawValue, &reader, in: &choice.choice)
                }
            }
            // Several answers may come interleaved; one is read.
            guard index == 0, !chunk.hasChoice else { continue }
            chunk.hasChoice = true
            chunk.content = choice.content
            chunk.reasoning = choice.reasoning
            chunk.reasoningField = choice.reasoningField
            chunk.finishReason = choice.finishReason
            chunk.delta = choice.delta
            chunk.calls = choice.calls
            chunk.choice = choice.choice
        }
    }

    private func scanDelta(_ reader: inout JSONReader, _ chunk: inout ChatChunk) throws(JSONError) {
        try reader.beginObject()
        while let member = try reader.nextKey(in: deltaMembers) {
            switch member {
            case .content:
                if reader.peek() == .string {
                    chunk.content = try reader.string()
                } else {
                    try keep(member.rawValue, &reader, in: &chunk.delta)
                }
            case .reasoningContent: try reasoning(.reasoningContent, &reader, &chunk)
            case .reasoning: try reasoning(.reasoning, &reader, &chunk)
            case .reasoningText: try reasoning(.reasoningText, &reader, &chunk)
            case .toolCalls: try scanCalls(&reader, &chunk)
            case .refusal, .annotations, .reasoningDetails, .reasoningOpaque:
                try keep(member.rawValue, &reader, in: &chunk.delta)
            }
        }
    }

    /// Reads the pieces of calls; a server may leave out the list around a single one.
    private func scanCalls(_ reader: inout JSONReader, _ chunk: inout ChatChunk) throws(JSONError) {
        if reader.peek() == .object { return chunk.calls.append(try scanCall(&reader)) }
        guard reader.peek() == .array else { return }
        try reader.beginArray()
        while try reader.nextElement() {
            if reader.peek() == .object { chunk.calls.append(try scanCall(&reader)) }
        }
    }

    private func scanCall(_ reader: inout JSONReader) throws(JSONError) -> CallDelta {
        var call = CallDelta()
        try scanCall(&reader, &call, isFunction: false)
        return call
    }

    /// Reads a call, or its function: some servers put the function's members beside those of the call.
    private func scanCall(
        _ reader: inout JSONReader, _ call: inout CallDelta, isFunction: Bool
    ) throws(JSONError) {
        try reader.beginObject()
        while let member = try reader.nextKey(in: callMembers) {
            switch member {
            case .arguments:
                if reader.peek() == .string {
                    let text = try reader.string()
                    call.arguments = text
                    call.hasArguments = !text.isEmpty
                } else {
                    call.take(arguments: try reader.value())
                }
            case .name: if reader.peek() == .string { call.name = try nonEmpty(&reader) ?? call.name }
            case .function:
                if !isFunction, reader.peek() == .object { try scanCall(&reader, &call, isFunction: true) }
            case .index:
                if !isFunction, reader.peek() == .number {
                    call.index = try reader.number().intValue.flatMap { $0 < 0 ? nil : $0 }
                }
            case .id: if !isFunction, reader.peek() == .string { call.id = try nonEmpty(&reader) }
            case .type: if !isFunction, reader.peek() == .string { call.isCustom = try reader.string() == "custom" }
            case .extraContent: if !isFunction, try !reader.skipNull() { call.extra = try reader.value() }
            }
        }
    }

    /// Reads reasoning. Where two members hold it, it is the same twice.
    private func reasoning(
        _ field: ReasoningField, _ reader: inout JSONReader, _ chunk: inout ChatChunk
    ) throws(JSONError) {
        guard reader.peek() == .string, chunk.reasoning == nil, let text = try nonEmpty(&reader) else { return }
        chunk.reasoning = text
        chunk.reasoningField = field
    }

    private func nonEmpty(_ reader: inout JSONReader) throws(JSONError) -> String? {
        let text = try reader.string()
        return text.isEmpty ? nil : text
    }

    /// Keeps a member as it is, unless it is `null`.
    @discardableResult
    private func keep(
        _ name: String, _ reader: inout JSONReader, in members: inout [JSONObject.Member]
    ) throws(JSONError) -> Bool {
        guard try !reader.skipNull() else { return false }
        let value = try reader.value()
        // What some servers write for none.
        if name == "error", value.isNoError { return false }
        members.append(.init(key: name, value: value))
        return true
    }

    /// Data that is no object: the end, a list with an error, or words.
    private func decodeUnbraced(
        name: UnsafeBufferPointer<UInt8>, data: UnsafeBufferPointer<UInt8>
    ) throws(ChatEventError) -> ChatEvent {
        let text = String(decoding: data, as: UTF8.self)
        if text.split(whereSeparator: \.isWhitespace) == ["[DONE]"] { return .done }
        if let value = try? JSONValue(parsing: text) {
            if value.isNull { return .skipped }
            if case .array(let values) = value, values.contains(where: { $0["error"] != nil }) { return .failed(value) }
        }
        if name.elementsEqual("error".utf8) { return .failed(.string(text)) }
        throw ChatEventError(problem: "its data is no JSON object")
    }

    private func tree(_ data: UnsafeBufferPointer<UInt8>) throws(ChatEventError) -> JSONValue {
        do {
            return try JSONReader.read(data) { reader throws(JSONError) in try reader.value() }
        } catch {
            throw ChatEventError(problem: "\(error)")
        }
    }
}

extension JSONValue {
    /// Whether a member named `error` says that there is none.
    var isNoError: Bool {
        switch self {
        case .null, .bool(false): true
        case .string(let text): text.isEmpty
        case .object(let members): members.isEmpty
        default: false
        }
    }
}

extension ChatChunk {
    /// Reads a document: an answer that was not streamed. `nil` where it is none.
    init?(document: JSONValue) {
        guard let choices = document["choices"]?.arrayValue else { return nil }
        hasChoices = true
        id = Self.text(document["id"])
        model = Self.text(document["model"])
        for member in document.objectValue ?? JSONObject() where Self.keptTop.contains(member.key) {
            if !member.value.isNull, !(member.key == "error" && member.value.isNoError) { top.append(member) }
        }
        guard let first = choices.enumerated().first(where: { ($1["index"]?.intValue ?? $0) == 0 })?.element else {
            return
        }
        hasChoice = true
        finishReason = Self.text(first["finish_reason"])
        for name in ["usage", "error"] {
            if let value = first[name], !value.isNoError { choice.append(.init(key: name, value: value)) }
        }
        // A gateway may give a document the member of a stream's chunk.
        for member in (first["message"] ?? first["delta"])?.objectValue ?? JSONObject() where !member.value.isNull {
            if member.key == "content", let text = member.value.stringValue {
                content = text
            } else if let field = ReasoningField(rawValue: member.key) {
                guard reasoning == nil, let text = Self.text(member.value) else { continue }
                reasoning = text
                reasoningField = field
            } else if member.key == "tool_calls", let calls = member.value.arrayValue {
                // Of a document each element is a call, whatever identifiers they have.
                self.calls = calls.compactMap(CallDelta.init)
                for place in self.calls.indices { self.calls[place].index = place }
            } else {
                delta.append(member)
            }
        }
    }

    private static func text(_ value: JSONValue?) -> String? {
        value?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static let keptTop: Set<String> = [
        "usage", "error", "citations", "search_results", "x_groq", "venice_parameters", "cost", "service_tier",
    ]
}
