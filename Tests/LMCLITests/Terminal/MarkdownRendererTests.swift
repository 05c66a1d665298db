import Testing

@testable import lm_cli

@Suite struct MarkdownRendererTests {
    static let document = """
        # A *title* with `code`

        Prose with **bold words**, *emphasis*, ~~gone~~, `code ` and [a link](https://x.ai/docs "title").
        A line of its own: 2 * 3 * 4, snake_case_name, **kwargs, 5 * 6 and a\\*b.

        - one
        - two with words that are long enough to have to be wrapped somewhere on the way
          - nested *item*
            1. deep
        - [ ] task
        3. third
        10) tenth

        > quoted **words** that go on
        > > twice

        ```swift
        let x = "**not bold**"   // 世界

        func f() {}
        ```

        | Name | Wert |
        |:-----|-----:|
        | `a|b` | 1 |
        | 世界 | **22** |

        Behind ![an image](cat.png) <https://example.com> and 世界中の人々がこの文章を読んでいますそして続きます。
        ---
        *open and never closed, __also__ [not a link] and ``x`y``
        """

    private func render(_ text: String, width: Int = 60, isStyled: Bool = false, pieces: [String]? = nil) -> String {
        var renderer = MarkdownRenderer(width: width, isStyled: isStyled)
        let shown = (pieces ?? [text]).map { renderer.render($0) }.joined()
        return shown + renderer.finish()
    }

