import Testing

@testable import LMMacroExpansion

@Suite struct LexerTests {
    /// The tokens of a text but the end, each as it is written.
    private func tokens(_ text: String) -> [String] {
        let source = SourceText(text)
        return Lexer.tokens(of: source).dropLast().map { source.text($0.range) }
    }

    private func kinds(_ text: String) -> [Token.Kind] { Lexer.tokens(of: SourceText(text)).dropLast().map(\.kind) }

    @Test func `comments nest and are no tokens`() {
        #expect(tokens("a /* x /* y } */ \" */ b // c {\n/**/d") == ["a", "b", "d"])
        #expect(Lexer.tokens(of: SourceText("a /*\n*/ b")).map(\.startsLine) == [true, true, false])
    }

    @Test(arguments: [
        #""plain""#, #""""#, #""a \" b""#, #""\(a + f("x)", [1]))""#, #""\("in \("deeper") }")""#, ##"#"raw " \n"#"##,
        ##"#"\#(a) "quoted""#"##, ##"#"""#"##, "\"\"\"\n  a \"b\" \"\"\n  \\(c)\n  \"\"\"",
        "#\"\"\"\n  \"\"\" \\(no)\n  \"\"\"#", ##""// no comment /*""##, #""\\""#,
    ])
    func `a string literal is one token`(literal: String) {
        #expect(kinds("(\(literal), x)") == [.leftParen, .string, .comma, .identifier, .rightParen])
    }

    @Test(arguments: [
        "/abc/", #"/a\/b/"#, "/(a|b)*/", "/[/]/".replacing("/]", with: "x]"), #"/\(/"#, "/[)(]/", "/./", "/.*/",
        "#/a/b \" { /#", "##/ /# /##", "#/\n  a ( b\n/#",
    ])
    func `a regular expression literal is one token`(literal: String) {
        #expect(kinds("(\(literal))") == [.leftParen, .regex, .rightParen])
    }

    @Test(arguments: ["a / b / c", "a/b/c", "(a)/(b)", "x[0]/y", "a /= b/2", "f(/, 1)", "a(/b)", "f( / x/ )"])
    func `a slash that starts no regular expression is an operator`(text: String) {
        #expect(!kinds(text).contains(.regex))
    }

    @Test func `a regular expression ends where a line ends only if it is closed`() {
        #expect(kinds("x = /a}b/\n}") == [.identifier, .equal, .regex, .rightBrace])
        #expect(kinds("!/a/") == [.prefixOperator, .regex])
    }

    @Test func `what stands around an operator says what it is`() {
        #expect(kinds("a + b") == [.identifier, .infixOperator, .identifier])
        #expect(kinds("a+b") == [.identifier, .infixOperator, .identifier])
        #expect(kinds("(-b)") == [.leftParen, .prefixOperator, .identifier, .rightParen])
        #expect(kinds("a... ") == [.identifier, .postfixOperator])
        #expect(kinds("a ? b : c") == [.identifier, .infixQuestion, .identifier, .colon, .identifier])
        #expect(kinds("a?.b!") == [.identifier, .postfixQuestion, .period, .identifier, .exclamation])
        #expect(kinds("Int??") == [.identifier, .postfixQuestion, .postfixQuestion])
        #expect(kinds("a .== b") == [.identifier, .infixOperator, .identifier])
        #expect(kinds("() -> ()") == [.leftParen, .rightParen, .arrow, .leftParen, .rightParen])
        #expect(tokens("a +/* c */b") == ["a", "+", "b"])
    }

    @Test func `names may be in backticks and beyond ASCII`() {
        #expect(
            kinds("`in` `two words` größe 🚀 $0 _") == [
                .quotedIdentifier, .quotedIdentifier, .identifier, .identifier, .identifier, .identifier,
            ])
        #expect(kinds("a ≠ b") == [.identifier, .infixOperator, .identifier])
    }

    @Test(arguments: ["0", "1_000", "0xFF", "1.5", "1e10", "1.5e-3", "0x1.8p-1", "0b1"])
    func `a number is one token`(number: String) {
        #expect(tokens("(\(number))") == ["(", number, ")"])
    }

    @Test func `a dot after a number is a member unless digits follow`() {
        #expect(tokens("1.description") == ["1", ".", "description"])
        #expect(tokens("x.0.1") == ["x", ".", "0", ".", "1"])
        #expect(tokens("0xA.hash") == ["0xA", ".", "hash"])
    }

    @Test(arguments: ["\"", "\"\\", "\"\\(", "\"\"\"", "/*", "#\"", "#/", "`a", "#", "0x", "/a", "\u{0}", "\"\\(a"])
    func `text that breaks off ends in tokens all the same`(text: String) {
        #expect(Lexer.tokens(of: SourceText(text)).last?.kind == .end)
    }
}
