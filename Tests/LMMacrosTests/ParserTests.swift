import Testing

@testable import LMMacroExpansion

@Suite struct ParserTests {
    private func members(_ body: String, of keyword: String = "struct") throws -> [Conditional<Declaration>] {
        guard case .type(let type) = try Parser.declaration(in: "\(keyword) S {\n\(body)\n}").kind else { return [] }
        return type.members
    }

    private func bindings(_ body: String) throws -> [PropertyDeclaration.Binding] {
        Conditional.flatten(try members(body)).flatMap { member -> [PropertyDeclaration.Binding] in
            guard case .property(let property) = member.kind else { return [] }
            return property.bindings
        }
    }

    private func type(_ text: String) throws -> TypeExpression.Shape? {
        try bindings("var a: \(text)").first?.type?.shape
    }

    @Test(arguments: [
        ("3", ", b: Int"), ("f(1, 2)", ", b: Int"), ("Foo<A, B>(x)", ", b: Int"), ("a < b", ", c: Int"),
        ("x ? y : z", ", b: Int"), ("[1, 2].map { $0 }", "\nvar b: Int"), ("if x { 1 } else { 2 }", "\nlet b: Int"),
        ("switch x { case .a: 1\n default: 2 }", "\nfunc f() {}"), ("1\n + 2", "\nvar b: Int"),
        ("a\n .b", "\n@Guide var b: Int"),
        ("a as? [Int: String]", "\nprivate var b: Int"), ("try! f()", ", b = 1"), ("{ 3 }()", "; var b: Int"),
        ("\"a \\(b, c) d\"", ", e: Int"), ("#foo(1)", ", b: Int"), ("\\.a.b", ", c: Int"), ("a.b<Int>.c", ", d: Int"),
        ("a\n#if X\n.b\n#else\n.c\n#endif\n.d", "\nvar e: Int"), ("f { 1 } other: { 2 }", ", b: Int"),
        ("do { 1 } catch { 2 }", "\nvar b: Int"), ("x is A ? 1 : 2", ", b: Int"), ("/a, b/", ", c: Int"),
        ("-1", " { didSet { a } }"), ("f", " { willSet { a } }"),
    ])
    func `a value ends where the compiler ends it`(value: String, rest: String) throws {
        let binding = try #require(try bindings("var a: Int = \(value)\(rest)").first)
        #expect(binding.initialValue?.text == value)
    }

    @Test func `observers leave a property stored and other accessors do not`() throws {
        #expect(try bindings("var a: Int { didSet {} }").map(\.accessors) == [.observers])
        #expect(try bindings("var a: Int { /* c */ @Foo willSet(x) {} didSet {} }").map(\.accessors) == [.observers])
        for block in ["{ 3 }", "{ get { 3 } }", "{ get { 3 } set {} }", "{ _read { yield a } }", "{ return didSet }"] {
            #expect(try bindings("var a: Int \(block)").map(\.accessors) == [.computed])
        }
    }

    @Test func `a type holds for the names before it that have none`() throws {
        let all = try bindings("var a, b: Int, c = 1, d: String, (e, f): (Int, Int)")
        #expect(all.map { $0.type?.text } == ["Int", "Int", nil, "String", "(Int, Int)"])
        #expect(all.map(\.name) == ["a", "b", "c", "d", nil])
    }

    @Test func `the structure of a type is read`() throws {
        func isOptional(_ text: String, of wrapped: String) throws -> Bool {
            if case .optional(let type) = try type(text) { type.text == wrapped } else { false }
        }
        #expect(try isOptional("Int?", of: "Int"))
        #expect(try isOptional("[Set<[Int]>]?", of: "[Set<[Int]>]"))
        #expect(try isOptional("Swift.Optional<A.B>", of: "A.B"))
        #expect(try isOptional("Set<Int>?", of: "Set<Int>"))
        #expect(try type("Foo<A, B<C>>.D") == .named("D"))
        #expect(try type("(Int) -> Void") == .function)
        #expect(try type("@Sendable () async throws(E) -> Void") == .function)
        #expect(try type("(Int, String)") == .tuple)
        #expect(try type("(a: Int)") == .tuple)
        #expect(try type("any Foo & Bar") == .existential)
        #expect(try type("Foo & Bar") == .existential)
        #expect(try type("Int.Type") == .metatype)
        #expect(try type("[3 of Int]") == .other)
    }

