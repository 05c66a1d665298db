import LMJSON
import LMReplay

/// `lm-cli cassette stats`.
enum CassetteStats {
    static let spec = CommandSpec(
        name: "stats", summary: "Sum cassettes up: tokens, time, and the cost that each replay of them saves.",
        arguments: [CassetteCommand.several], action: .immediate { try run($0) })

    private static func run(_ invocation: Invocation) throws -> ExitStatus {
        let targets = try CassetteTarget.all(invocation.arguments.words)
        let summaries = try targets.map { target throws(CLIError) in CassetteSummary(try target.load()) }
        let usage = summaries.reduce(TokenUsage()) { $0 + $1.usage }
        let models = Set(summaries.flatMap(\.models)).sorted()
        let sums = [\CassetteSummary.interactions, \.events, \.bytes, \.partial, \.milliseconds].map { key in
            summaries.map { $0[keyPath: key] }.saturatedSum
        }
        if invocation.isJSON {
            try invocation.console.write(json: [
                "cassettes": .count(targets.count), "exchanges": .count(sums[0]), "events": .count(sums[1]),
                "bytes": .count(sums[2]), "broken": .count(sums[3]), "milliseconds": .count(sums[4]),
                "models": .array(models.map(JSONValue.string)), "usage": usage.json,
            ])
            return .success
        }
        let time = Duration.milliseconds(sums[4]).readable
        let cost = usage.costTicks.map { " and \(Amount.price(Int64($0)))" } ?? ""
        let rows = [
            ["cassettes", "\(targets.count)"],
            ["exchanges", "\(sums[0])" + (sums[3] > 0 ? ", \(sums[3]) broken" : "")],
            ["events", "\(sums[1])"], ["size", ByteCount.readable(sums[2])],
            ["models", models.isEmpty ? "-" : models.joined(separator: " ")], ["tokens", usage.words],
            ["saved", "\(time)\(cost) with each replay of all"],
        ]
        try invocation.console.write(TextTable(rows: rows))
        return .success
    }
}
