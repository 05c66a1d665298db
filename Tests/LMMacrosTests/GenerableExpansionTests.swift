import Testing

@testable import LMMacroExpansion

@Suite struct GenerableExpansionTests {
    private func members(_ source: String, context: [String] = []) -> String? {
        PluginExchange("GenerableMacro", "member", of: source, context: context).source
    }

    private func conformance(
        _ source: String, of type: String, conformances: [String] = ["Generable", "Sendable"]
    )
        -> String?
    {
        PluginExchange(
            "GenerableMacro", "extension", of: source, extending: type, conformances: conformances
        ).source
    }

    @Test func `a struct gets its schema, its content and its partial form`() {
        let source = """
            @Generable(description: "A day")
            public struct Day {
                @Guide(description: "The city", .anyOf(["Rome"])) public var city: String
                var hours: [Int]?
            }
            """
        let expected = """
            nonisolated public static var generationSchema: LMProtocol.GenerationSchema {
                LMProtocol.GenerationSchema(
                    type: Self.self,
                    description: "A day",
                    properties: [
                        .init(name: "city", description: "The city", type: String.self, guides: [.anyOf(["Rome"])]),
                        .init(name: "hours", type: [Int]?.self),
                    ]
                )
            }

            nonisolated public var generatedContent: LMProtocol.GeneratedContent {
                LMProtocol.__GeneratedProperties.content { properties in
                    properties.add("city", self.city)
                    properties.add("hours", self.hours)
                }
            }

            nonisolated public struct PartiallyGenerated: Identifiable, LMProtocol.StreamedElement {
                public var id: LMProtocol.GenerationID
                public var city: String.PartiallyGenerated?
                var hours: [Int].PartiallyGenerated?

                nonisolated public init(_ content: LMProtocol.GeneratedContent) throws {
                    self.id = content.id ?? LMProtocol.GenerationID()
                    self.city = try content.value(forProperty: "city")
                    self.hours = try content.value(forProperty: "hours")
                }
            }

            """
        #expect(members(source) == expected)
    }

    @Test func `the extension conforms the type and reads its properties`() {
        let source = "@available(macOS 99, *)\n@Generable struct Inner { let a: Int }"
        let expected = """
            @available(macOS 99, *)
            extension Outer.Inner: nonisolated LMProtocol.Generable {
                nonisolated init(_ content: LMProtocol.GeneratedContent) throws {
                    self.a = try content.value(forProperty: "a")
                }
            }

            """
        #expect(conformance(source, of: "Outer.Inner") == expected)
    }

    @Test func `a conformance that is there is not repeated`() {
        let expansion = conformance("@Generable struct A: Generable { var a: Int }", of: "A", conformances: [])
        #expect(expansion?.hasPrefix("extension A {\n") == true)
    }

