// How a declaration is laid out is part of what is tested.
// swift-format-ignore-file

import LMProtocol

@Generable
public struct PublicStruct: Equatable {
    public var a: Int
    var b: String
    private var c: Bool
    fileprivate var d: Double
    public private(set) var e: Int
    package var f: [Int]
    init(a: Int, b: String, c: Bool, d: Double, e: Int, f: [Int]) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.e = e
        self.f = f
    }
}

@Generable
public enum PublicChoice: Equatable {
    case yes, no
}

@Generable
public enum PublicSendableChoice: String, Sendable {
    case yes, no
}

@Generable
public enum PublicUnion: Equatable {
    case a(Int)
    case b(PublicChoice)
}

@Generable
package struct PackageStruct: Equatable {
    package var value: PublicChoice
    var inner: Int
}

@Generable
private struct PrivateStruct: Equatable {
    var value: PrivateEnum

    @Generable
    fileprivate enum PrivateEnum: String {
        case a, b
    }
}

@Generable
fileprivate struct FileprivateStruct: Equatable {
    private enum Hidden: Equatable { case one }
    private var hidden: Int
    let shown: Int
    init(_ number: Int) {
        hidden = number
        shown = number
    }
}

public enum Outer {}

public extension Outer {
    @Generable
    struct InPublicExtension: Equatable {
        public var value: Int
        var hidden: String
    }

    @Generable
    enum ChoiceInPublicExtension {
        case one, two
    }
}

@available(macOS 15, iOS 18, *)
@Generable
struct Available: Equatable {
    var value: Int
}

@available(*, deprecated, message: "An old type")
enum Old {
    @Generable
    struct InDeprecated: Equatable {
        var value: Int
    }
}

@MainActor
@Generable
struct OnMainActor: Equatable {
    var value: Int
    let text: String
    nonisolated init(value: Int, text: String) {
        self.value = value
        self.text = text
    }
    nonisolated static func == (left: OnMainActor, right: OnMainActor) -> Bool {
        left.value == right.value && left.text == right.text
    }
}

@Generable
nonisolated struct Nonisolated: Equatable {
    nonisolated var value: Int
}

@Generable
struct Box<Value: Generable & Equatable & Sendable>: Equatable {
    var value: Value
    var values: [Value]
    var maybe: Value?
}

@Generable
struct Pair<First, Second>: Equatable
where First: Generable & Equatable, First: Sendable, Second: Generable & Equatable & Sendable {
    let first: First
    let second: Second
}

@Generable
enum Either<Left: Generable & Equatable & Sendable, Right: Generable & Equatable & Sendable>: Equatable {
    case left(Left)
    case right(Right)
}

@Generable
enum Phantom<Value>: Equatable {
    case one, two
}

struct Wrapper<Value: Generable & Equatable & Sendable> {
    @Generable
    struct Nested: Equatable {
        var value: Value
        var box: Box<Value>
    }
}

@Generable
struct OwnPartial: Equatable {
    var value: Int
    struct PartiallyGenerated: ConvertibleFromGeneratedContent, Sendable {
        var doubled: Int?
        init(_ content: GeneratedContent) throws {
            let value: Int? = try content.value(forProperty: "value")
            doubled = value.map { $0 * 2 }
        }
    }
}

@Generable
struct AlreadyConforming: Generable, Equatable {
    var value: Int
}

@Generable
struct ConformingElsewhere: Equatable {
    var value: Int
}
extension ConformingElsewhere: Generable {}

typealias MaybeInt = Int?

@Generable
struct AliasedOptional: Equatable {
    var value: MaybeInt
    var other: Int
}

@propertyWrapper
struct Clamped: Equatable {
    var wrappedValue: Int
    init(wrappedValue: Int) { self.wrappedValue = min(wrappedValue, 10) }
}

@Generable
struct Wrapped: Equatable {
    @Clamped var value: Int
    @Guide(description: "Wrapped and guided") @Clamped var guided: Int
}

@Generable
struct Conditionals: Equatable {
    var always: Int
    #if canImport(NoSuchModule)
        @Guide(description: "never") var never: NoSuchType
    #elseif os(Linux) || os(macOS) || os(iOS) || os(visionOS)
        @Guide(description: "some") var some: String
        #if swift(>=6)
            var deeper: Int?
        #endif
    #else
        var other: Bool
    #endif
    var last: [Int]
}

@Generable
struct OnlyConditional: Equatable {
    #if canImport(NoSuchModule)
        var never: Int
    #endif
}

@Generable(representNilExplicitlyInGeneratedContent: true)
struct ConditionalNil: Equatable {
    #if swift(>=6)
        var maybe: Int?
    #endif
}

@Generable
enum ConditionalChoice: Equatable {
    case a
    #if swift(>=6)
        case b
    #else
        case c
    #endif
}

@Generable
enum ConditionalRaw: String {
    #if swift(>=6)
        case a = "x"
    #else
        case a = "y"
    #endif
}

@Generable
enum ConditionalUnion: Equatable {
    case a(Int)
    #if swift(>=6)
        case b(String), c
    #else
        case b(Int)
    #endif
}

extension Specimen {
    static let scopes: [Specimen] = [
        Specimen(PublicStruct(a: 1, b: "b", c: true, d: 2.5, e: 3, f: [4])),
        Specimen(PublicChoice.yes, isObject: false),
        Specimen(PublicSendableChoice.no, isObject: false),
        Specimen(PublicUnion.b(.no), isObject: false),
        Specimen(PackageStruct(value: .yes, inner: 2)),
        Specimen(PrivateStruct(value: .b)),
        Specimen(FileprivateStruct(3)),
        Specimen(Outer.InPublicExtension(value: 1, hidden: "h")),
        Specimen(Outer.ChoiceInPublicExtension.two, isObject: false),
        Specimen(Available(value: 1)),
        Specimen(OnMainActor(value: 1, text: "t")),
        Specimen(Nonisolated(value: 1)),
        Specimen(Box(value: 1, values: [2, 3], maybe: nil)),
        Specimen(Box(value: DayPlan(city: "c", activities: ["a", "b"]), values: [], maybe: DayPlan(city: "d", activities: ["x", "y"]))),
        Specimen(Pair(first: "a", second: 2)),
        Specimen(Either<Int, String>.right("r"), isObject: false),
        Specimen(Phantom<Int>.two, isObject: false),
        Specimen(Wrapper<Int>.Nested(value: 1, box: Box(value: 2, values: [], maybe: 3))),
        Specimen(AlreadyConforming(value: 1)),
        Specimen(ConformingElsewhere(value: 1)),
        Specimen(AliasedOptional(value: nil, other: 1)),
        Specimen(AliasedOptional(value: 2, other: 1)),
        Specimen(Wrapped(value: 3, guided: 4)),
        Specimen(Conditionals(always: 1, some: "s", deeper: 2, last: [3])),
        Specimen(OnlyConditional()),
        Specimen(ConditionalNil(maybe: nil)),
        Specimen(ConditionalChoice.b, isObject: false),
        Specimen(ConditionalRaw.a, isObject: false),
        Specimen(ConditionalUnion.b("s"), isObject: false),
        Specimen(ConditionalUnion.c, isObject: false),
    ]
}
