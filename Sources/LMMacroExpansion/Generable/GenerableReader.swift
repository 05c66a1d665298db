/// Finds in a declaration what `@Generable` needs, and what it cannot do.
struct GenerableReader {
    let request: MacroRequest
    let declaration: Declaration

    func read() -> (GenerableExpansion?, [MacroDiagnostic]) {
        var diagnostics: [MacroDiagnostic] = []
        guard case .type(let type) = declaration.kind, type.keyword == "struct" || type.keyword == "enum" else {
            let remedy = "describe the values to generate with a struct or an enum of their own"
            diagnostics.append(
                .error("'@Generable' can only be used on structs and enums; \(remedy)", at: attributeRange, fixIt: nil))
            return (nil, diagnostics)
        }
        checkReach(of: type, diagnostics: &diagnostics)
        let generable = generableType(type, diagnostics: &diagnostics)
        if type.keyword == "struct" {
            let reader = StructReader(type: generable)
            let properties = type.members.compactMapElements { reader.properties(of: $0, diagnostics: &diagnostics) }
            return (StructExpansion(type: generable, properties: properties), diagnostics)
        }
        let reader = EnumReader(type: generable, declaration: type, attributeRange: attributeRange)
        let isIndirect = declaration.modifiers.contains("indirect")
        return (reader.expansion(isIndirect: isIndirect, diagnostics: &diagnostics), diagnostics)
    }

    /// Where the attribute stands in the text of the declaration.
    private var attributeRange: Range<Int> {
        let start = request.attribute.offset - request.declaration.offset
        let attribute = declaration.attributes(named: GenerableMacro.name).first { $0.range.lowerBound >= start }
        return attribute?.range ?? declaration.introducer
    }

    private func generableType(_ type: TypeDeclaration, diagnostics: inout [MacroDiagnostic]) -> GenerableType {
        var options = GenerableOptions()
        if let attribute = declaration.attributes(named: GenerableMacro.name).first(where: { $0.range == attributeRange })
        {
            options = GenerableOptions(attribute, diagnostics: &diagnostics)
        }
        let members = Conditional.flatten(type.members)
        let nestedTypes = Set(members.compactMap(\.declaredTypeName))
        return GenerableType(
            name: type.name,
            access: access,
            options: options,
            availability: availability(diagnostics: &diagnostics),
            declaresPartiallyGenerated: nestedTypes.contains("PartiallyGenerated"),
            isIdentifiable: type.inheritance.contains { $0.lastName == "Identifiable" },
            nestedTypes: nestedTypes
        )
    }

    /// The access level of the members to add: that of the type, which an extension around it may set.
    private var access: AccessLevel {
        if let access = declaration.explicitAccess { return access > .internal ? access : .internal }
        guard let outer = request.context.first, let around = try? Parser.declaration(in: outer),
            case .type(let type) = around.kind, type.keyword == "extension", let access = around.explicitAccess
        else { return .internal }
        return access > .internal ? access : .internal
    }

    /// An extension of a type is available no longer than the type and those around it.
    private func availability(diagnostics: inout [MacroDiagnostic]) -> [String] {
        let around = request.context.compactMap { try? Parser.declaration(in: $0) }
        for attribute in declaration.attributes(named: "available") where attribute.isConditional {
            diagnostics.append(
                .error(
                    "'@Generable' cannot repeat an availability that depends on '#if'; put the whole type into the '#if'",
                    at: attribute.range))
        }
        return ([declaration] + around).flatMap { $0.attributes(named: "available") }.map(\.text)
    }

    /// The extension that makes a type conform stands outside all types, where a private member cannot be named.
    private func checkReach(of type: TypeDeclaration, diagnostics: inout [MacroDiagnostic]) {
        let around = request.context.compactMap { try? Parser.declaration(in: $0) }
        if !around.isEmpty, let modifier = declaration.modifiers.first("private"), modifier.detail == nil {
            diagnostics.append(
                .error(
                    "'@Generable' cannot extend a private type within another; make '\(type.name)' fileprivate",
                    at: modifier.range,
                    fixIt: .init(
                        message: "replace 'private' with 'fileprivate'", range: modifier.range, replacement: "fileprivate")
                ))
        }
        // The outermost type may be private, which at the top of a file means the file.
        for outer in around.dropLast() where outer.explicitAccess == .private {
            guard case .type(let outerType) = outer.kind else { continue }
            diagnostics.append(
                .error(
                    "'@Generable' cannot extend a type within a private one; make '\(outerType.name)' fileprivate",
                    at: type.nameRange))
        }
    }
}

extension Declaration {
    /// The name of the type that this declares; `nil` where it declares something else.
    var declaredTypeName: String? {
        switch kind {
        case .type(let type): type.name
        case .typeAlias(let name): name
        default: nil
        }
    }
}

extension TypeExpression {
    /// The last word of a type's name; `nil` for a type that has none.
    var lastName: String? {
        if case .named(let name) = shape { name } else { nil }
    }
}
