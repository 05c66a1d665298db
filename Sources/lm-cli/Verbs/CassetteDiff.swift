import LMJSON
import LMReplay

/// `lm-cli cassette diff`.
enum CassetteDiff {
    static let spec = CommandSpec(
        name: "diff",
        summary: "Compare two cassettes: requests by JSON path, answers by status, ending and grammar, not by wording.",
        arguments: [
            ArgumentSpec("first", .one, .cassette, "A cassette."),
            ArgumentSpec("second", .one, .cassette, "The one to compare it with."),
        ],
        groups: [
            OptionGroup(title: "OPTIONS", options: [OptionSpec(.text, .on, "Compare the text of the answers, too.")])
        ],
        exits: [.success, .negative, .data, .noInput], action: .immediate { try run($0) })

    private static func run(_ invocation: Invocation) throws -> ExitStatus {
        let targets = try invocation.arguments.words.map { word throws(CLIError) in
            try CassetteTarget(name: word, path: CassetteName.path(word)).load()
        }
        let difference = CassetteDifference(targets[0], targets[1], wording: invocation.arguments.isOn(.text))
        if invocation.isJSON {
            try invocation.console.write(json: ["differences": .array(difference.lines.map(JSONValue.string))])
        } else {
            for line in difference.lines { try invocation.console.write(line + "\n") }
        }
        return difference.isEmpty ? .success : .code(.negative)
    }
}
