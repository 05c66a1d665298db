/// What the decoder reads of a Responses stream: the types of events, and the members of each by their paths.
///
/// Written down apart from the code that reads, so that recordings can be held against it: what no recording exercises,
/// and what recordings hold that nobody reads. A path is keys with `/` between; an element of an array is `*`.
package enum ResponsesGrammar {
    /// The members that are read, for each type of event; the type itself is not among them.
    package static let fields: [String: Set<String>] = Dictionary(
        uniqueKeysWithValues: ResponsesEventType.wireNames.map { ($0.key, members(of: $0.key, $0.value)) })

    /// Members that are kept with all that is in them, whatever it is.
    package static let wholes: Set<String> = ["response/usage", "response/metadata"]

    private static let place: Set<String> = ["output_index", "item_id"]
    private static let annotation: Set<String> = [
        "type", "url", "title", "start_index", "end_index", "file_id", "filename",
    ]
    private static let part: Set<String> = Set(["type", "text", "refusal", "annotations"])
        .union(annotation.below("annotations/*"))
    private static let wholeItem: Set<String> = Set([
        "id", "type", "status", "call_id", "name", "arguments", "encrypted_content", "content", "summary",
        "summary/*/text",
    ]).union(part.below("content/*"))
    private static let error: Set<String> = ["code", "type", "message"]
    private static let usage: Set<String> = [
        "input_tokens", "input_tokens_details", "input_tokens_details/cached_tokens",
        "input_tokens_details/cache_write_tokens", "output_tokens", "output_tokens_details",
        "output_tokens_details/reasoning_tokens", "total_tokens", "cost_in_usd_ticks", "context_details",
        "context_details/input_tokens", "context_details/output_tokens",
    ]

    private static func members(of name: String, _ type: ResponsesEventType) -> Set<String> {
        let index = name.contains("summary") ? "summary_index" : "content_index"
        switch type {
        case .created, .started: return Set(["id", "model"]).below("response").union(["response"])
        case .itemAdded:
            return Set(["id", "type", "call_id", "name"]).below("item").union(["item", "output_index"])
        case .itemDone: return wholeItem.below("item").union(["item", "output_index"])
        case .partAdded: return place.union(["part", "part/type", index])
        case .partDone:
            let members = name.contains("summary") ? ["type", "text"] : part
            return place.union(members.below("part")).union(["part", index])
        case .delta(.arguments): return place.union(["delta"])
        case .delta: return place.union(["delta", index])
        case .done(.arguments): return place.union(["arguments"])
        case .done(.refusal): return place.union(["refusal", index])
        case .done: return place.union(["text", index])
        case .annotation: return place.union(annotation.below("annotation")).union(["annotation", index])
        case .ended(let status):
            var members: Set<String> = ["id", "model", "status", "output", "usage"]
            members.formUnion(wholeItem.below("output/*"))
            members.formUnion(usage.below("usage"))
            if status == "incomplete" { members.formUnion(["incomplete_details", "incomplete_details/reason"]) }
            if status == "failed" || status == "cancelled" {
                members.formUnion(error.below("error").union(["error"]))
            }
            return members.below("response").union(["response"])
        case .error: return error.below("error").union(["error", "code", "message"])
        case .progress: return place
        case .unknown: return []
        }
    }
}

extension Set<String> {
    /// The paths of the same members inside another.
    fileprivate func below(_ path: String) -> Set<String> { Set(map { "\(path)/\($0)" }) }
}
