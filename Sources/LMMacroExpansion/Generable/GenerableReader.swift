/// Finds in a declaration what `@Generable` needs, and what it cannot do.
struct GenerableReader {
    private let declaration: Declaration
    /// The declarations around it, from the inside out.
    private let surroundings: [Declaration]
    private let attribute: Attribute?
    private let fragment: SourceFragment

    init(_ declaration: Declaration, request: MacroRequest) {
        self.declaration = declaration
        fragment = request.declaration
        surroundings = request.context.compactMap { try? Parser.declaration(in: $0) }
        let start = request.attribute.offset - request.declaration.offset
        attribute = declaration.attributes(named: GenerableMacro.name).first { $0.range.lowerBound >= start }
    }

    func read() -> (GenerableExpansion?, [MacroDiagnostic]) {
        var diagnostics: [MacroDiagnostic] = []
        let place = attribute?.range ?? declaration.introducer
        guard case .type(let type) = declaration.kind, type.keyword == "struct" || type.keyword == "enum" else {
            let remedy = "describe the values to generate with a struct or an enum of their own"
            diagnostics.error("'@Generable' can only be used on structs and enums; \(remedy)", at: place)
            return (nil, diagnostics)
        }
        // The first attribute of two does it all.
        if let first = declaration.attributes(named: GenerableMacro.name).first, let attribute, attribute != first {
            diagnostics.error("'@Generable' stands here twice; remove one", at: attribute.range)
            return (nil, diagnostics)
        }
        checkReach(of: type, diagnostics: &diagnostics)
        let generable = generableType(type, diagnostics: &diagnostics)
        if type.keyword == "struct" {
            return (
                StructReader(type: generable, fragment: fragment).expansion(of: type, diagnostics: &diagnostics),
                diagnostics
            )
        }
        let reader = EnumReader(type: generable, declaration: type, place: place, fragment: fragment)
        let isIndirect = declaration.modifiers.contains("indirect")
        return (reader.expansion(isIndirect: isIndirect, diagnostics: &diagnostics), diagnostics)
    }

    private func generableType(_ type: TypeDeclaration, diagnostics: inout [MacroDiagnostic]) -> GenerableType {
        var options = GenerableOptions()
        if let attribute { options = GenerableOptions(attribute, diagnostics: &diagnostics) }
        let nestedTypes = Conditional.flatten(type.members).compactMap(\.declaredTypeName)
        return GenerableType(
            name: type.name,
            access: access,
            options: options,
            availability: availability(diagnostics: &diagnostics),
            declaresPartiallyGenerated: nestedTypes.contains("PartiallyGenerated"),
            isIdentifiable: type.inheritance.contains { $0.lastName == "Identifiable" }
        )
    }

    /// The access level of the members to add: that of the type, which an extension around it may set.
    private var access: AccessLevel {
        var access = declaration.explicitAccess
        if access == nil, let outer = surroundings.first, case .type(let type) = outer.kind, type.keyword == "extension"
        {
            access = outer.explicitAccess
        }
        return max(access ?? .internal, .internal)
    }

    /// An extension of a type is available no longer than the type and those around it.
    private func availability(diagnostics: inout [MacroDiagnostic]) -> [String] {
        for attribute in declaration.attributes(named: "available") where attribute.isConditional {
            diagnostics.error(
                "'@Generable' cannot repeat an availability that depends on '#if'; put the whole type into the '#if'",
                at: attribute.range)
        }
        return ([declaration] + surroundings).flatMap { $0.attributes(named: "available") }.map(\.text)
    }

    /// The extension that makes a type conform stands outside all types, where a private member cannot be named.
    private func checkReach(of type: TypeDeclaration, diagnostics: inout [MacroDiagnostic]) {
        if !surroundings.isEmpty, let modifier = declaration.modifiers.first("private"), modifier.detail == nil {
            diagnostics.error(
                "'@Generable' cannot extend a private type within another; make '\(type.name)' fileprivate",
                at: modifier.range,
                fixIt: .init(
                    message: "replace 'private' with 'fileprivate'", range: modifier.range, replacement: "fileprivate"))
        }
        // The outermost type may be private, which at the top of a file means the file.
        for outer in surroundings.dropLast() where outer.explicitAccess == .private {
            guard case .type(let outerType) = outer.kind else { continue }
            diagnostics.error(
                "'@Generable' cannot extend a type within a private one; make '\(outerType.name)' fileprivate",
                at: type.nameRange)
        }
    }
}

extension Declaration {
    /// The name of the type that this declares; `nil` where it declares something else.
    fileprivate var declaredTypeName: String? {
        switch kind {
        case .type(let type): type.name
        case .typeAlias(let name): name
        default: nil
        }
    }
}
