import LMJSON
import LMProtocol

/// A block of a message that is open, or a call that waits for the reason of the end.
struct MessageBlock: Sendable {
    /// The position that the server gave it; `nil` if it gave none.
    var index: Int?
    /// The position among all blocks of the answer.
    var item: Int
    /// The kind, such as `text`.
    var type: String
    /// The block as it opened, without the words that came since.
    var start: JSONObject
    /// The words that came since.
    var text = ""
    var signature: String?
    var citations: [JSONValue] = []
    /// Whether its part was opened.
    var isOpen = false
    /// Whether its end has come, which of a call is not the last word.
    var hasEnded = false
    /// Whether its text is the arguments of the tool that stands for the answer.
    var isAnswer = false

    var part: PartID { PartID(item: item) }
    var isCall: Bool { type == "tool_use" }

    /// The arguments of a call: what was streamed, else what its start had.
    var arguments: String {
        if !text.isEmpty { return text }
        guard let input = start["input"], !input.isNull else { return "{}" }
        return input.text()
    }
}

extension Citation {
    /// Reads a citation of the wire, which is of a page, of a search result or of a document.
    init(messages citation: JSONValue) {
        let source = citation["source"]?.stringValue
        let isAddress = source?.hasPrefix("http") == true
        let place = [
            ("start_page_number", "page"), ("start_char_index", "character"), ("start_block_index", "block"),
        ].lazy.compactMap { name, word in citation[name]?.intValue.map { "\(word) \($0)" } }.first
        self.init(
            url: citation["url"]?.stringValue ?? (isAddress ? source : nil),
            title: citation["title"]?.stringValue ?? citation["document_title"]?.stringValue,
            citedText: citation["cited_text"]?.stringValue, location: place)
    }
}
