/// What the compiler asks of a macro that is attached to a declaration.
struct MacroRequest: Equatable {
    /// What the macro is to add to the declaration. The roles are the compiler's; a macro knows those it declares.
    enum Role: String {
        case accessor, member, peer, memberAttribute, conformance, `extension`, preamble, body
    }

    /// The type that implements the macro, as `#externalMacro` names it.
    var macro: String
    var role: Role
    /// The attribute, with the white space around it.
    var attribute: SourceFragment
    /// The declaration with its attributes and the white space before it.
    var declaration: SourceFragment
    /// The type to extend, with the types around it.
    var extendedType: String?
    /// The protocols that the macro declares and the type does not conform to yet.
    var conformances: [String] = []
    /// The declarations around this one, from the inside out, without their members.
    var context: [String] = []
}
