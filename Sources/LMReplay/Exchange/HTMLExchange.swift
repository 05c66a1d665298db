import LMJSON

/// One exchange on a report's page.
struct HTMLExchange {
    private let interaction: Interaction
    private let events: [RecordedEvent]
    private let duration: Int

    init(_ interaction: Interaction) {
        self.interaction = interaction
        events = interaction.response?.events ?? []
        duration = interaction.response?.cuts.milliseconds ?? 0
    }

    func write(to page: inout HTMLText) {
        page.raw("<section><h2><span class=number>\(interaction.number)</span> ")
        page.text("\(interaction.request.method) \(interaction.request.url)")
        page.raw("</h2><p class=facts>")
        let status = interaction.response?.status
        page.raw("<span class=\"status s\((status ?? 0) / 100)\">")
        page.text(status.map(String.init) ?? "no answer")
        page.raw("</span> ")
        page.text(facts.joined(separator: " · "))
        page.raw("</p>")
        writeTimeline(to: &page)
        writeConversation(to: &page)
        if let usage = interaction.response?.usage { Self.writeUsage(usage, to: &page) }
        writeEvents(to: &page)
        page.raw("</section>")
    }

    private var facts: [String] {
        var facts: [String] = []
        let bytes = interaction.response?.body.count ?? 0
        if let model = interaction.request.model { facts.append(model) }
        if !events.isEmpty { facts.append(eventCount) }
        facts.append("\(bytes) bytes")
        if let first = interaction.response?.cuts.first?.milliseconds {
            facts.append("first byte after \(Self.seconds(first))")
            facts.append("whole after \(Self.seconds(duration))")
        }
        if let ending = interaction.ending, !ending.isWhole {
            facts.append("broken: \(ending.failureName ?? ending.how.rawValue)")
        }
        return facts
    }

    private var eventCount: String { "\(events.count) event\(events.count == 1 ? "" : "s")" }

    // MARK: - Timeline

    /// A stretch of the timeline in which one kind of thing came, or nothing.
    private struct Stretch {
        var kind: String
        var start: Int
        var end: Int
    }

    /// Silence of at least a twentieth of the whole is shown as such.
    private var stretches: [Stretch] {
        guard duration > 0, let first = interaction.response?.cuts.first?.milliseconds else { return [] }
        let shortest = max(duration / 20, 100)
        var stretches = first > 0 ? [Stretch(kind: "wait", start: 0, end: first)] : []
        var now = first
        for event in events {
            guard let moment = event.millisecond else { continue }
            let kind = event.kind.rawValue
            if moment - now >= shortest {
                stretches.append(Stretch(kind: "idle", start: now, end: moment))
            } else if let last = stretches.last, last.kind == kind {
                stretches[stretches.count - 1].end = moment
                now = moment
                continue
            }
            stretches.append(Stretch(kind: kind, start: moment - now >= shortest ? moment : now, end: moment))
            now = moment
        }
        return stretches
    }

    private func writeTimeline(to page: inout HTMLText) {
        let stretches = stretches
        guard !stretches.isEmpty else { return }
        page.raw(
            "<svg class=timeline viewBox=\"0 0 1000 46\" preserveAspectRatio=none role=img><title>Timeline</title>")
        for stretch in stretches {
            let start = Double(stretch.start) / Double(duration) * 1000
            // What took no time is still to be seen.
            let width = max(Double(stretch.end - stretch.start) / Double(duration) * 1000, 2)
            page.raw(
                "<rect class=\(stretch.kind) x=\(Self.tenths(min(start, 998))) y=6 width=\(Self.tenths(width)) height=24><title>"
            )
            page.text("\(stretch.kind): \(Self.seconds(stretch.start)) to \(Self.seconds(stretch.end))")
            page.raw("</title></rect>")
        }
        for tick in 0...4 { page.raw("<line x1=\(tick * 250) x2=\(tick * 250) y1=32 y2=38 />") }
        page.raw("</svg><div class=scale>")
        for tick in 0...4 { page.raw("<span>\(Self.seconds(duration * tick / 4))</span>") }
        page.raw("</div><p class=legend>")
        var seen: Set<String> = []
        for stretch in stretches where seen.insert(stretch.kind).inserted {
            page.raw("<span><i class=\(stretch.kind)></i>\(stretch.kind)</span>")
        }
        page.raw("</p>")
    }

    // MARK: - Conversation

