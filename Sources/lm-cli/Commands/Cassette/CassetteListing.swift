import LMJSON
import LMReplay

/// `lm-cli cassette ls`.
enum CassetteListing {
    static let spec = CommandSpec(
        name: "ls", summary: "List cassettes: what they hold and what they cost.",
        arguments: [CassetteCommand.several], action: .immediate { try run($0) })

    private static func run(_ invocation: Invocation) throws -> ExitStatus {
        var rows = [["NAME", "EXCHANGES", "EVENTS", "SIZE", "TOKENS", "COST", "MODELS", "RECORDED"]]
        var documents: [JSONValue] = []
        for target in try CassetteTarget.all(invocation.arguments.words) {
            do throws(CLIError) {
                let summary = CassetteSummary(try target.load())
                documents.append(.object(summary.json(name: target.name)))
                rows.append([
                    target.name, "\(summary.interactions)", "\(summary.events)", ByteCount.readable(summary.bytes),
                    ReplyFooter.count(summary.usage.input + summary.usage.output),
                    summary.usage.costTicks.map { ReplyFooter.price(Int64($0)) } ?? "-",
                    summary.models.isEmpty ? "-" : summary.models.joined(separator: " "), summary.recorded ?? "-",
                ])
            } catch {
                // One that is damaged does not hide the others.
                documents.append(["name": .string(target.name), "error": .string(error.message)])
                rows.append([target.name, "damaged"])
                invocation.console.warn(error.message)
            }
        }
        if invocation.arguments.isOn(.json) {
            try invocation.console.write(JSONText.line(.array(documents)))
        } else {
            try invocation.console.write(invocation.console.shown(TextTable.lines(rows).map { $0 + "\n" }.joined()))
        }
        return .success
    }
}
