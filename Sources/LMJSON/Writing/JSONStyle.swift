/// How a JSON value is written. Each style gives equal bytes for equal input, always and everywhere.
///
/// All of them write UTF-8 and escape only what must be: the quote, the backslash and the control characters below
/// U+0020; neither `/` nor U+2028 is escaped. Numbers are written as they were read, but for the canonical style.
public enum JSONStyle: Hashable, Sendable {
    /// Without white space.
    case compact
    /// For people: a line for each member and element, indented by two spaces; an empty container on one line.
    case pretty
    /// The form of RFC 8785, for comparing: compact, members sorted by the UTF-16 code units of their keys, numbers as
    /// ECMAScript writes them, and of members with one key only the last.
    ///
    /// Unlike RFC 8785 it does not round numbers to doubles: `9007199254740993` stays what it is. So two numbers have
    /// the same canonical form exactly where they are equal.
    case canonical
}
