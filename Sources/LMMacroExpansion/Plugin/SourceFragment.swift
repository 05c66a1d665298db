/// A piece of a source file as the compiler sends it, and where in the file it stands.
struct SourceFragment: Equatable {
    var source: String
    var fileName: String
    /// The place of the fragment's first byte in the file, in UTF-8 bytes.
    var offset: Int
}
