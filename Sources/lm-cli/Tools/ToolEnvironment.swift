/// What a tool program gets of the environment: all but what looks like a key, unless that is asked for by name.
///
/// A model says what the program is called with, and a program that a model can lead is no place for a key that it does not
/// need.
struct ToolEnvironment: Sendable {
    /// The variables of the tool itself.
    let all: [String: String]
    /// The names of variables that tools get in any case.
    var allowed: Set<String> = []

    /// The variables of this process, with those that are asked for by name.
    static func process(allowing names: [String]) -> ToolEnvironment {
        ToolEnvironment(all: Platform.environmentValues, allowed: Set(names))
    }

    /// The variables that a program gets.
    var variables: [String: String] {
        let keys = Set(Provider.all.flatMap(\.keyVariables))
        let values = Set(keys.compactMap { all[$0] }.filter { $0.count >= 8 })
        return all.filter { name, value in
            allowed.contains(name) || !(keys.contains(name) || Self.looksSecret(name) || values.contains(value))
        }
    }

    /// Whether the name of a variable says that its value is a secret.
    static func looksSecret(_ name: String) -> Bool {
        let words = name.uppercased().split(separator: "_")
        let secret: Set<Substring> = [
            "KEY", "APIKEY", "TOKEN", "SECRET", "PASSWORD", "PASSWD", "PASSPHRASE", "CREDENTIALS", "AUTH",
        ]
        return words.contains { secret.contains($0) }
    }
}
