import LMJSON

/// One event of a Responses stream, as far as it matters here.
package enum ResponsesEvent: Sendable, Hashable {
    /// `response.created`, with the response so far.
    case created(JSONValue)
    /// `response.in_progress` or `response.queued`, with the response so far.
    case started(JSONValue)
    /// `response.output_item.added`, with the item as it begins.
    case itemAdded(EventPlace, JSONValue)
    /// `response.output_item.done`, with the whole item.
    case itemDone(EventPlace, JSONValue)
    /// `response.content_part.added` or `response.reasoning_summary_part.added`.
    case partAdded(EventPlace, JSONValue)
    /// `response.content_part.done` or `response.reasoning_summary_part.done`.
    case partDone(EventPlace, JSONValue)
    /// A piece of text.
    case delta(Channel, EventPlace, String)
    /// The whole of a text; `nil` where the server did not repeat it.
    case done(Channel, EventPlace, String?)
    /// `response.output_text.annotation.added`.
    case annotation(EventPlace, JSONValue)
    /// A tool that the server runs itself goes on; with the type of its item, such as `web_search_call`.
    case progress(EventPlace, itemType: String)
    /// The response is over; the event's name claims this status, and the response may say otherwise.
    case ended(status: String, JSONValue)
    /// The server gave up. The whole of what it said.
    case failed(JSONValue)
    /// `[DONE]`: no more events come.
    case endOfStream
    /// An event that this package does not know, or that says nothing new.
    case skipped

    /// The texts that are streamed in pieces.
    package enum Channel: Sendable, Hashable {
        case text, refusal, summary, reasoningText, arguments
    }
}
