/// `@Guide`: adds nothing itself, since `@Generable` reads it; says where it stands in vain.
enum GuideMacro: Macro {
    static let name = "Guide"
    static let reportingRole = MacroRequest.Role.peer

    static func expand(_ request: MacroRequest) throws(SyntaxFailure) -> MacroExpansion {
        let declaration = try Parser.declaration(in: request.declaration.source)
        let start = request.attribute.offset - request.declaration.offset
        let attribute = declaration.attributes(named: name).first { $0.range.lowerBound >= start }
        let place = attribute?.range ?? declaration.introducer
        var expansion = MacroExpansion(source: "")
        if let problem = problem(with: declaration) {
            expansion.diagnostics.error("'@Guide' can only be used with a stored property; \(problem)", at: place)
        } else if attribute?.arguments.isEmpty == true {
            expansion.diagnostics.error(
                "'@Guide' says nothing here; write '@Guide(description: \"…\")' or a guide, or remove it", at: place)
        } else if !isGenerated(request) {
            expansion.diagnostics.warning(
                "'@Guide' does nothing in a type without '@Generable'; add '@Generable' to the type", at: place)
        }
        return expansion
    }

    /// What to do about a declaration that has no guide; `nil` where it may have one.
    private static func problem(with declaration: Declaration) -> String? {
        switch declaration.kind {
        case .property(let property):
            if declaration.isStatic { return "remove it, since a static property is not generated" }
            let isComputed = property.bindings.contains { $0.accessors == .computed }
            return isComputed ? "remove it, since a computed property is not generated" : nil
        case .enumCase:
            return "describe the case in the description of its enum, as in '@Generable(description: \"…\")'"
        case .type:
            return "describe a type with '@Generable(description: \"…\")'"
        case .typeAlias, .other:
            return "remove it"
        }
    }

    /// Whether the type around the property is one that `@Generable` reads. An unreadable one is given the benefit of
    /// the doubt.
    private static func isGenerated(_ request: MacroRequest) -> Bool {
        guard let outer = request.context.first, let around = try? Parser.declaration(in: outer) else { return true }
        return !around.attributes(named: GenerableMacro.name).isEmpty
    }
}
