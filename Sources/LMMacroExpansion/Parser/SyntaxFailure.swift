/// Source text that the parser does not understand.
struct SyntaxFailure: Error, Equatable {
    /// What should stand there.
    var expected: String
    /// Where, in UTF-8 bytes from the start of the text.
    var offset: Int
}
