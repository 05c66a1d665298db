/// Where an event of the stream belongs: which item of the output, and which part of the item.
///
/// The position in the output names an item. Its identifier does so only where a server leaves the position out,
/// because identifiers repeat within one response (xAI's web search) and change from event to event (Copilot).
package struct EventPlace: Sendable, Hashable {
    /// The event's `output_index`.
    package var output: Int?
    /// The event's `item_id`; read only where ``output`` is missing.
    package var itemID: String?
    /// The event's `content_index` or `summary_index`.
    package var part: Int?

    package init(output: Int? = nil, itemID: String? = nil, part: Int? = nil) {
        self.output = output
        self.itemID = itemID
        self.part = part
    }
}
