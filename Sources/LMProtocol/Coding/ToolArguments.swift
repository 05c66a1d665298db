import LMJSON

/// The arguments of a tool call as a wire carries them: the one place that makes text of them.
///
/// The usual form is a string that holds JSON, whole or in pieces. Some servers and gateways put the value itself there.
package enum ToolArguments {
    /// The text of the arguments that stand at a place of a wire's message; `nil` if nothing stands there.
    ///
    /// A string is the text. Any other value is written again as it came: members in their order, numbers with their
    /// digits. `null` says nothing.
    package static func text(_ value: JSONValue?) -> String? {
        switch value {
        case .string(let text)?: text
        case .null?, nil: nil
        case .bool?, .number?, .array?, .object?: value?.text()
        }
    }

    /// Whether two texts of arguments say the same: byte by byte, or as JSON. A server that streams a text and then
    /// gives the value has the right to other white space.
    package static func areSame(_ left: String, _ right: String) -> Bool {
        if left.utf8.elementsEqual(right.utf8) { return true }
        guard let left = try? JSONValue(parsing: left), let right = try? JSONValue(parsing: right) else { return false }
        return left == right
    }

    /// Whether the text is a JSON value.
    package static func isJSON(_ text: String) -> Bool { problem(in: text) == nil }

    /// What is wrong with a text that is to be a JSON value, and where; `nil` if nothing is.
    package static func problem(in text: String) -> JSONError? {
        do throws(JSONError) {
            try JSONReader.read(Array(text.utf8)) { reader throws(JSONError) in
                try reader.skip()
                try reader.end()
            }
            return nil
        } catch {
            return error
        }
    }
}
