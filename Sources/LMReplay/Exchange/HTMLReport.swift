import LMJSON

/// Writes a cassette as one page to look at: when what came, what was said, what it cost.
///
/// The page is one file without scripts, loads nothing, and shows recorded text as text only.
public enum HTMLReport {
    /// The page.
    ///
    /// - Parameter name: the cassette's name, for the title.
    public static func export(_ cassette: Cassette, name: String) -> [UInt8] {
        var page = HTMLText()
        page.raw(
            """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8">
            <meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>
            """)
        page.text(name)
        page.raw("</title><style>\(HTMLStyle.sheet)</style></head><body><header><h1>")
        page.text(name)
        page.raw("</h1><p>")
        let facts = [
            "\(cassette.interactions.count) exchange\(cassette.interactions.count == 1 ? "" : "s")",
            cassette.header.recorded.map { "recorded \($0)" }, cassette.header.recorder,
            cassette.header.redaction.map { "redaction \($0)" },
        ]
        page.text(facts.compactMap(\.self).joined(separator: " · "))
        page.raw("</p></header><main>")
        for interaction in cassette.interactions { HTMLExchange(interaction).write(to: &page) }
        if cassette.interactions.count > 1 { writeTotal(cassette, to: &page) }
        page.raw("</main></body></html>\n")
        return page.bytes
    }

    private static func writeTotal(_ cassette: Cassette, to page: inout HTMLText) {
        let usages = cassette.interactions.compactMap { $0.response?.usage }
        guard !usages.isEmpty else { return }
        page.raw("<section class=total><h2>All exchanges</h2>")
        HTMLExchange.writeUsage(usages.reduce(TokenUsage(), +), to: &page)
        page.raw("</section>")
    }
}

/// A page while it is written.
struct HTMLText {
    private(set) var bytes: [UInt8] = []

    /// Adds markup.
    mutating func raw(_ markup: String) { bytes.append(contentsOf: markup.utf8) }

    /// Adds text that is no markup, whatever it looks like.
    mutating func text(_ text: String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": raw("&amp;")
            case "<": raw("&lt;")
            case ">": raw("&gt;")
            case "\"": raw("&quot;")
            case "'": raw("&#39;")
            // Control characters are not allowed in a page; the ones that turn the direction of text can deceive.
            case "\u{0}"..."\u{8}", "\u{B}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{202A}"..."\u{202E}",
                "\u{2066}"..."\u{2069}":
                raw("\u{FFFD}")
            default: bytes.append(contentsOf: String(scalar).utf8)
            }
        }
    }
}
