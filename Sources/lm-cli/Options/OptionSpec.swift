/// One option as the table of commands states it: what parses it, and what help, man page and completions say of it.
struct OptionSpec: Sendable {
    /// What an option takes.
    enum Form: Sendable {
        /// Nothing; it is off unless given. `--no-NAME` turns it off again.
        case on
        /// Nothing; it is on unless `--no-NAME` is given, which is how it is listed.
        case off
        /// A value, shown under a name.
        case value(String, ValueKind)
        /// A value, any number of times.
        case values(String, ValueKind)
    }

    let name: OptionName
    let short: Character?
    let form: Form
    let help: String
    /// What holds where the option is not given, as help shows it.
    let defaultText: String?
    /// Another long name that is understood and not listed.
    let alias: String?
    /// Understood, and not listed.
    let isHidden: Bool

    /// Makes an option.
    init(
        _ name: OptionName, short: Character? = nil, _ form: Form, _ help: String, default defaultText: String? = nil,
        alias: String? = nil, isHidden: Bool = false
    ) {
        self.name = name
        self.short = short
        self.form = form
        self.help = help
        self.defaultText = defaultText
        self.alias = alias
        self.isHidden = isHidden
    }

    /// The name and kind of the value; `nil` for a switch.
    var value: (placeholder: String, kind: ValueKind)? {
        switch form {
        case .on, .off: nil
        case .value(let placeholder, let kind), .values(let placeholder, let kind): (placeholder, kind)
        }
    }

    /// Whether it may be given more than once.
    var isRepeatable: Bool { if case .values = form { true } else { false } }

    /// The long form as it is listed, such as `--model` or `--no-stdin`.
    var listedName: String { if case .off = form { "--no-" + name.rawValue } else { "--" + name.rawValue } }

    /// Every long spelling that is understood, without the dashes.
    var longNames: [String] {
        let names = [name.rawValue] + (alias.map { [$0] } ?? [])
        return value == nil ? names + names.map { "no-" + $0 } : names
    }

    /// The left column of help: `-m, --model <name>`.
    var label: String {
        (short.map { "-\($0), " } ?? "") + listedName + (value.map { " <\($0.placeholder)>" } ?? "")
    }

    /// The right column of help.
    var fullHelp: String {
        var text = help
        if case .some((_, .choice(let names))) = value, !names.contains(where: help.contains) {
            text += (text.isEmpty ? "" : " ") + "One of \(ValueKind.list(names))."
        }
        if isRepeatable { text += " Repeat." }
        if let defaultText { text += " (default: \(defaultText))" }
        return text
    }
}
