import Testing

@testable import lm_cli

@Suite struct EditingTests {
    private func keys(_ text: String) -> [Key] {
        var decoder = KeyDecoder()
        return decoder.decode(Array(text.utf8)) + decoder.flush()
    }

    @Test(arguments: [
        ("a", [Key.text("a")]), ("aé世👩‍👩‍👧", [.text("aé世👩‍👩‍👧")]), ("\r", [.enter]), ("\n", [.newline]),
        ("\u{1B}\r", [.newline]),
        ("\u{7F}", [.backspace]), ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
        ("\u{1B}OA", [.up]), ("\u{1B}[3~", [.delete]),
        ("\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~", [.home, .end, .home, .end]),
        ("\u{1B}[1;5C\u{1B}[1;3D\u{1B}b\u{1B}f", [.wordRight, .wordLeft, .wordLeft, .wordRight]),
        ("\u{03}\u{04}\u{1A}\u{07}\u{0C}\t", [.interrupt, .endOfFile, .suspend, .editor, .clear, .tab]),
        ("\u{1B}", [.escape]), ("\u{1B}[200~a\r\nb\u{1B}[201~c", [.paste("a\nb"), .text("c")]),
        ("\u{1B}[99;99X", []), ("a\u{1B}[200~\u{1B}[31mx\u{07}\u{1B}[201~", [.text("a"), .paste("[31mx")]),
    ])
    func `bytes become keys`(bytes: String, expected: [Key]) {
        #expect(keys(bytes) == expected)
    }

    @Test func `keys do not depend on how the bytes were cut`() {
        let bytes = Array("aé世\u{1B}[A\u{1B}[200~x\r\ny\u{1B}[201~\u{1B}[1;5Cz\r".utf8)
        let whole = keys(String(decoding: bytes, as: UTF8.self))
        for cut in 1..<bytes.count {
            var decoder = KeyDecoder()
            var keys = decoder.decode(Array(bytes[..<cut])) + decoder.decode(Array(bytes[cut...]))
            // Characters that came apart are the same characters.
            keys = keys.reduce(into: []) { all, key in
                if case .text(let new) = key, case .text(let old)? = all.last {
                    all[all.count - 1] = .text(old + new)
                } else {
                    all.append(key)
                }
            }
            #expect(keys == whole, "cut at \(cut)")
        }
    }

    @Test func `several lines at once are one message, also without marks around them`() {
        #expect(keys("one\rtwo\rthree") == [.paste("one\ntwo\nthree")])
        #expect(keys("one\r") == [.text("one"), .enter])
    }

