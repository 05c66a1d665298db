/// A command line that was understood: the command, and its options and words, all of them checked.
struct ParsedArguments: Sendable {
    /// The command and those above it, the root first.
    var path: [CommandSpec]
    /// The words that are no options.
    var words: [String] = []
    /// The words behind `--`, where the command takes a command.
    var command: [String] = []
    private var values: [OptionName: [String]] = [:]
    private var switches: [OptionName: Bool] = [:]
    /// What files of settings say, where the command line says nothing.
    private var standardValues: [OptionName: [String]] = [:]
    private var standardSwitches: [OptionName: Bool] = [:]
    /// The command that prints the key, from a file of settings.
    var keyCommand: String?

    /// Makes the arguments of a command without any.
    init(path: [CommandSpec]) { self.path = path }

    /// The command.
    var spec: CommandSpec? { path.last }

    /// Whether a switch was turned on or off; `nil` where it was not mentioned.
    subscript(name: OptionName) -> Bool? { switches[name] ?? standardSwitches[name] }

    /// Whether a switch was turned on.
    func isOn(_ name: OptionName) -> Bool { self[name] == true }

    /// Whether a switch was turned off.
    func isOff(_ name: OptionName) -> Bool { self[name] == false }

    /// The value of an option; the last, where it was given more than once.
    func value(_ name: OptionName) -> String? { all(name).last }

    /// Every value of an option, in order.
    func all(_ name: OptionName) -> [String] { values[name] ?? standardValues[name] ?? [] }

    /// The value of an option that the command line itself gives.
    func given(_ name: OptionName) -> String? { values[name]?.last }

    /// The options that the command line itself gives.
    var givenNames: [OptionName] { Array(values.keys) + switches.keys }

    /// The whole number of an option.
    func int(_ name: OptionName) -> Int? { value(name).flatMap { NumberText.whole($0) } }

    /// The number of an option.
    func double(_ name: OptionName) -> Double? { value(name).flatMap { NumberText.number($0) } }

    /// The time of an option.
    func duration(_ name: OptionName) -> Duration? { value(name).flatMap(ValueKind.duration) }

    mutating func set(_ name: OptionName, to isOn: Bool) { switches[name] = isOn }
    /// Sets what holds where the command line says nothing, unless something does already.
    mutating func setDefault(_ name: OptionName, to isOn: Bool) {
        standardSwitches[name] = standardSwitches[name] ?? isOn
    }
    /// Sets what holds where the command line says nothing, unless something does already.
    mutating func setDefault(_ name: OptionName, to values: [String]) {
        standardValues[name] = standardValues[name] ?? values
    }
    mutating func append(_ value: String, to name: OptionName) { values[name, default: []].append(value) }
}
