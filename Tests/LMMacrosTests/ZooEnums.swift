// How a declaration is laid out is part of what is tested.
// swift-format-ignore-file

import LMProtocol

@Generable
enum Colour: Equatable {
    case red, green
    case blue
}

@Generable(description: "How hard something is")
enum Difficulty: String, CaseIterable {
    case easy
    case hard = "very hard"
    case raw = #"with "quotes""#
}

@Generable
enum SwiftString: Swift.String {
    case one, two
}

@Generable(name: "level", description: "With a raw type that is no string")
enum Level: Int {
    case low = 1, high = 2
}

@Generable
enum Letters: Character {
    case a = "a"
    case b = "b"
}

@Generable
enum ReservedCases {
    case `default`, `switch`, `self`
    case `two words`
}

@Generable
enum ReservedRawCases: String {
    case `default`, `in` = "inside"
}

@Generable
enum WithMembers: String, Equatable, Sendable {
    case a, b
    static let favourite: WithMembers = .a
    var isFavourite: Bool { self == .favourite }
    init?(letter: Character) { self.init(rawValue: String(letter)) }
    func next() -> WithMembers {
        switch self {
        case .a: .b
        case .b: .a
        }
    }
    enum Other { case c }
}

@Generable
enum Figure: Equatable {
    case circle(radius: Double)
    case rectangle(width: Double, height: Double)
    case label(String)
    case pair(Int, String)
    case mixed(Int, name: String, Bool)
    case nothing
}

@Generable(description: "A payload that may be missing")
enum OptionalPayload: Equatable {
    case maybe(Int?)
    case labelled(value: String?, list: [Int]?)
}

@Generable(representNilExplicitlyInGeneratedContent: true)
enum ExplicitPayload: Equatable {
    case maybe(Int?)
}

@Generable
enum KeywordLabels: Equatable {
    case move(in: Int, for: String, default: Bool)
    case properties(properties: Int, add: Int, self: Int)
    case internalName(_ name: String, other: Int)
    case `return`(value: Int)
    case defaulted(count: Int = 3, text: String = "a, b")
}

@Generable
indirect enum Expression: Equatable {
    case number(Int)
    case sum(Expression, Expression)
    case list([Expression])
    case selfReference(Self)
}

@Generable
enum Chain: Equatable {
    case end
    indirect case link(value: Int, next: Chain)
}

@Generable
enum NestedPayload: Equatable {
    case plan(DayPlan)
    case figure(Figure, colour: Colour)
    case many([String: [DayPlan]])
}

@Generable
enum SameCaseNames: Equatable {
    case circle(diameter: Int)
    case Circle(Int)
}

@Generable
struct HoldsEnums: Equatable {
    var colour: Colour
    var colours: [Colour]
    var difficulty: Difficulty?
    var figure: Figure
    var figures: [Figure]
    var other: SameCaseNames
}

extension Specimen {
    static let enums: [Specimen] = [
        Specimen(Colour.blue, isObject: false),
        Specimen(Difficulty.hard, isObject: false),
        Specimen(Difficulty.raw, isObject: false),
        Specimen(SwiftString.two, isObject: false),
        Specimen(Level.high, isObject: false),
        Specimen(Letters.b, isObject: false),
        Specimen(ReservedCases.default, isObject: false),
        Specimen(ReservedCases.`self`, isObject: false),
        Specimen(ReservedCases.`two words`, isObject: false),
        Specimen(ReservedRawCases.in, isObject: false),
        Specimen(WithMembers.b, isObject: false),
        Specimen(Figure.circle(radius: 1.5), isObject: false),
        Specimen(Figure.rectangle(width: 1, height: 2), isObject: false),
        Specimen(Figure.label("text"), isObject: false),
        Specimen(Figure.pair(1, "two"), isObject: false),
        Specimen(Figure.mixed(1, name: "two", true), isObject: false),
        Specimen(Figure.nothing, isObject: false),
        Specimen(OptionalPayload.maybe(nil), isObject: false),
        Specimen(OptionalPayload.maybe(3), isObject: false),
        Specimen(OptionalPayload.labelled(value: nil, list: [1]), isObject: false),
        Specimen(ExplicitPayload.maybe(nil), isObject: false),
        Specimen(KeywordLabels.move(in: 1, for: "f", default: true), isObject: false),
        Specimen(KeywordLabels.properties(properties: 1, add: 2, self: 3), isObject: false),
        Specimen(KeywordLabels.internalName("n", other: 2), isObject: false),
        Specimen(KeywordLabels.return(value: 1), isObject: false),
        Specimen(KeywordLabels.defaulted(), isObject: false),
        Specimen(
            Expression.sum(.number(1), .list([.number(2), .selfReference(.number(3))])), isObject: false),
        Specimen(Chain.link(value: 1, next: .link(value: 2, next: .end)), isObject: false),
        Specimen(NestedPayload.plan(DayPlan(city: "c", activities: ["a", "b"])), isObject: false),
        Specimen(NestedPayload.figure(.circle(radius: 2.5), colour: .red), isObject: false),
        Specimen(NestedPayload.many(["k": [DayPlan(city: "c", activities: ["a", "b"])]]), isObject: false),
        Specimen(SameCaseNames.Circle(3), isObject: false),
        Specimen(
            HoldsEnums(
                colour: .red, colours: [.green, .blue], difficulty: .raw, figure: .label("l"),
                figures: [.nothing, .pair(1, "p")], other: .circle(diameter: 4))),
    ]
}
