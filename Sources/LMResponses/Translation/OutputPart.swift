/// A piece of an output item in the making: a stretch of text, of a refusal or of reasoning.
struct OutputPart: Sendable {
    enum Kind: Sendable { case text, refusal, reasoning }

    let kind: Kind
    /// The index that the server gives the part; unique only among parts of one kind.
    let wireIndex: Int
    /// The part's number in the item; unique in the item.
    let number: Int
    /// What has been streamed.
    var text = ""
    var isClosed = false
    /// How many annotations have been seen, so that the final list repeats none.
    var annotationCount = 0
}
