/// The environment variables that the tool reads, as a value, so that a test can give others.
struct Environment: Sendable {
    private let lookup: @Sendable (String) -> String?

    /// The variables of this process.
    static let process = Environment(lookup: { Platform.environmentValue($0) })

    /// Variables given one by one.
    init(_ values: [String: String]) { lookup = { values[$0] } }

    private init(lookup: @escaping @Sendable (String) -> String?) { self.lookup = lookup }

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
