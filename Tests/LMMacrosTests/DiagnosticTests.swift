import Testing

@testable import LMMacroExpansion

@Suite struct DiagnosticTests {
    private func remarks(_ source: String, context: [String] = []) -> [PluginExchange.Remark] {
        PluginExchange("GenerableMacro", "extension", of: source, context: context, extending: "S").remarks
    }

    @Test(arguments: [
        ("@Generable final class S { var a: Int = 1 }", "@Generable", "structs and enums"),
        ("@Generable actor S {}", "@Generable", "structs and enums"),
        ("@Generable protocol S {}", "@Generable", "structs and enums"),
        ("/// é\n@Generable enum S {}", "@Generable", "at least one case"),
        ("@Generable struct S { var (a, b): (Int, Int) }", "(a, b)", "declare each value on its own"),
        ("@Generable struct S { @Guide(.count(3)) var a = [1] }", "a", "write its type"),
        ("@Generable struct S { lazy var a: Int = 1 }", "lazy", "make it a plain or a computed property"),
        ("@Generable struct S { weak var a: C? }", "weak", "cannot be generated"),
        ("@Generable struct S { var a: Int, b: (Int) -> Void }", "(Int) -> Void", "make the property computed"),
        ("@Generable struct S { var a: [(Int, Int)]? }", "(Int, Int)", "declare a '@Generable' struct"),
        ("@Generable struct S { var a: [String: any P] }", "any P", "name a type"),
        ("@Generable struct S { var a: [any P: Int] }", "any P", "name a type"),
        ("@Generable struct S { var a: Int?? }", "Int??", "write one '?'"),
        ("@Generable struct S { var a: Int.Type }", "Int.Type", "use a type that is 'Generable'"),
        ("@Generable struct S { var a: [Int: String] }", "[Int: String]", "write '[String: String]'"),
        ("@Generable struct S { var a: [[UUID: Int]] }", "[UUID: Int]", "the names of an object are strings"),
        ("@Generable struct S { var a: [Int?] }", "Int?", "write '[Int]'"),
        ("@Generable struct S { var a: [String: [Int?]]? }", "Int?", "write '[Int]'"),
        ("@Generable struct S { var a: [String: Int?] }", "Int?", "write '[String: Int]'"),
        ("@Generable enum S { case a([Int: String]) }", "[Int: String]", "write '[String: String]'"),
        ("@Generable struct S { @Guide(.range(1...5)) var a: String }", ".range(1...5)", "'anyOf', 'constant'"),
        ("@Generable struct S { @Guide(.anyOf([\"x\"])) var a: Int? }", ".anyOf([\"x\"])", "'minimum', 'maximum'"),
        ("@Generable struct S { @Guide(.maximum(3)) var a: [Int] }", ".maximum(3)", "'count', 'minimumCount'"),
        ("@Generable struct S { @Guide(description: \"d\", /x/) var a: Int }", "/x/", "'pattern' does not fit"),
        ("@Generable struct S { @Guide(.count(3)) var a: Bool }", ".count(3)", "it has none"),
        ("@Generable struct S { @Guide(.count(3)) var a: [String: Int] }", ".count(3)", "it has none"),
        ("@Generable struct S { var generatedContent: Int }", "generatedContent", "call the property otherwise"),
        ("@Generable struct S { var a: ID }", "ID", "as in 'S.ID'"),
        (
            "@Generable struct S {\n#if X\n@Guide(.count(1))\n#endif\nvar a: [Int] }", "@Guide(.count(1))",
            "put the whole property"
        ),
        (
            "#if X\n@available(macOS 15, *)\n#endif\n@Generable struct S { var a: Int }", "@available(macOS 15, *)",
            "put the whole type"
        ),
        (
            "@Generable(representNilExplicitlyInGeneratedContent: x) struct S {}",
            "representNilExplicitlyInGeneratedContent: x", "write 'true' or 'false'"
        ),
        ("@Generable enum S { case a(type: Int) }", "type: Int", "give the value another label"),
        ("@Generable enum S { case a(Int, value: String) }", "value: String", "give this one another label"),
        ("@Generable enum S { case a(x: Int), b, a(y: Int) }", "a", "give this one another name"),
        ("@Generable enum S { case a(() -> Void) }", "() -> Void", "make the property computed"),
    ])
    func `what cannot be generated is refused at its place with what to do`(
        source: String, place: String, advice: String
    ) {
        let remarks = remarks(source)
        #expect(remarks.count == 1)
        #expect(remarks.first?.severity == "error")
        #expect(remarks.first?.place == place)
        #expect(remarks.first?.message.contains(advice) == true, "\(remarks)")
        #expect(PluginExchange("GenerableMacro", "extension", of: source, extending: "S").source == "")
        let members = PluginExchange("GenerableMacro", "member", of: source)
        #expect(members.source == "")
        #expect(members.remarks.isEmpty)
    }

