/// The environment variables that the tool reads, as a value, so that a test can give others.
struct Environment: Sendable {
    private let lookup: @Sendable (String) -> String?
    private let list: @Sendable () -> [String]

    /// The variables of this process.
    static let process = Environment(
        lookup: { Platform.environmentValue($0) }, list: { Array(Platform.environmentValues.keys) })

    /// Variables given one by one.
    init(_ values: [String: String]) { self.init(lookup: { values[$0] }, list: { Array(values.keys) }) }

    private init(lookup: @escaping @Sendable (String) -> String?, list: @escaping @Sendable () -> [String]) {
        self.lookup = lookup
        self.list = list
    }

    /// The names of all variables, sorted.
    var names: [String] { list().sorted() }

    /// The value of a variable; `nil` where it is not set or empty, because a shell clears a variable either way.
    subscript(name: String) -> String? {
        guard let value = lookup(name), !value.isEmpty else { return nil }
        return value
    }

    /// Whether a variable asks for something: set, not empty, and not `0`.
    func isOn(_ name: String) -> Bool {
        guard let value = self[name] else { return false }
        return value != "0"
    }
}
