import LMJSON
import LMProtocol

/// The markers for the prompt cache in a body: the app's own and those that are set by themselves.
///
/// The cache matches from the start: tools, then the system, then the messages. A request has four markers at most, and one
/// that lives long must not stand behind one that lives for a short time only.
struct CacheMarkers {
    /// The most markers of a request.
    private static let limit = 4

    /// A marker that lives for so long; `nil` for the five minutes of the server.
    static func marker(_ ttl: String?) -> JSONValue {
        var json = JSONObject(["type": "ephemeral"])
        if let ttl { json["ttl"] = .string(ttl) }
        return .object(json)
    }

    /// Sets the markers.
    ///
    /// - Parameters:
    ///   - caching: Which are to be set by themselves; `nil` for none.
    ///   - isTaken: Whether the server knows markers.
    ///   - body: The body, with the app's own markers in it.
    ///   - adjustments: Gets what was left out or changed.
    static func apply(
        _ caching: ClaudeModel.Caching?, isTaken: Bool, to body: inout JSONObject, _ adjustments: inout [Adjustment]
    ) {
        var own: [String?] = []
        visit(&body) { marker in
            own.append(marker["ttl"]?.stringValue)
            return marker
        }
        guard isTaken else {
            if own.isEmpty && caching == nil { return }
            visit(&body) { _ in .none }
            adjustments.append(
                Adjustment(.optionDropped, "The prompt cache was left to the server: it takes no markers for it."))
            return
        }
        if own.count > limit {
            // The latest are those that the next request finds; of the first, those of the tools and the system are worth
            // most, because they stand before all others.
            let fixed = count(in: body)
            let kept = Set((0..<min(fixed, limit - 1))).union((own.count - (limit - min(fixed, limit - 1)))..<own.count)
            var number = 0
            visit(&body) { marker in
                defer { number += 1 }
                return kept.contains(number) ? .some(marker) : .none
            }
            own = own.indices.filter(kept.contains).map { own[$0] }
            adjustments.append(
                Adjustment(
                    .optionDropped,
                    "A request has \(limit) markers for the prompt cache at most; the others were left out."))
        }
        if let caching { add(caching, longest: own.contains("1h") ? "1h" : caching.ttl, own.count, to: &body) }
        shorten(&body, &adjustments)
    }

    /// The markers of the tools and the system.
    private static func count(in body: JSONObject) -> Int {
        var start = body
        start["messages"] = nil
        start["cache_control"] = nil
        var count = 0
        visit(&start) { marker in
            count += 1
            return marker
        }
        return count
    }

    /// Adds the markers that are set by themselves, the one that is worth most first: of the last turn, of the system, of
    /// the tools.
    private static func add(
        _ caching: ClaudeModel.Caching, longest: String?, _ count: Int, to body: inout JSONObject
    ) {
        var room = limit - count
        if room > 0, body["cache_control"] == nil {
            // The server puts it at the last block, and so moves it with the conversation.
            body["cache_control"] = marker(caching.ttl)
            room -= 1
        }
        if room > 0, let system = body["system"] {
            var blocks = system.arrayValue ?? [["type": "text", "text": system]]
            if mark(&blocks, longest) {
                body["system"] = .array(blocks)
                room -= 1
            }
        }
        if room > 0, var tools = body["tools"]?.arrayValue, mark(&tools, longest) { body["tools"] = .array(tools) }
    }

    /// Marks the last of some blocks, unless one of them is marked.
    private static func mark(_ blocks: inout [JSONValue], _ ttl: String?) -> Bool {
        guard !blocks.contains(where: { $0["cache_control"] != nil }), var last = blocks.last?.objectValue else {
            return false
        }
        last["cache_control"] = marker(ttl)
        blocks[blocks.count - 1] = .object(last)
        return true
    }

    /// Has no marker live longer than one before it.
    private static func shorten(_ body: inout JSONObject, _ adjustments: inout [Adjustment]) {
        var isShort = false
        var isChanged = false
        visit(&body) { marker in
            guard marker["ttl"] == "1h" else {
                isShort = true
                return marker
            }
            guard isShort else { return marker }
            isChanged = true
            return Self.marker(nil)
        }
        if isChanged {
            adjustments.append(
                Adjustment(
                    .optionClamped,
                    "A marker for the prompt cache that lives for an hour stood behind one that does not; it lives for five minutes."
                ))
        }
    }

    /// Goes over all markers in the order of the cache. What the closure returns takes a marker's place.
    private static func visit(_ body: inout JSONObject, _ change: (JSONValue) -> JSONValue?) {
        for name in ["tools", "system", "messages"] {
            guard var list = body[name]?.arrayValue else { continue }
            for index in list.indices { visit(&list[index], change) }
            body[name] = .array(list)
        }
        if let marker = body["cache_control"] { body["cache_control"] = change(marker) }
    }

    private static func visit(_ value: inout JSONValue, _ change: (JSONValue) -> JSONValue?) {
        // Arguments of calls and schemas may have a member of any name.
        guard var members = value.objectValue, members["cache_control"] != nil || members["content"] != nil else {
            return
        }
        if var content = members["content"]?.arrayValue {
            for index in content.indices { visit(&content[index], change) }
            members["content"] = .array(content)
        }
        if let marker = members["cache_control"] { members["cache_control"] = change(marker) }
        value = .object(members)
    }
}