    @Test func `a document without styles`() {
        #expect(
            render(Self.document) == """
                A title with `code`

                Prose with bold words, emphasis, gone, `code ` and a link
                (https://x.ai/docs).
                A line of its own: 2 * 3 * 4, snake_case_name, **kwargs, 5 *
                6 and a*b.

                • one
                • two with words that are long enough to have to be wrapped
                  somewhere on the way
                  • nested item
                    1. deep
                • [ ] task
                3. third
                10) tenth

                │ quoted words that go on
                │ │ twice

                swift:
                let x = "**not bold**"   // 世界

                func f() {}

                Name   Wert
                ─────  ────
                `a|b`     1
                世界     22

                Behind [image: an image] (cat.png) https://example.com and
                世界中の人々がこの文章を読んでいますそして続きます。

                ────────────────────────────────────────

                *open and never closed, also [not a link] and ``x`y``

                """)
    }

    @Test func `styles are the sixteen colours and attributes of the terminal, and are turned off again`() {
        #expect(
            render("**b** `c` *i*", isStyled: true)
                == "\u{1B}[0;1mb\u{1B}[0m \u{1B}[0;36mc\u{1B}[0m \u{1B}[0;3mi\u{1B}[0m\n")
        #expect(render("# H\n", isStyled: true) == "\u{1B}[0;1mH\u{1B}[0m\n")
    }

    @Test func `acceptance 16: the result does not depend on how the text is cut`() {
        var generator = SplitMix64(seed: 11)
        let scalars = Array(Self.document.unicodeScalars)
        for width in [24, 60, 100] {
            for isStyled in [false, true] {
                let whole = render(Self.document, width: width, isStyled: isStyled)
                for _ in 0..<60 {
                    let pieces = cut(scalars, into: 40, using: &generator)
                    #expect(render("", width: width, isStyled: isStyled, pieces: pieces) == whole)
                }
            }
        }
    }

    /// A text in pieces of random lengths up to a limit.
    private func cut(_ scalars: [Unicode.Scalar], into limit: Int, using generator: inout SplitMix64) -> [String] {
        var pieces: [String] = []
        var rest = scalars[...]
        while !rest.isEmpty {
            let count = Int.random(in: 1...min(rest.count, limit), using: &generator)
            pieces.append(string(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return pieces
    }

    @Test func `acceptance 16: random marks render alike in ten thousand cuts, and nothing of a word is lost`() {
        var generator = SplitMix64(seed: 5)
        var cuts = SplitMix64(seed: 6)
        let alphabet: [Unicode.Scalar] = Array("xy *_`~[]()<>#-+|!\\\n 1.:世".unicodeScalars)
        for _ in 0..<1500 {
            let scalars = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
            }
            let text = string(scalars[...])
            let whole = render(text, width: 30)
            #expect(render("", width: 30, pieces: scalars.map { String($0) }) == whole)
            for _ in 0..<6 {
                #expect(render("", width: 30, pieces: cut(scalars, into: 6, using: &cuts)) == whole)
            }
            // Every letter of the source is there, in order.
            #expect(
                whole.filter { $0 == "x" || $0 == "y" || $0 == "世" }
                    == text.filter { $0 == "x" || $0 == "y" || $0 == "世" }, "\(text)")
        }
    }

    @Test func `removing the line feeds that wrapping added gives the words back`() {
        var generator = SplitMix64(seed: 3)
        for _ in 0..<200 {
            let words = (0..<Int.random(in: 1...60, using: &generator)).map { _ in
                String(repeating: "w", count: Int.random(in: 1...12, using: &generator))
            }
            let text = words.joined(separator: " ")
            let shown = render(text, width: Int.random(in: 20...60, using: &generator))
            #expect(shown.split(whereSeparator: { $0 == "\n" || $0 == " " }).map(String.init) == words)
        }
    }

    @Test func `acceptance 17: no line of prose, lists, quotes or tables is wider than the screen`() {
        let prose = Self.document.replacing("let x = \"**not bold**\"   // 世界", with: "x").replacing(
            "func f() {}", with: "f")
        for width in [20, 21, 27, 33, 40, 57, 80, 120, 200] {
            for isStyled in [false, true] {
                for line in render(prose, width: width, isStyled: isStyled).split(separator: "\n") {
                    let plain = line.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
                    #expect(DisplayWidth.of(plain) <= width, "\(width): \(plain)")
                }
            }
        }
    }

    @Test func `words go out as they come, but for one that is not whole`() {
        var renderer = MarkdownRenderer(width: 40, isStyled: false)
        #expect(renderer.render("Hello wor") == "Hello")
        #expect(renderer.render("ld and") == " world")
        #expect(renderer.render(" **bo") == " and")
        #expect(renderer.render("ld** x") == " bold")
        #expect(renderer.finish() == " x\n")
    }

    @Test(arguments: [
        ("text\n# Head\nmore", "text\n\nHead\nmore\n"), ("- a\n- b\n## Head", "• a\n• b\n\nHead\n"),
        ("text\n- a\n  - b\n- c", "text\n\n• a\n  • b\n• c\n"), ("text\n```\nx\n```\nmore", "text\n\nx\n\nmore\n"),
        ("- a\n```sh\nx\n```\n- b", "• a\n\nsh:\nx\n\n• b\n"), ("text\n> q\n> r", "text\n\n│ q\n│ r\n"),
        ("text\n|a|\n|-|\n|1|\nmore", "text\n\na\n─\n1\n\nmore\n"), ("# A\n## B", "A\n\nB\n"),
        ("# A\n\n\ntext", "A\n\ntext\n"), ("1. a\n2. b\ntext", "1. a\n2. b\n\ntext\n"),
        ("```\nx\n```\n```\ny\n```", "x\n\ny\n"), ("    a\n    b\ntext", "a\nb\n\ntext\n"),
        ("text\n\n- a\n\n  more of a\n- b", "text\n\n• a\n\n  more of a\n• b\n"),
    ])
    func `an empty line stands before headings and blocks, whatever the source has`(source: String, shown: String) {
        #expect(render(source) == shown)
        #expect(render("", pieces: source.map { String($0) }) == shown)
    }

    @Test func `code goes out line by line`() {
        var renderer = MarkdownRenderer(width: 40, isStyled: false)
        #expect(renderer.render("```\nlet a = 1\nlet") == "let a = 1\n")
        #expect(renderer.render(" b = 2\n``") == "let b = 2\n")
        #expect(renderer.render("`\ndone") == "\n")
        #expect(renderer.finish() == "done\n")
    }

    @Test func `a table waits for its last row, and says so`() {
        var renderer = MarkdownRenderer(width: 40, isStyled: false)
        #expect(renderer.render("| a | b |\n|---|---|\n| 1 | 2 |\n") == "")
        #expect(renderer.pendingStatus == "table, 3 rows…")
        #expect(renderer.render("\n") == "a  b\n─  ─\n1  2\n")
        #expect(renderer.pendingStatus == nil)
    }

    @Test func `a table that is too wide becomes a line for each cell`() {
        let text = "| Name | Description |\n|---|---|\n| one | a rather long text here |\n| two | b |\n"
        #expect(
            render(text, width: 24) == """
                Name: one
                Description: a rather
                  long text here

                Name: two
                Description: b

                """)
    }

    @Test func `a delimiter without a partner is text, and holds no more than its limit`() {
        var renderer = MarkdownRenderer(width: 80, isStyled: false)
        let words = String(repeating: "word ", count: 200)
        let shown = renderer.render("*" + words)
        #expect(shown.contains("*word word"))
        #expect(words.count - shown.count < InlineScanner.holdLimit + 20)
    }

    @Test func `runs of marks without partners are rendered to their end`() {
        for mark in ["[", "*a ", "`", "_", "![", "<http", "> ", "|", "\\"] {
            let text = String(repeating: mark, count: 3000)
            _ = render(text, width: 80)
        }
    }

    private func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }
}
