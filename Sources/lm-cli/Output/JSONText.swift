import LMJSON

/// JSON as text, in and out.
enum JSONText {
    /// The value of a JSON text; `nil` where it is none.
    static func value(of text: String) -> JSONValue? { nil }

    /// A value on one line, with its line feed.
    static func line(_ value: JSONValue) -> [UInt8] { [] }
}
