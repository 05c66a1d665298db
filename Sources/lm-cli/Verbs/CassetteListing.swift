import LMJSON
import LMReplay

/// `lm-cli cassette ls`.
enum CassetteListing {
    static let spec = CommandSpec(
        name: "ls", summary: "List cassettes: what they hold and what they cost.",
        arguments: [CassetteCommand.several], action: .immediate { try run($0) })

    private static func run(_ invocation: Invocation) throws -> ExitStatus {
        var table = TextTable(
            headings: ["NAME", "EXCHANGES", "EVENTS", "SIZE", "TOKENS", "COST", "MODELS", "RECORDED"], rows: [])
        var documents: [JSONValue] = []
        for target in try CassetteTarget.all(invocation.arguments.words) {
            do throws(CLIError) {
                let summary = CassetteSummary(try target.load())
                documents.append(.object(summary.json(name: target.name)))
                table.rows.append([
                    target.name, "\(summary.interactions)", "\(summary.events)", ByteCount.readable(summary.bytes),
                    Amount.tokens(summary.usage.input.addingSaturated(summary.usage.output)),
                    summary.usage.costTicks.map { Amount.price(Int64($0)) } ?? "-",
                    summary.models.isEmpty ? "-" : summary.models.joined(separator: " "), summary.recorded ?? "-",
                ])
            } catch {
                // One that is damaged does not hide the others.
                documents.append(["name": .string(target.name), "error": .string(error.message)])
                table.rows.append([target.name, "damaged"])
                invocation.console.warn(error.message)
            }
        }
        if invocation.isJSON {
            try invocation.console.write(json: .array(documents))
        } else {
            try invocation.console.write(table)
        }
        return .success
    }
}
