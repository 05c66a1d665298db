import Testing

@testable import LMMacroExpansion

@Suite struct SessionPropertyEntryTests {
    private let context = ["extension SessionPropertyValues {}"]

    private func expand(_ role: String, _ source: String, context: [String]? = nil) -> PluginExchange {
        PluginExchange("SessionPropertyEntryMacro", role, of: source, context: context ?? self.context)
    }

    @Test func `a variable gets accessors and a key with its type and value`() {
        let source = "@SessionPropertyEntry public var count: Int = 0"
        #expect(
            expand("accessor", source).source == """
                {
                    get {
                        self[__Key_count.self]
                    }
                    set {
                        self[__Key_count.self] = newValue
                    }
                    _modify {
                        yield &self[__Key_count.self]
                    }
                }

                """)
        #expect(
            expand("peer", source).source == """
                private struct __Key_count: LMProtocol.SessionPropertyKey {
                    static var defaultValue: Int {
                        0
                    }
                }

                """)
    }

    @Test func `a variable without a type takes that of its value`() {
        let key = expand("peer", "@SessionPropertyEntry var names = [\"a\"]").source
        #expect(
            key?.contains("@LMProtocol.__SessionPropertyEntryDefaultValue\n    static var defaultValue = [\"a\"]")
                == true)
        let value = PluginExchange(
            "SessionPropertyEntryDefaultValueMacro", "accessor",
            of: "@LMProtocol.__SessionPropertyEntryDefaultValue static var defaultValue = [\"a\"]")
        #expect(value.source == "{\n    get {\n        [\"a\"]\n    }\n}\n")
    }

    @Test func `names that are words elsewhere make keys`() {
        #expect(expand("peer", "@SessionPropertyEntry var `in`: Int = 0").source?.contains("struct __Key_in:") == true)
        #expect(
            expand("peer", "@SessionPropertyEntry var `a b`: Int = 0").source?.contains("struct `__Key_a b`:") == true)
    }

    @Test(arguments: [
        ("@SessionPropertyEntry static var a: Int = 0", "static", nil),
        ("@SessionPropertyEntry var a: Int { 0 }", "{ 0 }", nil),
        ("@SessionPropertyEntry var a: Int", "a", "@SessionPropertyEntry var a: Int = <#default value#>"),
    ])
    func `anything but a variable with a value is refused once`(source: String, place: String, corrected: String?) {
        let peer = expand("peer", source)
        #expect(peer.source == "")
        #expect(peer.remarks.map(\.severity) == ["error"])
        #expect(peer.remarks.map(\.place) == [place])
        #expect(peer.remarks.first?.corrected == corrected)
        #expect(expand("accessor", source).remarks.isEmpty)
    }

    @Test(arguments: [
        ("@SessionPropertyEntry let a: Int = 0", "let", "@SessionPropertyEntry var a: Int = 0"),
        ("@SessionPropertyEntry lazy var a: Int = 0", "lazy", nil),
        ("@SessionPropertyEntry var a: Int = 0, b: Int = 1", "var", nil),
        ("@SessionPropertyEntry func f() {}", "func", nil),
    ])
    func `what the compiler refuses itself gets a note with what to do`(
        source: String, place: String, corrected: String?
    ) {
        let peer = expand("peer", source)
        #expect(peer.remarks.map(\.severity) == ["note"])
        #expect(peer.remarks.map(\.place) == [place])
        #expect(peer.remarks.first?.corrected == corrected)
    }

    @Test(arguments: [[], ["struct SessionPropertyValues {}"], ["extension Other {}"]])
    func `the variable belongs in an extension of SessionPropertyValues`(context: [String]) {
        let remarks = expand("peer", "@SessionPropertyEntry var a: Int = 0", context: context).remarks
        #expect(remarks.first?.message.contains("extension SessionPropertyValues") == true)
        let qualified = expand(
            "peer", "@SessionPropertyEntry var a: Int = 0",
            context: ["public extension LMProtocol.SessionPropertyValues {}"])
        #expect(qualified.remarks.isEmpty)
    }
}
