/// A case of an enum that is generated.
struct GenerableCase: Equatable {
    struct Value: Equatable {
        /// The label at the place of use, where there is one.
        var label: String?
        /// The name in JSON.
        var name: SwiftName
        var type: TypeExpression
        /// Where the type stands in the file, for what the compiler has to say of it; `nil` where it is generable for
        /// sure.
        var place: SourcePlace?
    }

    var name: SwiftName
    var values: [Value]
    var isIndirect: Bool
}
