import Testing

@testable import lm_cli

@Suite struct TextSanitizerTests {
    @Test func `text without controls is the same text`() {
        let text = "Grüße, 世界 👩‍👩‍👧 — one\ttwo\nthree"
        #expect(TextSanitizer.sanitized(text) == text)
    }

    @Test(arguments: [
        ("\u{1B}[31mred", "␛[31mred"), ("a\u{07}b\u{08}c", "a␇b␈c"), ("\u{7F}", "␡"), ("\u{0}", "␀"),
        ("\u{9B}2J", "␛[2J"), ("\u{9D}52;c;\u{9C}", "␛]52;c;␛\\"), ("over\rwrite", "over␍write"),
        ("line\r\nline", "line\nline"), ("tail\r", "tail␍"), ("\r\r\n", "␍\n"),
        ("\u{202E}evil", "<U+202E>evil"), ("a\u{2066}b\u{2069}", "a<U+2066>b<U+2069>"), ("\u{061C}", "<U+61C>"),
        ("\u{E0041}", "<U+E0041>"), ("a\u{2028}b", "a<U+2028>b"),
    ])
    func `what a terminal would obey is shown instead`(text: String, shown: String) {
        #expect(TextSanitizer.sanitized(text) == shown)
    }

    @Test func `an ASCII terminal gets carets`() {
        #expect(TextSanitizer.sanitized("\u{1B}[2J\u{7F}", notation: .carets) == "^[[2J^?")
    }

    @Test func `the result does not depend on where the text was cut`() {
        var generator = SplitMix64(seed: 7)
        let alphabet: [Unicode.Scalar] = [
            "a", "\r", "\n", "\u{1B}", "[", "\u{9B}", "é", "\u{202E}", "世", "\u{200D}", "\u{7F}", " ",
        ]
        for _ in 0..<2000 {
            let scalars = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
            }
            let whole = TextSanitizer.sanitized(string(scalars[...]))
            var sanitizer = TextSanitizer()
            var pieces = ""
            var rest = scalars[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...rest.count, using: &generator)
                pieces += sanitizer.sanitize(string(rest.prefix(count)))
                rest = rest.dropFirst(count)
            }
            pieces += sanitizer.finish()
            #expect(pieces == whole)
            #expect(
                !whole.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F..<0xA0).contains($0.value) })
        }
    }

    @Test func `one line is one line, and no longer than asked`() {
        #expect(TextSanitizer.line("a\n b\t\u{1B}c", limit: 10) == "a b ␛c")
        #expect(TextSanitizer.line("abcdefgh", limit: 5) == "abcd…")
    }

    private func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }
}
