import LMJSON
import LMReplay
import LMResponses

/// `lm-cli cassette coverage`.
enum CassetteCoverage {
    static let spec = CommandSpec(
        name: "coverage",
        summary: "Say which events and members that the decoder reads no cassette exercises, and which it reads over.",
        arguments: [CassetteCommand.several], examples: ["lm-cli cassette coverage Fixtures"],
        action: .immediate { try run($0) })

    private static func run(_ invocation: Invocation) throws -> ExitStatus {
        let targets = try CassetteTarget.all(invocation.arguments.words)
        let cassettes = try targets.map { target throws(CLIError) in try target.load() }
        let recorded = EventGrammar(cassettes.map(\.responses))
        let known = EventGrammar(fields: ResponsesGrammar.fields)
        let (covered, total) = known.coverage(by: recorded)
        let types = known.types.filter { recorded.fields[$0] != nil }.count
        let missing = known.lacking(in: recorded)
        let ignored = recorded.lacking(in: known).filter { line in
            !ResponsesGrammar.wholes.contains { line.contains(": \($0)/") }
        }
        if invocation.arguments.isOn(.json) {
            try invocation.console.write(json: [
                "covered": .count(covered), "total": .count(total), "types": .count(types),
                "allTypes": .count(known.types.count), "notExercised": .array(missing.map(JSONValue.string)),
                "notRead": .array(ignored.map(JSONValue.string)),
            ])
            return .success
        }
        let percent = total > 0 ? covered * 100 / total : 0
        var lines = [
            "grammar coverage: \(covered) of \(total) (\(percent) %), \(types) of \(known.types.count) event types, "
                + "in \(CassetteSummary.count(targets.count, "cassette"))"
        ]
        if !missing.isEmpty { lines += ["", "read, and in no cassette:"] + missing.map { "  \($0)" } }
        if !ignored.isEmpty { lines += ["", "recorded, and not read:"] + ignored.map { "  \($0)" } }
        try invocation.console.write(lines.map { $0 + "\n" }.joined())
        return .success
    }
}

extension Cassette {
    /// The exchanges of the Responses API, which is the one whose decoder is asked about.
    fileprivate var responses: Cassette {
        Cassette(interactions: interactions.filter { $0.path.contains("/responses") })
    }
}