    @Test func `an enum without values is a choice of its names, and sendable`() {
        let source = "@Generable(name: \"hue\", description: \"A hue\") enum Hue { case red, `default` }"
        let expected = """
            nonisolated static var generationSchema: LMProtocol.GenerationSchema {
                LMProtocol.GenerationSchema(type: Self.self, name: "hue", description: "A hue", anyOf: ["red", "default"])
            }

            nonisolated var generatedContent: LMProtocol.GeneratedContent {
                switch self {
                case .red: return "red".generatedContent
                case .`default`: return "default".generatedContent
                }
            }

            """
        #expect(members(source) == expected)
        #expect(
            conformance(source, of: "Hue")?.hasPrefix("extension Hue: nonisolated LMProtocol.Generable, Sendable {")
                == true)
    }

    @Test func `an enum of strings is a choice of its raw values`() {
        let source = "@Generable public enum Hue: String { case red = \"r\", blue }"
        #expect(members(source)?.contains("anyOf: [Self.red.rawValue, Self.blue.rawValue]") == true)
        #expect(members(source)?.contains("rawValue.generatedContent") == true)
        #expect(conformance(source, of: "Hue")?.contains("guard let value = Self(rawValue: choice) else {") == true)
    }

    @Test func `an enum with values is a choice of objects`() {
        let source = "@Generable indirect enum Form { case circle(radius: Double?), list([Self], for: Int), none }"
        let expected = """
            nonisolated static var generationSchema: LMProtocol.GenerationSchema {
                LMProtocol.GenerationSchema(
                    type: Self.self,
                    cases: [
                        .init(name: "circle", properties: [
                            .init(name: "radius", type: Double?.self),
                        ]),
                        .init(name: "list", properties: [
                            .init(name: "value", type: [Self].self),
                            .init(name: "for", type: Int.self),
                        ]),
                        .init(name: "none"),
                    ]
                )
            }

            nonisolated var generatedContent: LMProtocol.GeneratedContent {
                LMProtocol.__GeneratedProperties.content { properties in
                    switch self {
                    case .circle(let radius):
                        properties.add("type", "circle")
                        properties.add("radius", radius)
                    case .list(let value, let `for`):
                        properties.add("type", "list")
                        properties.add("value", value)
                        properties.add("for", `for`)
                    case .none:
                        properties.add("type", "none")
                    }
                }
            }

            nonisolated indirect enum PartiallyGenerated: LMProtocol.StreamedElement {
                case circle(radius: Double.PartiallyGenerated?)
                case list([Form].PartiallyGenerated?, for: Int.PartiallyGenerated?)
                case none

                nonisolated init(_ content: LMProtocol.GeneratedContent) throws {
                    let type = try content.value(String.self, forProperty: "type")
                    switch type {
                    case "circle":
                        self = try .circle(radius: content.value(forProperty: "radius"))
                    case "list":
                        self = try .list(content.value(forProperty: "value"), for: content.value(forProperty: "for"))
                    case "none":
                        self = .none
                    default:
                        throw LMProtocol.GeneratedContent.ParsingError(
                            rawContent: content.jsonString,
                            debugDescription: "'\\(type)' is no case of \\(Self.self)."
                        )
                    }
                }
            }

            """
        #expect(members(source) == expected)
    }

    @Test func `directives around properties are repeated around what is made of them`() {
        let source = """
            @Generable struct S {
                #if DEBUG
                    var a: Int
                #else
                    var b: Int
                #endif
            }
            """
        let schema = """
                var properties: [LMProtocol.GenerationSchema.Property] = []
                properties.reserveCapacity(2)
                #if DEBUG
                properties.append(.init(name: "a", type: Int.self))
                #else
                properties.append(.init(name: "b", type: Int.self))
                #endif
                return LMProtocol.GenerationSchema(type: Self.self, properties: properties)
            """
        #expect(members(source)?.contains(schema) == true)
        let assignments = """
                    #if DEBUG
                    self.a = try content.value(forProperty: "a")
                    #else
                    self.b = try content.value(forProperty: "b")
                    #endif
            """
        #expect(members(source)?.contains(assignments) == true)
    }

    @Test func `nil is written where that is asked for`() {
        let source = "@Generable(representNilExplicitlyInGeneratedContent: true) struct S { var a: Int? }"
        #expect(members(source)?.contains("representNilExplicitlyInGeneratedContent: true,") == true)
        #expect(members(source)?.contains("content(representsNil: true) { properties in") == true)
    }

    @Test func `a type with an id of its own gets no other`() {
        for source in [
            "@Generable struct S { var id: Int }", "@Generable struct S: Swift.Identifiable { let id = UUID() }",
        ] {
            #expect(members(source)?.contains("struct PartiallyGenerated: LMProtocol.StreamedElement") == true)
            #expect(members(source)?.contains("GenerationID") == false)
        }
    }

    @Test(arguments: ["var id: GenerationID", "var id: LMProtocol.GenerationID", "var id = GenerationID()"])
    func `an identity is no part of the schema, and comes from the content`(declaration: String) {
        let source = "@Generable struct S: Identifiable { \(declaration); var a: Int }"
        let members = members(source) ?? ""
        #expect(!members.contains("name: \"id\""))
        #expect(members.contains("content(id: self.id) { properties in\n        properties.add(\"a\", self.a)\n    }"))
        #expect(members.contains("struct PartiallyGenerated: Identifiable"))
        #expect(members.matches(of: /var id/).count == 1)
        let initializer = "self.id = content.id ?? LMProtocol.GenerationID()"
        #expect(conformance(source, of: "S")?.contains(initializer) == true)
        let optional = "@Generable struct S { var key: GenerationID?; var a: Int }"
        #expect(conformance(optional, of: "S")?.contains("self.key = content.id\n") == true)
        #expect(self.members(optional)?.contains("var key: LMProtocol.GenerationID?\n") == true)
    }

    @Test func `a constant with a value and what cannot be generated but has a value are left out`() {
        let source = """
            @Generable struct S {
                let a: UUID = UUID(), b: Int = 1
                var onEnd: () -> Void = {}
                var pair: (Int, Int)? = nil
                var text: String
            }
            """
        let exchange = PluginExchange("GenerableMacro", "extension", of: source, extending: "S")
        #expect(exchange.remarks.isEmpty)
        #expect(exchange.source?.split(separator: "\n").count { $0.contains("self.") } == 1)
        #expect(members(source)?.matches(of: /name: "/).count == 1)
        #expect(members(source)?.contains("struct PartiallyGenerated: Identifiable") == true)
    }

    @Test func `of a type that only the compiler knows it speaks at the property`() {
        let source = "@Generable\nstruct S {\n    var a: Foo\n    var b: Foo = Foo()\n}"
        let members = members(source) ?? ""
        let required = """
            #sourceLocation(file: "File.swift", line: 2)
                properties.append(
                   .init(name: "a", type: LMProtocol.__type { (value: Self) in value.a }))
            #sourceLocation()
            """
        #expect(members.contains(required))
        #expect(members.contains("properties += LMProtocol.GenerationSchema.Property.__ifGenerable("))
        #expect(members.contains("type: LMProtocol.__type { (value: Self) in value.b }"))
        #expect(members.contains("var a = LMProtocol.__partialForm(of: LMProtocol.__type { (value: S) in value.a })"))
        let initializer = conformance(source, of: "S") ?? ""
        #expect(initializer.contains("self.a = try content.__value(forProperty: \"a\")"))
        #expect(initializer.contains("try content.__read(&self.b, forProperty: \"b\")"))
        let union = conformance("@Generable\nenum S {\n    case a(Int, b: Foo)\n}", of: "S") ?? ""
        let payload = """
            #sourceLocation(file: "File.swift", line: 2)
                        self = try .a(content.value(forProperty: "value"), \("")
                    b: content.__payload(forProperty: "b"))
            #sourceLocation()
            """
        #expect(union.contains(payload), "\(union)")
    }

    @Test func `a partial form of one's own is respected`() {
        let source = "@Generable struct S { var a: Int; struct PartiallyGenerated {} }"
        #expect(members(source)?.contains("PartiallyGenerated") == false)
    }

    @Test func `the access of members is the type's, and a property's no wider than its own`() {
        let source = "@Generable package struct S { public var a: Int; private var b: Int; fileprivate var c: Int }"
        let expansion = members(source) ?? ""
        #expect(expansion.contains("nonisolated package static var generationSchema"))
        #expect(expansion.contains("    package var a: Int.PartiallyGenerated?"))
        #expect(expansion.contains("    private var b: Int.PartiallyGenerated?"))
        #expect(expansion.contains("    fileprivate var c: Int.PartiallyGenerated?"))
        let inExtension = members("@Generable struct S { var a: Int }", context: ["public extension Outer {}"]) ?? ""
        #expect(inExtension.contains("nonisolated public static var generationSchema"))
        #expect(inExtension.contains("    var a: Int.PartiallyGenerated?"))
    }

    @Test func `guides of several attributes come together`() {
        let source =
            "@Generable struct S { @Guide(description: \"d\") @Guide(/a/) @Guide(.anyOf([\"a\"])) var a: String }"
        let property =
            ".init(name: \"a\", description: \"d\", type: String.self, guides: [.pattern(/a/), .anyOf([\"a\"])]),"
        #expect(members(source)?.contains(property) == true)
        let alone = "@Generable struct S { @Guide(description: nil, #/a/#) var a: String }"
        #expect(members(alone)?.contains(".init(name: \"a\", type: String.self, guides: [#/a/#]),") == true)
    }

    @Test func `descriptions of several attributes are read one after the other`() {
        let source = "@Generable struct S { @Guide(description: \"a\") @Guide(description: \"b\") var a: Int }"
        #expect(members(source)?.contains(#".init(name: "a", description: "a" + "\n" + "b", type: Int.self)"#) == true)
    }

    @Test func `a string of several lines keeps its indentation`() {
        let source =
            "@Generable struct S {\n    @Guide(description: \"\"\"\n        a\n          b\n        \"\"\") var a: Int\n}"
        #expect(members(source)?.contains("description: \"\"\"\n        a\n          b\n        \"\"\",\n") == true)
    }

    @Test func `only stored properties with a written type are generated`() {
        let source = """
            @Generable struct S {
                let id = UUID()
                private var state = 0
                static var shared: Int = 1
                var computed: Int { 1 }
                var observed: Int { didSet {} }
                func f() {}
            }
            """
        let exchange = PluginExchange("GenerableMacro", "extension", of: source, extending: "S")
        #expect(exchange.remarks.isEmpty)
        #expect(exchange.source?.contains("self.observed") == true)
        #expect(exchange.source?.split(separator: "\n").count { $0.contains("self.") } == 1)
    }
}
