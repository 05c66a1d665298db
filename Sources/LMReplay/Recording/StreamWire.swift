import LMJSON

/// What a recorder has to know of a wire: which requests speak it, and what its answers end with.
///
/// HTTP calls a body whole that ends in order. An answer of a model is whole once its last event came, and a server that
/// gives up in between closes the connection in order too.
public struct StreamWire: Sendable, Hashable {
    /// The wire's name.
    public var name: String
    /// How the paths of its requests end.
    public var pathEndings: [String]
    /// The types of its last events, as the payload's `type` or the event's name says them.
    public var lastTypes: Set<String>
    /// The payloads of its last events that are no JSON.
    public var lastPayloads: Set<String>
    /// Members of a payload that are there, and not null, in its last events only.
    public var lastMembers: [JSONPathPattern]

    /// Makes a wire.
    public init(
        name: String, pathEndings: [String], lastTypes: Set<String> = [], lastPayloads: Set<String> = [],
        lastMembers: [JSONPathPattern] = []
    ) {
        self.name = name
        self.pathEndings = pathEndings
        self.lastTypes = lastTypes
        self.lastPayloads = lastPayloads
        self.lastMembers = lastMembers
    }

    /// The wires of the Responses API, chat completions, Anthropic's messages and Google's generateContent, as their
    /// references say. Some servers of chat completions leave out `[DONE]`, so a reason to finish is an end too.
    public static let known: [StreamWire] = [
        StreamWire(
            name: "responses", pathEndings: ["/responses"],
            lastTypes: ["response.completed", "response.incomplete", "response.failed", "response.cancelled", "error"],
            lastMembers: ["error"]),
        StreamWire(
            name: "chat", pathEndings: ["/chat/completions", "/completions"], lastTypes: ["error"],
            lastPayloads: ["[DONE]"], lastMembers: ["choices/*/finish_reason", "error"]),
        StreamWire(
            name: "messages", pathEndings: ["/messages"], lastTypes: ["message_stop", "error"],
            lastMembers: ["error"]),
        StreamWire(
            name: "generateContent", pathEndings: [":streamGenerateContent", ":generateContent"],
            lastMembers: ["candidates/*/finishReason", "promptFeedback/blockReason", "error"]),
    ]

    /// Whether an interaction speaks the wire.
    func speaks(_ request: RecordedRequest) -> Bool {
        let path = RecordedURL.parts(of: request.url).path
        return pathEndings.contains { path.hasSuffix($0) }
    }

    /// Whether the body of an answer came to what the wire calls its end.
    func isEnded(_ response: RecordedResponse) -> Bool {
        guard response.isEventStream else {
            // A document is whole where it is one.
            return !response.isJSON || response.body.isEmpty || (try? JSONValue(parsing: response.body)) != nil
        }
        return EventFraming.blocks(of: response.body).reversed().contains { block in
            block.isEvent && isLast(response.body, block.range)
        }
    }

    private func isLast(_ body: [UInt8], _ block: Range<Int>) -> Bool {
        if let name = EventFraming.name(of: body, block: block), lastTypes.contains(name) { return true }
        guard let payload = EventFraming.payload(of: body, block: block) else { return false }
        guard let value = try? JSONValue(parsing: body[payload]) else {
            return lastPayloads.contains(String(decoding: body[payload], as: UTF8.self))
        }
        if let type = value["type"]?.stringValue, lastTypes.contains(type) { return true }
        let places = body.withUnsafeBufferPointer {
            JSONPathWalk.matches(of: lastMembers, in: UnsafeBufferPointer(rebasing: $0[payload]))
        }
        return places.contains { place in
            let range = payload.lowerBound + place.range.lowerBound..<payload.lowerBound + place.range.upperBound
            return !body[range].elementsEqual("null".utf8)
        }
    }
}

extension [StreamWire] {
    /// Whether an answer that HTTP calls whole stops before what its wire calls the end. Of a wire that is not known,
    /// nothing is said.
    func isCutShort(_ interaction: Interaction) -> Bool {
        guard interaction.isWhole, let response = interaction.response, (200..<300).contains(response.status),
            let wire = first(where: { $0.speaks(interaction.request) })
        else { return false }
        return !wire.isEnded(response)
    }
}

extension RecordedResponse {
    /// Whether the head says that the body is one JSON document.
    var isJSON: Bool {
        let essence = headers[.contentType]?.split(separator: ";").first.map { $0.lowercased() } ?? ""
        return essence == "application/json" || essence.hasSuffix("+json")
    }
}
