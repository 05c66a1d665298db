import LMJSON

/// JSON as text, in and out.
enum JSONText {
    /// The value of a JSON text; `nil` where it is none.
    static func value(of text: String) -> JSONValue? { try? JSONValue(parsing: text) }

    /// A value on one line, with its line feed.
    static func line(_ value: JSONValue) -> [UInt8] {
        var bytes: [UInt8] = []
        value.write(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }
}