    private func writeConversation(to page: inout HTMLText) {
        page.raw("<div class=conversation>")
        let messages = HTMLConversation.messages(of: try? JSONValue(parsing: interaction.request.body))
        // What was said before stands in the exchange before.
        let new = messages.lastIndex { $0.role == "user" } ?? 0
        let earlier = messages[..<new].filter { $0.role != "system" && $0.role != "developer" }
        for message in messages[..<new] where !earlier.contains(message) { writeTurn(message, to: &page) }
        if !earlier.isEmpty {
            page.raw("<details><summary>\(earlier.count) earlier message\(earlier.count == 1 ? "" : "s")</summary>")
            for message in earlier { writeTurn(message, to: &page) }
            page.raw("</details>")
        }
        for message in messages[new...] { writeTurn(message, to: &page) }
        for answer in events.isEmpty ? wholeAnswer : answers { writeTurn(answer, to: &page) }
        page.raw("</div>")
    }

    /// What an answer says that was not streamed; the bytes themselves where that is not known.
    private var wholeAnswer: [HTMLConversation.Message] {
        guard let body = interaction.response?.body, !body.isEmpty else { return [] }
        let value = try? JSONValue(parsing: body)
        let items = value?["output"]?.arrayValue ?? value?["choices"]?.arrayValue?.compactMap { $0["message"] } ?? []
        guard !items.isEmpty else {
            return [.init(role: "answer", text: String(decoding: body.prefix(4000), as: UTF8.self))]
        }
        return HTMLConversation.messages(of: ["input": .array(items)]).map { message in
            var message = message
            if message.role == "assistant" { message.role = "answer" }
            return message
        }
    }

    /// What the stream brought, one for each stretch of a kind; a call of a tool is one of its own.
    private var answers: [HTMLConversation.Message] {
        var answers: [HTMLConversation.Message] = []
        var isNewPart = false
        for event in events {
            isNewPart = isNewPart || event.type.hasSuffix("part.added")
            if let name = event.calledTool { answers.append(.init(role: "tool", text: name + " ")) }
            guard !event.delta.isEmpty else { continue }
            defer { isNewPart = false }
            let role = event.kind == .text ? "answer" : event.kind.rawValue
            if answers.last?.role == role {
                answers[answers.count - 1].text += (isNewPart ? "\n" : "") + event.delta
            } else {
                answers.append(.init(role: role, text: event.delta))
            }
        }
        return answers
    }

    private func writeTurn(_ message: HTMLConversation.Message, to page: inout HTMLText) {
        let known = ["system", "developer", "user", "assistant", "tool", "tool result", "answer", "reasoning", "error"]
        page.raw("<div class=\"turn \(known.contains(message.role) ? message.role : "other")\"><b>")
        page.text(message.role)
        page.raw("</b><pre>")
        page.text(message.text)
        page.raw("</pre>")
        for picture in message.pictures {
            page.raw("<img alt=\"a picture of the request\" src=\"")
            page.text(picture)
            page.raw("\">")
        }
        page.raw("</div>")
    }

    // MARK: - Usage and events

    static func writeUsage(_ usage: TokenUsage, to page: inout HTMLText) {
        page.raw("<dl>")
        var rows = [
            ("input", "\(usage.input)" + (usage.inputCached > 0 ? " (\(usage.inputCached) cached)" : "")),
            ("output", "\(usage.output)" + (usage.outputReasoning > 0 ? " (\(usage.outputReasoning) reasoning)" : "")),
        ]
        if let ticks = usage.costTicks { rows.append(("cost", dollars(ticks))) }
        for (name, value) in rows {
            page.raw("<div><dt>\(name)</dt><dd>")
            page.text(value)
            page.raw("</dd></div>")
        }
        page.raw("</dl>")
    }

    private func writeEvents(to page: inout HTMLText) {
        guard !events.isEmpty else { return }
        page.raw("<details><summary>\(eventCount)</summary><table><tr><th>ms<th>type<th>payload</tr>")
        for event in events {
            page.raw("<tr class=\(event.kind.rawValue)><td>\(event.millisecond.map(String.init) ?? "")<td>")
            page.text(event.type)
            page.raw("<td><code>")
            let text = event.payload?.text() ?? ""
            page.text(text.utf8.count > 600 ? String(text.prefix(600)) + "…" : text)
            page.raw("</code></tr>")
        }
        page.raw("</table></details>")
    }

    // MARK: - Numbers

    private static func seconds(_ milliseconds: Int) -> String {
        milliseconds < 1000
            ? "\(milliseconds) ms" : "\(milliseconds / 1000).\(milliseconds % 1000 / 100)\(milliseconds % 100 / 10) s"
    }

    private static func tenths(_ value: Double) -> String { String((value * 10).rounded() / 10) }

    /// A cost in dollars, to a thousandth of a cent.
    private static func dollars(_ ticks: Int) -> String {
        let units = max(ticks, 0) / 100_000
        let digits = String(units % 100_000)
        return "$\(units / 100_000)." + String(repeating: "0", count: 5 - digits.count) + digits
    }
}
