/// Swift source text as UTF-8, and words taken from it.
struct SourceText {
    let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }

    /// The byte at a place; 0 where the text has ended.
    func byte(_ position: Int) -> UInt8 { position < bytes.count && position >= 0 ? bytes[position] : 0 }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    func matches(_ word: StaticString, at range: Range<Int>) -> Bool {
        range.count == word.utf8CodeUnitCount
            && word.withUTF8Buffer { buffer in bytes[range].elementsEqual(buffer) }
    }
}
