/// A declaration, with what an expansion needs to know of it.
struct Declaration: Equatable {
    enum Kind: Equatable {
        case type(TypeDeclaration)
        case property(PropertyDeclaration)
        case enumCase(EnumCaseDeclaration)
        /// A type alias, by its name.
        case typeAlias(String)
        /// Anything else, by the word that introduces it: `func`, `init`, `subscript`…
        case other(String)
    }

    var attributes: [Attribute]
    var modifiers: [Modifier]
    var kind: Kind
    /// Where the word stands that introduces the declaration.
    var introducer: Range<Int>
    /// Where the declaration stands, its attributes included.
    var range: Range<Int>
}

extension Declaration {
    /// The attributes of a name.
    func attributes(named name: String) -> [Attribute] { attributes.filter { $0.name == name } }

    /// Whether the declaration belongs to a type rather than to its values.
    var isStatic: Bool { modifiers.contains("static") || modifiers.contains("class") }

    /// The access level that the declaration itself names.
    var explicitAccess: AccessLevel? {
        modifiers.lazy.filter { $0.detail == nil }.compactMap { AccessLevel(modifier: $0.name) }.first
    }
}
