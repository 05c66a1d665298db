/// Where an event of the stream belongs: which item of the output, and which part of the item.
///
/// The position in the output names an item, unless its identifier is that of another item which is known: identifiers
/// repeat within one response (xAI's web search) and change from event to event (Copilot), and positions are given
/// twice.
package struct EventPlace: Sendable, Hashable {
    /// The event's `output_index`.
    package var output: Int?
    /// The event's `item_id`.
    package var itemID: String?
    /// The event's `content_index` or `summary_index`.
    package var part: Int?

    package init(output: Int? = nil, itemID: String? = nil, part: Int? = nil) {
        self.output = output
        self.itemID = itemID
        self.part = part
    }
}
