import LMJSON
import LMProtocol

extension Citation {
    /// The citation that an annotation of the answer's text stands for; `nil` where it names no source.
    ///
    /// Older streams of xAI have the address only, without a title and a place. A file that the server searched is
    /// named by its identifier.
    package init?(responses annotation: JSONValue) {
        guard let source = (annotation["url"] ?? annotation["file_id"])?.stringValue, !source.isEmpty else {
            return nil
        }
        self.init(
            url: source, title: (annotation["title"] ?? annotation["filename"])?.stringValue,
            start: annotation["start_index"]?.countValue, end: annotation["end_index"]?.countValue)
    }
}
