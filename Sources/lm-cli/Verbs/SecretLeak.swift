import LMJSON

/// A place that holds what must not be there. The value is nowhere in it.
struct SecretLeak: Sendable, Hashable {
    var path: String
    var line: Int
    /// What found it.
    var rule: String

    /// Writes places, one a line.
    static func write(_ leaks: [SecretLeak], _ console: Console, isJSON: Bool) throws {
        guard !isJSON else {
            let values = leaks.map { leak -> JSONValue in
                ["path": .string(leak.path), "line": .count(leak.line), "rule": .string(leak.rule)]
            }
            return try console.write(json: .array(values))
        }
        for leak in leaks { try console.write("\(leak.path):\(leak.line)  \(leak.rule)  LEAK\n") }
    }
}
