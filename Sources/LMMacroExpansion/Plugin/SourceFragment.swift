/// A piece of a source file as the compiler sends it, and where in the file it stands.
struct SourceFragment: Equatable {
    var source: String
    var fileName: String
    /// The place of the fragment's first byte in the file, in UTF-8 bytes.
    var offset: Int
    /// The line and the column of that byte, both counted from 1; 0 where they are not known.
    var line = 0
    var column = 0

    /// The line and the column of a byte of the fragment.
    func place(of position: Int) -> SourcePlace? {
        guard line > 0, column > 0 else { return nil }
        let before = source.utf8.prefix(position)
        guard let newline = before.lastIndex(of: UInt8(ascii: "\n")) else {
            return SourcePlace(fileName: fileName, line: line, column: column + position)
        }
        let newlines = before.count { $0 == UInt8(ascii: "\n") }
        return SourcePlace(
            fileName: fileName, line: line + newlines,
            column: source.utf8.distance(from: newline, to: before.endIndex))
    }
}

/// A line and a column of a file, both counted from 1.
struct SourcePlace: Equatable {
    var fileName: String
    var line: Int
    var column: Int
}