    @Test func `a guide on what is not generated does nothing, which is said`() {
        for source in [
            "@Generable struct S { @Guide(.count(1)) let a: [Int] = [] }",
            "@Generable struct S { @Guide(.count(1)) var a: [any P] = [] }",
            "@Generable struct S { @Guide(.count(1)) var a: GenerationID }",
        ] {
            let remarks = remarks(source)
            #expect(remarks.map(\.severity) == ["warning"])
            #expect(remarks.map(\.place) == ["@Guide(.count(1))"])
            #expect(remarks.first?.message.contains("remove the guide") == true)
        }
    }

    @Test func `a variable without a type is left out with a warning`() {
        let exchange = PluginExchange(
            "GenerableMacro", "extension", of: "@Generable struct S { var a: Int; var b = 1 }", extending: "S")
        #expect(exchange.remarks.map(\.severity) == ["warning"])
        #expect(exchange.remarks.map(\.place) == ["b"])
        #expect(exchange.source?.contains("self.a") == true)
        #expect(exchange.source?.contains("self.b") == false)
    }

    @Test func `raw values of a type that is not written as String give a warning`() {
        let remarks = remarks("@Generable enum S: Text { case a = \"x\" }")
        #expect(remarks.map(\.severity) == ["warning"])
        #expect(remarks.map(\.place) == ["\"x\""])
    }

    @Test func `the same case in different clauses is one case`() {
        #expect(remarks("@Generable enum S {\n#if X\ncase a(Int)\n#else\ncase a(String)\n#endif\n}").isEmpty)
    }

    @Test func `a private type within another cannot be extended`() {
        let remarks = remarks("@Generable private struct S { var a: Int }", context: ["struct Outer {}"])
        #expect(remarks.map(\.place) == ["private"])
        #expect(remarks.first?.corrected == "@Generable fileprivate struct S { var a: Int }")
        #expect(self.remarks("@Generable private struct S { var a: Int }").isEmpty)
        let deep = self.remarks(
            "@Generable struct S { var a: Int }", context: ["private struct Mid {}", "struct Outer {}"])
        #expect(deep.map(\.place) == ["S"])
        #expect(deep.first?.message.contains("make 'Mid' fileprivate") == true)
    }

    @Test func `what cannot be read is refused where it stands`() {
        let exchange = PluginExchange(
            "GenerableMacro", "extension", of: "@Generable struct S { var a: Int ~~ }", extending: "S")
        #expect(exchange.remarks.count == 1)
        #expect(exchange.remarks.first?.message.contains("expected a declaration here") == true)
        #expect(exchange.source == "")
    }

    @Test(arguments: [
        ("@Guide(.count(1)) var a: [Int] { [] }", "computed"), ("@Guide(.count(1)) static var a: [Int] = []", "static"),
        ("@Guide(.count(1)) func a() {}", "remove it"), ("@Guide(.count(1)) case a", "description of its enum"),
        ("@Guide(.count(1)) struct A {}", "describe a type"),
    ])
    func `a guide on anything but a stored property is refused`(source: String, advice: String) {
        let exchange = PluginExchange("GuideMacro", "peer", of: source, context: ["@Generable struct S {}"])
        #expect(exchange.remarks.map(\.severity) == ["error"])
        #expect(exchange.remarks.map(\.place) == ["@Guide(.count(1))"])
        #expect(exchange.remarks.first?.message.contains(advice) == true)
        #expect(exchange.source == "")
    }

    @Test func `a guide that says nothing is refused`() {
        for source in ["@Guide() var a: Int", "@Guide var a: Int"] {
            let exchange = PluginExchange("GuideMacro", "peer", of: source, context: ["@Generable struct S {}"])
            #expect(exchange.remarks.map(\.severity) == ["error"])
            #expect(exchange.remarks.first?.message.contains("write '@Guide(description: ") == true)
        }
    }

    @Test func `a guide of one's own fits any type, for all that is known`() {
        #expect(
            remarks("@Generable struct S { @Guide(.email) var a: String; @Guide(.range(1...2)) var b: Age }").isEmpty)
    }

    @Test func `a guide adds nothing, and warns where nobody reads it`() {
        let source = "@Guide(.count(1)) var a: [Int] { didSet {} }"
        let good = PluginExchange("GuideMacro", "peer", of: source, context: ["@Foo @LMProtocol.Generable struct S {}"])
        #expect(good.source == "")
        #expect(good.remarks.isEmpty)
        let vain = PluginExchange("GuideMacro", "peer", of: source, context: ["struct S {}"])
        #expect(vain.remarks.map(\.severity) == ["warning"])
    }

    @Test func `each of several guides speaks of its own place`() {
        let source = "@Guide(.minimum(1))\n@Guide(.maximum(2)) static var a: Int"
        let second = PluginExchange("GuideMacro", "peer", of: source, context: [], attribute: 1)
        #expect(second.remarks.map(\.place) == ["@Guide(.maximum(2))"])
    }
}