    @Test func `a value after a type is found though its sign touches the type`() throws {
        let binding = try #require(try bindings("var a: Set<Int>=[]").first)
        #expect(binding.type?.text == "Set<Int>")
        #expect(binding.initialValue?.text == "[]")
    }

    @Test func `names are replaced where they begin a type and nowhere else`() throws {
        let type = try #require(try bindings("var a: [Self.Self: (Self: Foo<Self>?)]").first?.type)
        #expect(type.text { $0 == "Self" ? "S" : nil } == "[S.Self: (Self: Foo<S>?)]")
    }

    @Test func `directives keep what they hold apart`() throws {
        let members = try members(
            """
            var a: Int
            #if os(Linux) || // c
                DEBUG
                var b: Int
                #if X
                #endif
            #elseif Y
                var c: Int
            #else
            #endif
            """)
        guard case .conditional(let clauses) = members[1] else { return #expect(Bool(false)) }
        #expect(clauses.map(\.directive) == ["#if", "#elseif", "#else"])
        #expect(clauses.map(\.condition) == ["os(Linux) || // c\n    DEBUG", "Y", ""])
        #expect(clauses.map(\.elements.count) == [2, 1, 0])
    }

    @Test func `a directive around attributes belongs to the declaration after it`() throws {
        let members = try members("#if X\n@A(1)\n#else\n@B\n#endif\n@C var a: Int")
        guard members.count == 1, case .element(let declaration) = members[0] else { return #expect(Bool(false)) }
        #expect(declaration.attributes.map(\.name) == ["A", "B", "C"])
        #expect(declaration.attributes.map(\.isConditional) == [true, true, false])
    }

    @Test func `attributes have arguments with labels`() throws {
        let text = "@LMProtocol.Guide(description: \"a, b\", .range(1...5), /x, y/) @available(macOS 15, *) var a: Int"
        let attributes = try Parser.declaration(in: text).attributes
        #expect(attributes.map(\.name) == ["Guide", "available"])
        #expect(attributes[0].arguments.map(\.label) == ["description", nil, nil])
        #expect(attributes[0].arguments.map(\.text) == ["\"a, b\"", ".range(1...5)", "/x, y/"])
        #expect(attributes[0].arguments.map(\.isRegexLiteral) == [false, false, true])
        #expect(attributes[1].text == "@available(macOS 15, *)")
    }

    @Test func `members of all kinds are stepped over`() throws {
        let members = try members(
            """
            init?<T>(_ a: T = { "}" }()) where T: Foo { x = /a}b/
            }
            func +(a: Int, b: Int) -> [Int: () -> Void] { [:] }
            mutating func `in`<each T>(_ t: repeat each T) async throws(E) where repeat each T: Foo {}
            subscript(i: Int) -> Int { get { 3 } set {} }
            static func <<T>(a: T, b: T) -> Bool { true }
            typealias A<T> = (T) -> Void where T: B
            class C { class func f() {} }
            enum E: String { case a = "}" }
            #warning("}")
            deinit {}; var last: Int
            """)
        #expect(Conditional.flatten(members).count == 11)
    }

    @Test func `cases have values and raw values`() throws {
        let cases = try members(
            "case a, b(Int, x: [String] = [], _ y: Foo<A, B>)\nindirect case `in` = \"r\"", of: "enum")
        let elements = Conditional.flatten(cases).flatMap { member -> [EnumCaseDeclaration.Element] in
            if case .enumCase(let enumCase) = member.kind { enumCase.elements } else { [] }
        }
        #expect(elements.map(\.name) == ["a", "b", "`in`"])
        #expect(elements[1].payload.map(\.label) == [nil, "x", nil])
        #expect(elements[1].payload.map(\.internalName) == [nil, nil, "y"])
        #expect(elements[1].payload.map(\.type.text) == ["Int", "[String]", "Foo<A, B>"])
        #expect(elements[2].rawValue?.isString == true)
    }

    @Test(arguments: [
        "struct S {", "struct S { var a: }", "struct S { var a: Int = }", "struct S { x }", "var a: (Int", "",
    ])
    func `what cannot be read is refused with its place`(text: String) {
        #expect(throws: SyntaxFailure.self) { try Parser.declaration(in: text) }
    }
}
