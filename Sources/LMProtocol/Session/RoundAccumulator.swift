import LMJSON

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What one request has produced so far: events in, transcript entries and text out. No I/O.
///
/// Each delta is appended in place, so a stream of n bytes costs O(n), as long as nobody holds an earlier copy while
/// the next delta is applied; a copy that is held costs one copy of the text, as any value does.
struct RoundAccumulator: Sendable {
    /// The words of the answer, in the order of the parts.
    private(set) var text = ""
    private(set) var info: ResponseInfo?
    private(set) var usage: Usage?
    private(set) var finish: FinishReason?
    private(set) var citations: [Citation] = []
    private(set) var adjustments: [Adjustment] = []
    /// How often the request was started; each time all that it had produced is void.
    private(set) var attempts = 1
    /// Whether any of the text is a refusal.
    private(set) var isRefusal = false

    private var textParts: [TextPart] = []
    private var reasoningParts: [ReasoningPart] = []
    private var calls: [Call] = []
    private var items: [Item] = []
    private let makeID: @Sendable () -> String

    init(makeID: @escaping @Sendable () -> String) { self.makeID = makeID }

    /// A stretch of ``text``.
    private struct TextPart: Sendable {
        var id: PartID
        var segmentID: String
        var start: Int
        var end: Int
        var data: ProviderData?
    }

    private struct ReasoningPart: Sendable {
        var id: PartID
        var segmentID: String
        var text: String
    }

    /// A call of a tool, as far as the model has made it.
    struct Call: Sendable {
        var part: PartID
        var id: String
        var name: String
        var arguments: String
        /// `nil` while the arguments are still coming.
        var isComplete: Bool?
        var data: ProviderData?
    }

    /// One entry of the transcript in the making.
    private struct Item: Sendable {
        enum Kind: Sendable { case message, reasoning, call, data }
        var index: Int
        var kind: Kind
        var entryID: String
        /// What the provider keeps with the reasoning or the message.
        var data: ProviderData?
        var server: ServerToolCall?
    }

    /// What a batch of events changed.
    struct Change: OptionSet, Sendable {
        let rawValue: UInt8
        /// The answer's text grew, or something that is shown with it.
        static let text = Change(rawValue: 1)
        /// Something that the transcript shows changed.
        static let transcript = Change(rawValue: 2)
        /// The round is over.
        static let finished = Change(rawValue: 4)
    }

    /// Whether the limit on the answer's length cut it off inside a call. The end is the limit then, and no call is run: what
    /// the model meant to do is not known whole.
    var isCutInCall: Bool { finish?.unified == .length && calls.contains { $0.isComplete != true } }

    /// The calls that have come to an end and wait for an output, in the order of the response.
    var toolCalls: [Call] {
        isCutInCall ? [] : calls.filter { $0.isComplete != nil }.sorted { $0.part < $1.part }
    }

    /// Takes one event in.
    mutating func apply(_ event: GenerationEvent) -> Change {
        switch event {
        case .started(let info):
            self.info = info
            return []
        case .textStart(let id):
            openText(id)
            return .transcript
        case .textDelta(let id, let delta):
            appendText(delta, to: id)
            return [.text, .transcript]
        case .textEnd: return []
        case .reasoningStart(let id):
            openReasoning(id)
            return .transcript
        case .reasoningDelta(let id, let delta):
            let index = reasoningIndex(id) ?? openReasoning(id)
            reasoningParts[index].text += delta
            return .transcript
        case .reasoningEnd: return []
        case .reasoningData(let item, let data):
            items[openItem(item, .reasoning)].data = data
            return .transcript
        case .messageData(let item, let data):
            items[openItem(item, .message)].data = data
            return .transcript
        case .partData(let id, let data):
            if let index = calls.lastIndex(where: { $0.part == id }) {
                calls[index].data = data
            } else {
                // A signature may come with no words: it has a part of its own then.
                textParts[openText(id)].data = data
            }
            return .transcript
        case .toolCallStart(let id, let callID, let name):
            _ = openItem(id.item, .call)
            // Servers have sent one identifier for two calls, and none; each needs one of its own for its output.
            let isOwn = !callID.isEmpty && !calls.contains { $0.id == callID }
            calls.append(
                Call(part: id, id: isOwn ? callID : makeID(), name: name, arguments: "", isComplete: nil))
            return .transcript
        case .toolCallDelta(let id, let delta):
            guard let index = calls.lastIndex(where: { $0.part == id }) else { return [] }
            calls[index].arguments += delta
            return .transcript
        case .toolCallEnd(let id, let arguments, let isComplete):
            guard let index = calls.lastIndex(where: { $0.part == id }) else { return [] }
            calls[index].arguments = arguments
            calls[index].isComplete = isComplete
            return .transcript
        case .refusalDelta(let id, let delta):
            isRefusal = true
            appendText(delta, to: id)
            return [.text, .transcript]
        case .refusalEnd:
            isRefusal = true
            return []
        case .citation(_, let citation):
            citations.append(citation)
            return .text
        case .serverToolCall(let call):
            items[openItem(call.item, .data)].server = call
            return .transcript
        case .adjustment(let adjustment):
            adjustments.append(adjustment)
            return []
        case .restarted(let attempt, _):
            // What was adjusted still holds; what was said does not.
            let adjustments = self.adjustments
            self = RoundAccumulator(makeID: makeID)
            self.adjustments = adjustments
            attempts = attempt
            return [.text, .transcript]
        case .usage(let usage):
            self.usage = usage
            return []
        case .finished(let reason):
            finish = reason
            return .finished
        }
    }

