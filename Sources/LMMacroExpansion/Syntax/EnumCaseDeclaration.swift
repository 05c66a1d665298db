/// A `case` of an enum, with one or more elements.
struct EnumCaseDeclaration: Equatable {
    struct Element: Equatable {
        /// The name, in backticks where it is written so.
        var name: String
        var nameRange: Range<Int>
        /// The associated values; empty where there are none.
        var payload: [AssociatedValue]
        /// Whether the raw value is written out, as a string literal or as something else.
        var rawValue: RawValue?
    }

    struct AssociatedValue: Equatable {
        /// The label at the place of use; `nil` where there is none or it is `_`.
        var label: String?
        /// A second name, which may follow `_`.
        var internalName: String?
        var type: TypeExpression
        var range: Range<Int>
    }

    struct RawValue: Equatable {
        var isString: Bool
        var range: Range<Int>
    }

    var elements: [Element]
}
