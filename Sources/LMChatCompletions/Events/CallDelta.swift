import LMJSON

/// A piece of a call of a tool.
struct CallDelta: Sendable {
    /// The index that the server gives; `nil` for none, and for what is no index.
    var index: Int?
    /// The identifier; `nil` where it is missing or empty.
    var id: String?
    /// The function's name; `nil` where it is missing or empty.
    var name: String?
    /// A piece of the arguments. Some servers give them as the value they are; then its text.
    var arguments: String?
    /// Whether the arguments say something: neither nothing nor an empty object.
    var hasArguments = false
    /// Whether it is of another kind than a function. None is asked for.
    var isCustom = false
    /// What the provider keeps with the call.
    var extra: JSONValue?

    /// Makes a piece that says nothing.
    init() {}

    /// Reads a piece; `nil` where it is none.
    init?(_ value: JSONValue) {
        guard let members = value.objectValue else { return nil }
        isCustom = members["type"] == "custom"
        index = members["index"]?.intValue.flatMap { $0 < 0 ? nil : $0 }
        id = members["id"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
        if let extra = members["extra_content"], !extra.isNull { self.extra = extra }
        let function = members["function"] ?? value
        name = function["name"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
        take(arguments: function["arguments"] ?? .null)
    }

    /// Takes in the arguments as a value.
    mutating func take(arguments value: JSONValue) {
        hasArguments = !value.isNoError
        if !value.isNull { arguments = value.stringValue ?? value.text() }
    }
}