    // MARK: Text

    private mutating func appendText(_ delta: String, to id: PartID) {
        let index: Int
        if let last = textParts.indices.last, textParts[last].id == id {
            index = last
        } else {
            index = textParts.lastIndex { $0.id == id } ?? openText(id)
        }
        if index == textParts.count - 1 {
            text += delta
            textParts[index].end = text.utf8.count
        } else {
            // Two parts are open at once: the words go to their own part, and the later ones move back.
            let position = text.utf8.index(text.startIndex, offsetBy: textParts[index].end)
            text.insert(contentsOf: delta, at: position)
            let length = delta.utf8.count
            textParts[index].end += length
            for later in textParts.indices where later > index {
                textParts[later].start += length
                textParts[later].end += length
            }
        }
    }

    @discardableResult
    private mutating func openText(_ id: PartID) -> Int {
        if let index = textParts.firstIndex(where: { $0.id == id }) { return index }
        _ = openItem(id.item, .message)
        // Parts stand in the order of their identifiers; new ones nearly always come last.
        let index = textParts.firstIndex { $0.id > id } ?? textParts.count
        let offset = index == textParts.count ? text.utf8.count : textParts[index].start
        textParts.insert(TextPart(id: id, segmentID: makeID(), start: offset, end: offset), at: index)
        return index
    }

    // MARK: Reasoning

    private func reasoningIndex(_ id: PartID) -> Int? {
        if let last = reasoningParts.indices.last, reasoningParts[last].id == id { return last }
        return reasoningParts.lastIndex { $0.id == id }
    }

    @discardableResult
    private mutating func openReasoning(_ id: PartID) -> Int {
        if let index = reasoningIndex(id) { return index }
        _ = openItem(id.item, .reasoning)
        reasoningParts.append(ReasoningPart(id: id, segmentID: makeID(), text: ""))
        return reasoningParts.count - 1
    }

    private mutating func openItem(_ index: Int, _ kind: Item.Kind) -> Int {
        if let position = items.lastIndex(where: { $0.index == index && $0.kind == kind }) { return position }
        items.append(Item(index: index, kind: kind, entryID: makeID()))
        return items.count - 1
    }

    /// The reasoning, paragraph by paragraph.
    var reasoningText: String { reasoningParts.map(\.text).joined(separator: "\n\n") }

    /// What had been received, for an error to carry.
    var partial: PartialOutput { PartialOutput(text: text, reasoning: reasoningText, usage: usage) }

    // MARK: Entries

