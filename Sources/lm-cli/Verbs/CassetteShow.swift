import LMJSON
import LMReplay

/// `lm-cli cassette show`.
enum CassetteShow {
    static let spec = CommandSpec(
        name: "show", summary: "Show what a cassette holds, exchange by exchange.",
        arguments: [CassetteCommand.one], action: .immediate { try run($0) })

    private static func run(_ invocation: Invocation) throws -> ExitStatus {
        let target = CassetteTarget.one(invocation)
        let cassette = try target.load()
        let summary = CassetteSummary(cassette)
        if invocation.isJSON {
            var document = summary.json(name: target.name)
            document["recorder"] = cassette.header.recorder.map(JSONValue.string) ?? .null
            document["redaction"] = cassette.header.redaction.map(JSONValue.string) ?? .null
            document["warnings"] = .array(cassette.warnings.map { .string($0.description) })
            document["interactions"] = .array(cassette.interactions.map(json))
            try invocation.console.write(json: .object(document))
            return .success
        }
        let origin = [
            cassette.header.recorded.map { "recorded \($0)" }, cassette.header.recorder.map { "by \($0)" },
            cassette.header.redaction.map { "redaction \($0)" }, cassette.header.scan.map { "scan \($0)" },
        ].compactMap(\.self).joined(separator: " · ")
        var lines = ["\(target.name) · \(summary.facts.joined(separator: " · "))"]
        if !origin.isEmpty { lines.append(origin) }
        lines += cassette.warnings.map { "warning: \($0)" }
        for interaction in cassette.interactions { lines += [""] + self.lines(of: interaction) }
        try invocation.console.write(lines.map { $0 + "\n" }.joined())
        return .success
    }

    private static func lines(of interaction: Interaction) -> [String] {
        let response = interaction.response
        var facts = [
            "\(interaction.number)  \(interaction.request.method) \(URLText.withoutUserInfo(interaction.request.url)) → "
                + (response.map { "\($0.status)" } ?? "no answer")
        ]
        if let model = interaction.model { facts.append(model) }
        if let response {
            if response.isEventStream { facts.append(CassetteSummary.count(response.events.count, "event")) }
            facts.append(ByteCount.readable(response.body.count))
            if interaction.recordedDuration > .zero { facts.append(interaction.recordedDuration.readable) }
        }
        if !interaction.isWhole { facts.append(interaction.ending.map { "broke: \($0.how.rawValue)" } ?? "unfinished") }
        var lines = [facts.joined(separator: " · ")]
        if let asked = RecordedConversation.lines(of: interaction.requestBody).last { lines.append(indented(asked)) }
        let text = interaction.replyText
        if !text.isEmpty { lines.append(indented("reply: \(text)")) }
        if let usage = response?.usage { lines.append("   " + usage.words) }
        return lines
    }

    private static func indented(_ text: String) -> String { "   " + TextSanitizer.line(text, limit: 100) }

    private static func json(_ interaction: Interaction) -> JSONValue {
        var object = JSONObject([
            .init(key: "number", value: .count(interaction.number)),
            .init(key: "method", value: .string(interaction.request.method)),
            .init(key: "url", value: .string(interaction.request.url)),
            .init(key: "model", value: interaction.model.map(JSONValue.string) ?? .null),
            .init(key: "status", value: interaction.response.map { .count($0.status) } ?? .null),
            .init(key: "events", value: .count(interaction.response?.events.count ?? 0)),
            .init(key: "bytes", value: .count(interaction.response?.body.count ?? 0)),
            .init(key: "milliseconds", value: .count(Int(interaction.recordedDuration.wholeMilliseconds))),
            .init(key: "ending", value: interaction.ending.map { .string($0.how.rawValue) } ?? .null),
            .init(key: "reply", value: .string(interaction.replyText)),
        ])
        if let usage = interaction.response?.usage { object["usage"] = usage.json }
        return .object(object)
    }
}

extension Interaction {
    /// The text of the reply, as far as the stream's deltas tell.
    fileprivate var replyText: String {
        (response?.events ?? []).filter { $0.kind == .text && $0.type.hasSuffix("delta") }.map(\.delta).joined()
    }
}