    @Test func `bytes that are no UTF-8 do not stop the keyboard`() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0xFF, 0x61]) == [.text("\u{FFFD}a")])
    }

    private func edited(_ keys: Key..., history: [String] = []) -> LineEditor {
        var editor = LineEditor(history: InputHistory(entries: history))
        for key in keys { _ = editor.handle(key) }
        return editor
    }

    @Test func `text is edited where the cursor stands`() {
        #expect(edited(.text("held"), .left, .text("o"), .left, .backspace, .text("r")).buffer.text == "herod")
        #expect(edited(.text("one two three"), .deleteWord).buffer.text == "one two ")
        #expect(edited(.text("one two"), .wordLeft, .deleteToStart).buffer.text == "two")
        #expect(edited(.text("one two"), .home, .wordRight, .deleteToEnd).buffer.text == "one")
        #expect(edited(.text("ab"), .home, .delete, .end, .text("c")).buffer.text == "bc")
    }

    @Test func `characters are what a person sees as one`() {
        #expect(edited(.text("e"), .text("\u{301}"), .backspace).buffer.text == "")
        #expect(edited(.text("👩‍👩‍👧🇩🇪"), .backspace).buffer.text == "👩‍👩‍👧")
    }

    @Test func `a backslash at the end and Alt-Enter go on in a new line`() {
        var editor = edited(.text("one\\"))
        #expect(editor.handle(.enter) == .edited)
        #expect(editor.handle(.text("two")) == .edited)
        #expect(editor.handle(.newline) == .edited)
        #expect(editor.handle(.text("three")) == .edited)
        #expect(editor.handle(.enter) == .submitted("one\ntwo\nthree"))
        #expect(editor.buffer.isEmpty)
    }

    @Test func `what was typed before is taken up again, and the draft is not lost`() {
        var editor = edited(.text("draft"), history: ["first", "second"])
        _ = editor.handle(.up)
        #expect(editor.buffer.text == "second")
        _ = editor.handle(.up)
        _ = editor.handle(.up)
        #expect(editor.buffer.text == "first")
        _ = editor.handle(.down)
        _ = editor.handle(.down)
        #expect(editor.buffer.text == "draft")
    }

    @Test func `Ctrl-C clears a line, and on an empty one is told; Ctrl-D leaves an empty one only`() {
        var editor = edited(.text("typed"))
        #expect(editor.handle(.interrupt) == .edited)
        #expect(editor.buffer.isEmpty)
        #expect(editor.handle(.interrupt) == .interrupted)
        #expect(editor.handle(.endOfFile) == .ended)
        var typed = edited(.text("x"))
        #expect(typed.handle(.endOfFile) == .edited)
    }

    @Test func `a tab completes what is clear, and lists what is not`() {
        var editor = LineEditor(history: InputHistory()) { line in
            ["/model", "/mood", "/why"].filter { $0.hasPrefix(line) }
        }
        _ = editor.handle(.text("/w"))
        #expect(editor.handle(.tab) == .edited)
        #expect(editor.buffer.text == "/why")
        _ = editor.handle(.deleteToStart)
        _ = editor.handle(.text("/m"))
        #expect(editor.handle(.tab) == .edited)
        #expect(editor.buffer.text == "/mo")
        #expect(editor.handle(.tab) == .candidates(["/model", "/mood"]))
    }

    @Test func `the row is never wider than the screen, and the cursor is in it`() {
        var generator = SplitMix64(seed: 9)
        let alphabet = ["a", "世", "👩‍👩‍👧", "é", " ", "\n", "\u{1B}", "\u{202E}"]
        for _ in 0..<500 {
            var buffer = LineBuffer()
            for _ in 0..<Int.random(in: 0...60, using: &generator) {
                buffer.insert(alphabet[Int.random(in: 0..<alphabet.count, using: &generator)])
            }
            for _ in 0..<Int.random(in: 0...30, using: &generator) { buffer.moveLeft() }
            let columns = Int.random(in: 20...80, using: &generator)
            let view = LineView(prompt: "> ", columns: columns, typography: .unicode, isStyled: false)
            let row = view.row(buffer)
            let text = row.dropFirst().prefix { $0 != "\u{1B}" }
            #expect(DisplayWidth.of(text) < columns, "\(row.debugDescription)")
            #expect(!text.contains("\n"))
        }
    }

    @Test func `commands are words behind a slash, and two slashes are one for the model`() {
        #expect(SlashCommand.parse("/model 4.3 high") == .command(.model, "4.3 high"))
        #expect(SlashCommand.parse("  /quit  ") == .command(.quit, ""))
        #expect(SlashCommand.parse("//etc is a folder") == .message("/etc is a folder"))
        #expect(SlashCommand.parse("hello /model") == .message("hello /model"))
        #expect(SlashCommand.parse("/modle") == .unknown("modle"))
        #expect(SlashCommand.suggestion(for: "modle") == .model)
        #expect(SlashCommand.parse("   ") == .nothing)
    }

    @Test func `a picker filters by what is typed`() {
        var picker = Picker(["Grok 4.7", "Grok 4.3", "Grok Build"])
        #expect(picker.handle(.down) == .moved)
        #expect(picker.handle(.enter) == .chosen(1))
        _ = picker.handle(.text("bui"))
        #expect(picker.handle(.enter) == .chosen(2))
        _ = picker.handle(.text("x"))
        #expect(picker.handle(.enter) == .moved)
        #expect(picker.handle(.escape) == .left)
        #expect(
            DisplayWidth.of(picker.row("model:", columns: 20).filter { $0 != "\r" }.replacing("\u{1B}[K", with: ""))
                < 20)
    }

    @Test func `history is kept over chats, a message with several lines too`() throws {
        let folder = try TemporaryFolder()
        var history = InputHistory()
        history.add("one")
        history.add("two\nlines")
        history.add("two\nlines")
        history.save(folder.path + "/history")
        #expect(InputHistory.load(folder.path + "/history").entries == ["one", "two\nlines"])
        #expect(folder.mode(of: "history") == 0o600)
        #expect(InputHistory.load(folder.path + "/none").entries.isEmpty)
    }
}