    /// The entries of the transcript that this round stands for, in the order of the response.
    ///
    /// - Parameter output: The shape of the answer; `nil` for text.
    /// - Parameter final: Whether the round is over: what is not whole is left out, because it cannot be sent again.
    func entries(output: OutputFormat?, final: Bool) -> [Transcript.Entry] {
        var entries: [Transcript.Entry] = []
        for item in items.sorted(by: { $0.index < $1.index }) {
            switch item.kind {
            case .message:
                let segments = textSegments(of: item.index, output: output, final: final)
                if final && segments.isEmpty && item.data == nil { continue }
                entries.append(
                    .response(
                        .init(
                            id: item.entryID, metadata: responseMetadata, segments: segments, providerData: item.data)))
            case .reasoning:
                entries.append(reasoningEntry(item))
            case .call:
                guard let call = call(of: item.index, final: final) else { continue }
                // Calls that stand next to each other are one turn of the model.
                if case .toolCalls(let calls)? = entries.last {
                    entries[entries.count - 1] = .toolCalls(.init(id: calls.id, Array(calls) + [call]))
                } else {
                    entries.append(.toolCalls(.init(id: item.entryID, [call])))
                }
            case .data:
                guard let server = item.server, let data = server.data else { continue }
                entries.append(
                    .data(
                        .init(
                            id: item.entryID, providerData: data,
                            metadata: ["type": GeneratedContent(.string(server.type))])))
            }
        }
        return entries
    }

    private var responseMetadata: [String: GeneratedContent] {
        var metadata: [String: GeneratedContent] = [:]
        if let id = info?.id { metadata["responseID"] = GeneratedContent(.string(id)) }
        if let model = info?.model { metadata["model"] = GeneratedContent(.string(model)) }
        return metadata
    }

    private func textSegments(of item: Int, output: OutputFormat?, final: Bool) -> [Transcript.Segment] {
        textParts.filter { $0.id.item == item && !(final && $0.start == $0.end && $0.data == nil) }.map { part in
            let words = textParts.count == 1 ? text : words(of: part)
            if final, let output, !isRefusal, let json = try? JSONValue(parsing: words),
                let value = output.value(in: json)
            {
                return .structure(
                    .init(
                        id: part.segmentID, schemaName: output.schema.name, content: GeneratedContent(value),
                        providerData: part.data))
            }
            return .text(.init(id: part.segmentID, content: words, providerData: part.data))
        }
    }

    private func words(of part: TextPart) -> String {
        let start = text.utf8.index(text.startIndex, offsetBy: part.start)
        let end = text.utf8.index(start, offsetBy: part.end - part.start)
        return String(text[start..<end])
    }

    private func reasoningEntry(_ item: Item) -> Transcript.Entry {
        let segments: [Transcript.Segment] = reasoningParts.filter { $0.id.item == item.index }.map {
            .text(.init(id: $0.segmentID, content: $0.text))
        }
        return .reasoning(.init(id: item.entryID, segments: segments, providerData: item.data))
    }

    private func call(of item: Int, final: Bool) -> Transcript.ToolCall? {
        guard let call = calls.first(where: { $0.part.item == item }) else { return nil }
        if final && (call.isComplete == nil || isCutInCall && call.isComplete == false) { return nil }
        return Self.transcriptCall(call)
    }

    /// What keeps the arguments of a call from being a value, in words for the model; `nil` if nothing does.
    static func problem(of call: Call) -> String? {
        do throws(JSONError) {
            _ = try JSONValue(parsing: call.arguments.isEmpty ? "{}" : call.arguments)
            return call.isComplete == true ? nil : "Its arguments were cut off before they were complete."
        } catch {
            let bytes = call.arguments.utf8
            if error.reason == .endOfInput, call.isComplete != true {
                return "Its arguments were cut off: the JSON ends inside a value, after \(bytes.count) bytes."
            }
            let around = bytes.prefix(error.offset).suffix(20) + bytes.dropFirst(error.offset).prefix(20)
            let place = JSONValue.string(String(decoding: Array(around), as: UTF8.self)).text()
            return "Its arguments are not valid JSON: \(error), near \(place)."
        }
    }

    /// The call as the transcript keeps it. Arguments that are no JSON stay as the text they are, not complete.
    static func transcriptCall(_ call: Call) -> Transcript.ToolCall {
        let source = call.arguments.isEmpty ? "{}" : call.arguments
        let arguments =
            (try? JSONValue(parsing: source)).map { GeneratedContent($0, isComplete: call.isComplete == true) }
            ?? GeneratedContent(.string(call.arguments), isComplete: false)
        return Transcript.ToolCall(
            id: call.id, toolName: call.name, arguments: arguments, providerData: call.data)
    }
}
