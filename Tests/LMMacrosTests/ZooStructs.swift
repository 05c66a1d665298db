// How a declaration is laid out is part of what is tested.
// swift-format-ignore-file

import LMProtocol

// Types whose expansion has to compile and to round-trip. They are written as users write them.

@Generable
struct Itinerary: Equatable {
    @Guide(description: "A short, catchy title for the trip")
    var title: String

    @Guide(description: "A plan for each day of the trip", .count(1...7))
    var days: [DayPlan]
}

@Generable
struct DayPlan: Equatable {
    @Guide(description: "The city to spend the day in")
    var city: String

    @Guide(description: "Things to do that day", .count(2...4))
    var activities: [String]
}

@Generable struct Empty: Equatable {}

/// A type that no model generates.
struct Marker: Equatable { var number = 7 }

@Generable
struct Named: Equatable, Identifiable {
    var id: GenerationID
    var text: String
    static func == (left: Named, right: Named) -> Bool { left.text == right.text }
}

@Generable
struct LeftOut: Equatable {
    let constant: String = "constant"
    let marker: Marker = Marker()
    var other: Marker = Marker(number: 8)
    var others: [Marker]? = [Marker()]
    var pair: (Int, Int) { (1, 2) }
    var names: [Named] = [], day: DayPlan? = nil
    var key: GenerationID? = nil
    var text: String
    static func == (left: LeftOut, right: LeftOut) -> Bool {
        left.constant == right.constant && left.marker == right.marker && left.other == right.other
            && left.others == right.others && left.names == right.names && left.day == right.day
            && left.text == right.text
    }
}

@Generable(description: "All kinds of plain values")
struct Scalars: Equatable {
    var text: String
    var whole: Int
    var big: Int64
    var small: UInt8
    var fraction: Double
    var single: Float
    var truth: Bool
}

@Generable
struct Optionals: Equatable {
    var text: String?
    var number: Int?
    var list: [String]?
    var nested: DayPlan?
    var long: Optional<Double>
    var qualified: Swift.Optional<Bool>
    var unwrapped: Int!
}

@Generable(description: "Nil is written", representNilExplicitlyInGeneratedContent: true)
struct ExplicitNil: Equatable {
    var text: String?
    var number: Int?
    var always: Int
}

@Generable(representNilExplicitlyInGeneratedContent: false)
struct ImplicitNil: Equatable {
    var text: String?
    var always: Int
}

@Generable(name: "renamed_thing", description: "A thing with another name")
struct Renamed: Equatable {
    var value: Int
}

@Generable(name: "renamed_nil", representNilExplicitlyInGeneratedContent: true)
struct RenamedWithNil: Equatable {
    var value: Int?
}

@Generable
struct Constants: Equatable {
    let first: String
    let second: Int
    let third: [Bool]
}

@Generable
struct SeveralBindings: Equatable {
    var a: Int, b: String
    var c, d: Double
    let e, f: Bool, g: [Int]
}

@Generable
struct Guided: Equatable {
    @Guide(.range(1...5)) var stars: Int
    @Guide(.minimum(0.5), .maximum(9.5)) var score: Double
    @Guide(description: "A colour", .anyOf(["red", "green"])) var colour: String
    @Guide(.constant("fixed")) var fixed: String
    @Guide(description: "A code", /[A-Z]{2}-\d+/) var code: String
    @Guide(.pattern(/[a-z]+/)) var word: String
    @Guide(/(a|b)\/(c|d)/) var path: String
    @Guide(#/x "quoted" /#) var extended: String
    @Guide(.minimumCount(1), .maximumCount(3)) var list: [Int]
    @Guide(.count(2), .element(.range(0...9))) var digits: [Int]
    @Guide(description: "Optional, with a guide", .range(0...1)) var maybe: Int?
}

@Generable
struct StackedGuides: Equatable {
    @Guide(description: "Two attributes")
    @Guide(.minimum(1))
    @Guide(.maximum(10))
    var number: Int

