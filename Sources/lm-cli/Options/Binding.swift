/// What a verb is asked to do, as a value: a structure whose members have the defaults, and the options that set them.
///
/// Parsing gives the value or a usage error, and nothing behind it sees a word of the command line. Help and completions
/// are made from the same declaration.
protocol OptionValues: Sendable {
    /// The value where no option is given.
    init()
    /// The options and arguments, in groups as help shows them.
    static var declaration: Declaration<Self> { get }
}

extension OptionValues {
    /// Reads the value from a command line that was parsed and checked.
    init(_ arguments: ParsedArguments) throws(CLIError) {
        self.init()
        for binding in Self.declaration.bindings { try binding.read(&self, arguments) }
    }
}

/// The options and arguments of a value.
struct Declaration<Values>: Sendable {
    /// An option or an argument, and the member that it sets.
    struct Binding: Sendable {
        fileprivate(set) var option: OptionSpec?
        fileprivate(set) var argument: ArgumentSpec?
        let read: @Sendable (inout Values, ParsedArguments) throws(CLIError) -> Void

        /// The same inside a larger value.
        func at<Outer>(_ path: WritableKeyPath<Outer, Values> & Sendable) -> Declaration<Outer>.Binding {
            let read = read
            return .init(option: option, argument: argument) { (outer, arguments) throws(CLIError) in
                try read(&outer[keyPath: path], arguments)
            }
        }
    }
    /// Options that help shows under one title.
    struct Group: Sendable {
        var title: String
        var bindings: [Binding]
    }
    var arguments: [Binding] = []
    var groups: [Group] = []

    var bindings: [Binding] { arguments + groups.flatMap(\.bindings) }
    var argumentSpecs: [ArgumentSpec] { arguments.compactMap(\.argument) }
    var optionGroups: [OptionGroup] {
        groups.map { OptionGroup(title: $0.title, options: $0.bindings.compactMap(\.option)) }
    }
}

extension Array {
    /// The same options inside a larger value.
    func at<Outer, Values>(
        _ path: WritableKeyPath<Outer, Values> & Sendable
    ) -> [Declaration<Outer>.Binding] where Element == Declaration<Values>.Binding { map { $0.at(path) } }
}

/// What an option's words are read as.
protocol OptionValue: Sendable {
    init?(optionText: String)
}

extension String: OptionValue { init?(optionText: String) { self = optionText } }
extension Int: OptionValue {
    init?(optionText: String) { if let value = NumberText.whole(optionText) { self = value } else { return nil } }
}
extension Double: OptionValue {
    init?(optionText: String) { if let value = NumberText.number(optionText) { self = value } else { return nil } }
}
extension Duration: OptionValue {
    init?(optionText: String) { if let value = ValueKind.duration(optionText) { self = value } else { return nil } }
}
extension OptionValue where Self: RawRepresentable<String> {
    init?(optionText: String) { self.init(rawValue: optionText) }
}

/// A value that the command line may give, or something weaker: a variable or a file of settings.
struct Layered<Value: Sendable>: Sendable {
    /// What the command line says.
    var given: Value?
    /// What holds where it says nothing.
    var standing: Value?

    /// What holds.
    var value: Value? { given ?? standing }
}

extension Declaration.Binding {
    /// An option with a value.
    static func value<Value: OptionValue>(
        _ path: WritableKeyPath<Values, Value?> & Sendable, _ spec: OptionSpec
    ) -> Self {
        .init(option: spec) { (values, arguments) throws(CLIError) in
            if let text = arguments.value(spec.name) { values[keyPath: path] = Value(optionText: text) }
        }
    }

    /// An option with a value and a default.
    static func value<Value: OptionValue>(
        _ path: WritableKeyPath<Values, Value> & Sendable, _ spec: OptionSpec
    ) -> Self {
        .init(option: spec) { (values, arguments) throws(CLIError) in
            if let value = arguments.value(spec.name).flatMap(Value.init(optionText:)) { values[keyPath: path] = value }
        }
    }

    /// An option whose source matters.
    static func layered<Value: OptionValue>(
        _ path: WritableKeyPath<Values, Layered<Value>> & Sendable, _ spec: OptionSpec
    ) -> Self {
        .init(option: spec) { (values, arguments) throws(CLIError) in
            let given = arguments.given(spec.name).flatMap(Value.init(optionText:))
            let value = arguments.value(spec.name).flatMap(Value.init(optionText:))
            values[keyPath: path] = Layered(given: given, standing: given == nil ? value : nil)
        }
    }

    /// An option that may be given more than once.
    static func values<Value: OptionValue>(
        _ path: WritableKeyPath<Values, [Value]> & Sendable, _ spec: OptionSpec
    ) -> Self {
        .init(option: spec) { (values, arguments) throws(CLIError) in
            values[keyPath: path] = arguments.all(spec.name).compactMap(Value.init(optionText:))
        }
    }

    /// A switch.
    static func flag(_ path: WritableKeyPath<Values, Bool> & Sendable, _ spec: OptionSpec) -> Self {
        .init(option: spec) { (values, arguments) throws(CLIError) in
            if let isOn = arguments[spec.name] { values[keyPath: path] = isOn }
        }
    }

    /// All words that are no options.
    static func words(_ path: WritableKeyPath<Values, [String]> & Sendable, _ spec: ArgumentSpec) -> Self {
        .init(argument: spec) { (values, arguments) throws(CLIError) in values[keyPath: path] = arguments.words }
    }

    /// One word, by its place.
    static func word(
        _ path: WritableKeyPath<Values, String> & Sendable, at index: Int = 0, _ spec: ArgumentSpec
    ) -> Self {
        .init(argument: spec) { (values, arguments) throws(CLIError) in
            if arguments.words.indices.contains(index) { values[keyPath: path] = arguments.words[index] }
        }
    }

    /// One word that may be left out.
    static func word<Value: OptionValue>(
        _ path: WritableKeyPath<Values, Value?> & Sendable, _ spec: ArgumentSpec
    ) -> Self {
        .init(argument: spec) { (values, arguments) throws(CLIError) in
            values[keyPath: path] = arguments.words.first.flatMap(Value.init(optionText:))
        }
    }

    /// The words behind `--`.
    static func command(_ path: WritableKeyPath<Values, [String]> & Sendable, _ spec: ArgumentSpec) -> Self {
        .init(argument: spec) { (values, arguments) throws(CLIError) in values[keyPath: path] = arguments.command }
    }
}
