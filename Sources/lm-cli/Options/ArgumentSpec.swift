/// What a command takes besides options.
struct ArgumentSpec: Sendable {
    /// How many words it takes.
    enum Arity: Sendable {
        case one, optional, any
        /// The words behind `--`: a command and its arguments.
        case command
    }
    let name: String
    let arity: Arity
    let kind: ValueKind
    let help: String

    /// Makes an argument.
    init(_ name: String, _ arity: Arity, _ kind: ValueKind, _ help: String) {
        self.name = name
        self.arity = arity
        self.kind = kind
        self.help = help
    }

    /// How it stands in the usage line.
    var usage: String {
        switch arity {
        case .one: "<\(name)>"
        case .optional: "[\(name.uppercased())]"
        case .any: "[\(name.uppercased()) ...]"
        case .command: "[-- CMD ARG ...]"
        }
    }
}