    @Guide(/[a-z]+/)
    @Guide(description: "A regular expression and a choice", .anyOf(["ab", "cd"]))
    var text: String
}

@Generable
struct QualifiedAttribute: Equatable {
    @LMProtocol.Guide(description: "Qualified") var value: Int
}

@Generable
struct StoredAndOther: Equatable {
    var stored: Int
    var observed: Int {
        didSet { changes += 1 }
    }
    var observedTwice: String = "{ get }" {
        willSet(next) { changes += next.count }
        didSet {}
    }
    var defaulted: Int = 3
    let id = 7
    private var changes = 0
    static var shared: Int { 4 }
    static let constant: String = "static"
    var computed: Int { stored + 1 }
    var computedLong: Int {
        get { stored }
        set { stored = newValue }
    }
    func method() -> Int { stored }
    subscript(index: Int) -> Int { index }
    init(stored: Int, observed: Int, observedTwice: String) {
        self.stored = stored
        self.observed = observed
        self.observedTwice = observedTwice
    }
    typealias Number = Int
    enum Nested { case one }
}

@Generable
struct Defaults: Equatable {
    var closure: Int = { 3 }()
    var call: Int = max(1, 2)
    var trailing: [Int] = [1, 2].map { $0 + 1 }, after: String = "x"
    var generic: [String: Int] = Dictionary<String, Int>(minimumCapacity: 3), afterGeneric: Int = 2
    var condition: Int = 1 < 2 ? 3 : 4
    var branch: Int = if Bool.random() { 1 } else { 2 }
    var string: String = "a \(["b", "c"].joined(separator: ", ")) d", last: Int = 1
    var continued: Int =
        1
        + 2
    var cast: Double = 1 as Double, optional: Int? = nil
}

@Generable
struct Keywords: Equatable {
    var `default`: String
    var `in`: Int
    var `self`: Bool
    let `class`: String
}

@Generable
struct RawIdentifiers: Equatable {
    var `a name with spaces`: String
    var `quote " in it`: Int
}

@Generable
struct UnicodeNames: Equatable {
    var größe: Int
    var 名前: String
    var 🚀: Bool
}

@Generable
struct Shadowing: Equatable {
    var content: String
    var properties: [Int]
    var add: Int
    var name: String
    var value: Int
    var type: String
}

@Generable
struct Identified: Equatable {
    var id: String
    var name: String
}

@Generable
struct IdentifiedByConstant: Identifiable, Equatable {
    let id = 3
    var name: String
}

@Generable
struct IdentifiedProtocol: Swift.Identifiable, Equatable, Sendable {
    let id: Int
    let name: String
}

@Generable
struct Tree: Equatable {
    var label: String
    var children: [Tree]
}

@Generable
struct SelfTree: Equatable {
    var label: String
    var children: [Self]
    var byName: [String: Self]
}

@Generable
struct Collections: Equatable {
    var matrix: [[Int]]
    var dictionary: [String: Int]
    var deep: [String: [DayPlan]]
    var array: Array<String>
    var generic: Dictionary<String, [Bool]>
    var parenthesized: (Int)
    var listOfParenthesized: [(Int)]
}

enum Namespace {
    @Generable
    struct Inner: Equatable {
        var value: Deeper.Innermost

        enum Deeper {
            @Generable
            struct Innermost: Equatable {
                var value: Int
            }
        }
    }
}

extension Namespace {
    @Generable
    struct InExtension: Equatable {
        var other: Inner
        var far: Namespace.Inner.Deeper.Innermost
    }
}

struct Tool {
    @Generable
    struct Arguments: Equatable {
        @Guide(description: "The name of the city")
        var city: String
    }
}

extension Specimen {
    static let structs: [Specimen] = [
        Specimen(
            Itinerary(
                title: "Kyōto \"now\" 🚀",
                days: [
                    DayPlan(city: "Kyōto", activities: ["a", "b"]), DayPlan(city: "", activities: ["", "", ""]),
                ])),
        Specimen(DayPlan(city: "Rome", activities: ["eat", "sleep"])),
        Specimen(Empty()),
        Specimen(
            Scalars(
                text: "\u{0}\n\\", whole: -7, big: 9_007_199_254_740_993, small: 255, fraction: 0.1, single: 1.5,
                truth: true)),
        Specimen(Optionals(text: nil, number: nil, list: nil, nested: nil, long: nil, qualified: nil, unwrapped: nil)),
        Specimen(
            Optionals(
                text: "t", number: 12, list: ["x"], nested: DayPlan(city: "c", activities: ["a", "b"]), long: 1.25,
                qualified: false, unwrapped: 8)),
        Specimen(ExplicitNil(text: nil, number: 3, always: 1)),
        Specimen(ImplicitNil(text: nil, always: 1)),
        Specimen(Renamed(value: 1)),
        Specimen(RenamedWithNil(value: nil)),
        Specimen(Constants(first: "a", second: 2, third: [true, false])),
        Specimen(SeveralBindings(a: 1, b: "b", c: 1.5, d: 2.5, e: true, f: false, g: [3])),
        Specimen(
            Guided(
                stars: 3, score: 1.5, colour: "red", fixed: "fixed", code: "AB-12", word: "abc", path: "a/d",
                extended: "x \"quoted\" ", list: [1, 2], digits: [0, 9], maybe: nil)),
        Specimen(StackedGuides(number: 4, text: "ab")),
        Specimen(QualifiedAttribute(value: 5)),
        Specimen(StoredAndOther(stored: 1, observed: 2, observedTwice: "three")),
        Specimen(Defaults()),
        Specimen(Keywords(default: "d", in: 1, self: true, class: "c")),
        Specimen(RawIdentifiers(`a name with spaces`: "x", `quote " in it`: 2)),
        Specimen(UnicodeNames(größe: 3, 名前: "名", 🚀: true)),
        Specimen(Shadowing(content: "c", properties: [1], add: 2, name: "n", value: 3, type: "t")),
        Specimen(Identified(id: "7", name: "n")),
        Specimen(IdentifiedByConstant(name: "n")),
        Specimen(IdentifiedProtocol(id: 3, name: "n")),
        Specimen(
            Tree(label: "root", children: [Tree(label: "leaf", children: []), Tree(label: "x", children: [])])),
        Specimen(
            SelfTree(
                label: "root", children: [SelfTree(label: "leaf", children: [], byName: [:])],
                byName: ["k": SelfTree(label: "v", children: [], byName: [:])])),
        Specimen(
            Collections(
                matrix: [[1, 2], [], [3]], dictionary: ["a": 1], deep: ["d": [DayPlan(city: "c", activities: ["a", "b"])]],
                array: ["x"], generic: ["g": [true]], parenthesized: 1, listOfParenthesized: [2])),
        Specimen(Namespace.Inner(value: .init(value: 3))),
        Specimen(Namespace.Inner.Deeper.Innermost(value: 4)),
        Specimen(Namespace.InExtension(other: .init(value: .init(value: 1)), far: .init(value: 2))),
        Specimen(Tool.Arguments(city: "Paris")),
    ]
}
