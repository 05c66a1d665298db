import LMJSON

/// Members that the person adds to the JSON of every request, for what no option of the tool's own says.
struct RequestOptions: Sendable {
    private let members: [(path: [String], value: JSONValue)]

    /// No members.
    static let none = RequestOptions(members: [])

    private init(members: [(path: [String], value: JSONValue)]) { self.members = members }

    /// Reads `KEY=VALUE`, where the key may lead into objects with dots and the value is JSON, or else a text.
    init(_ texts: [String]) throws(CLIError) {
        var members: [(path: [String], value: JSONValue)] = []
        for text in texts {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let path = parts[0].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, path.allSatisfy({ !$0.isEmpty }) else {
                throw .usage("--option takes KEY=VALUE, not \"\(text)\".", hint: "Such as --option user=me")
            }
            members.append((path, JSONText.value(of: parts[1]) ?? .string(parts[1])))
        }
        self.members = members
    }

    var isEmpty: Bool { members.isEmpty }

    /// The body of a request with the members.
    func applied(to body: [UInt8]) -> [UInt8] {
        guard let object = (try? JSONValue(parsing: body))?.objectValue else { return body }
        var result = JSONValue.object(object)
        for member in members { result = Self.set(member.path[...], to: member.value, in: result) }
        return result.bytes()
    }

    private static func set(_ path: ArraySlice<String>, to value: JSONValue, in container: JSONValue) -> JSONValue {
        guard let key = path.first else { return value }
        var object = container.objectValue ?? JSONObject()
        object[key] = set(path.dropFirst(), to: value, in: object[key] ?? .null)
        return .object(object)
    }
}
