/// A struct, enum, class, actor, protocol or extension.
struct TypeDeclaration: Equatable {
    /// The word that introduces it.
    var keyword: String
    /// The name, in backticks where it is written so; of an extension, the extended type.
    var name: String
    var nameRange: Range<Int>
    var isGeneric: Bool
    /// The types after the colon.
    var inheritance: [TypeExpression]
    var members: [Conditional<Declaration>]
}
