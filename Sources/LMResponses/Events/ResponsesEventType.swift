import LMJSON

/// The events of a Responses stream that are read, by what they do.
///
/// Everything else is skipped: the servers' own clients are told to ignore what they do not know, and every server
/// adds to the list.
enum ResponsesEventType: Sendable, Equatable {
    case created, started
    case itemAdded, itemDone
    case partAdded, partDone
    case delta(ResponsesEvent.Channel)
    case done(ResponsesEvent.Channel)
    case annotation
    case progress(itemType: String)
    case ended(status: String)
    case error
    case unknown

    /// The names on the wire. `response.done` comes from old proxies.
    static let wireNames: KeyValuePairs<String, ResponsesEventType> = [
        "response.output_text.delta": .delta(.text),
        "response.output_text.done": .done(.text),
        "response.reasoning_summary_text.delta": .delta(.summary),
        "response.reasoning_summary_text.done": .done(.summary),
        "response.reasoning_text.delta": .delta(.reasoningText),
        "response.reasoning_text.done": .done(.reasoningText),
        "response.function_call_arguments.delta": .delta(.arguments),
        "response.function_call_arguments.done": .done(.arguments),
        "response.refusal.delta": .delta(.refusal),
        "response.refusal.done": .done(.refusal),
        "response.output_item.added": .itemAdded,
        "response.output_item.done": .itemDone,
        "response.content_part.added": .partAdded,
        "response.content_part.done": .partDone,
        "response.reasoning_summary_part.added": .partAdded,
        "response.reasoning_summary_part.done": .partDone,
        "response.output_text.annotation.added": .annotation,
        "response.created": .created,
        "response.in_progress": .started,
        "response.queued": .started,
        "response.completed": .ended(status: "completed"),
        "response.done": .ended(status: "completed"),
        "response.incomplete": .ended(status: "incomplete"),
        "response.failed": .ended(status: "failed"),
        "response.cancelled": .ended(status: "cancelled"),
        "error": .error,
        "response.error": .error,
    ]

    /// The type of an event of any name.
    init(_ name: String) { self = Self.wireNames.first { $0.key == name }?.value ?? .unlisted(name) }

    /// The type of an event that the table does not name: the progress of a tool that the server runs, or unknown.
    ///
    /// Servers have many tools and name their events alike: `response.web_search_call.searching`. That such an event
    /// says `completed` or `failed` is left to the item, which follows.
    static func unlisted(_ name: String) -> ResponsesEventType {
        let words = name.split(separator: ".", omittingEmptySubsequences: false)
        guard words.count == 3, words[0] == "response",
            words[1].hasSuffix("_call") || words[1] == "mcp_list_tools",
            ["in_progress", "searching", "interpreting", "executing", "generating"].contains(words[2])
        else { return .unknown }
        return .progress(itemType: String(words[1]))
    }
}
