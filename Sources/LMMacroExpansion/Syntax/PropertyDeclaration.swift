/// A `var` or `let`.
struct PropertyDeclaration: Equatable {
    enum Accessors: Equatable {
        case none
        /// `willSet` and `didSet`, which leave the property stored.
        case observers
        /// A getter, with whatever else.
        case computed
    }

    /// One name of a declaration that may have several.
    struct Binding: Equatable {
        /// The name, in backticks where it is written so; `nil` for a pattern.
        var name: String?
        var patternRange: Range<Int>
        /// The type, also where it is written only after a later name, as in `var a, b: Int`.
        var type: TypeExpression?
        /// The expression after `=`.
        var initialValue: InitialValue?
        var accessors: Accessors
        var accessorRange: Range<Int>?
    }

    struct InitialValue: Equatable {
        var text: String
        var range: Range<Int>
    }

    var isConstant: Bool
    var bindings: [Binding]
}
