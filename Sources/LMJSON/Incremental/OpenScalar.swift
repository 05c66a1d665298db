/// A string or number whose end was not read yet.
enum OpenScalar {
    /// What is decoded of a string, and what tells it from the others of the document.
    case text([UInt8], serial: Int)
    case number(JSONNumber)
}
