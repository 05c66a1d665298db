/// Finds the properties of a struct that are generated: the stored ones whose type is written.
struct StructReader {
    let type: GenerableType

    func properties(of declaration: Declaration, diagnostics: inout [MacroDiagnostic]) -> [GenerableProperty] {
        guard case .property(let property) = declaration.kind, !declaration.isStatic else { return [] }
        let guides = declaration.attributes(named: GuideMacro.name)
        return property.bindings.compactMap { binding -> GenerableProperty? in
            guard binding.accessors != .computed else { return nil }
            guard let name = binding.name, name != "_" else {
                diagnostics.append(
                    .error("'@Generable' cannot generate a pattern; declare each value on its own", at: binding.patternRange)
                )
                return nil
            }
            guard let type = binding.type else {
                let isState = property.isConstant || (declaration.explicitAccess ?? .internal) < .internal
                checkUntyped(binding, name: name, isState: isState, hasGuide: !guides.isEmpty, diagnostics: &diagnostics)
                return nil
            }
            check(binding, of: property, in: declaration, diagnostics: &diagnostics)
            check(type, diagnostics: &diagnostics)
            for guide in guides where guide.isConditional {
                diagnostics.append(
                    .error(
                        "a guide cannot depend on '#if' alone; put the whole property into the '#if'", at: guide.range))
            }
            return GenerableProperty(
                name: SwiftName(name),
                type: type,
                access: declaration.explicitAccess ?? .internal,
                guide: PropertyGuide(guides, diagnostics: &diagnostics)
            )
        }
    }

    /// A property without a written type keeps its default. Of a constant or of private state that is meant, as in
    /// `let id = UUID()`.
    private func checkUntyped(
        _ binding: PropertyDeclaration.Binding, name: String, isState: Bool, hasGuide: Bool,
        diagnostics: inout [MacroDiagnostic]
    ) {
        let remedy = "write its type, as in '\(name): String'"
        if hasGuide {
            diagnostics.append(.error("a property with a guide needs a type; \(remedy)", at: binding.patternRange))
        } else if !isState {
            diagnostics.append(
                .warning(
                    "'\(name)' is not generated, because its type is not written; \(remedy), or make it private",
                    at: binding.patternRange))
        }
    }

    private func check(
        _ binding: PropertyDeclaration.Binding, of property: PropertyDeclaration, in declaration: Declaration,
        diagnostics: inout [MacroDiagnostic]
    ) {
        if property.isConstant, binding.initialValue != nil {
            diagnostics.append(
                .error(
                    "a constant with a value cannot be generated; make it a 'var', or leave out its type or its value",
                    at: binding.patternRange,
                    fixIt: .init(
                        message: "replace 'let' with 'var'", range: declaration.introducer, replacement: "var")))
        }
        for modifier in declaration.modifiers where ["lazy", "weak", "unowned"].contains(modifier.name) {
            diagnostics.append(
                .error(
                    "a '\(modifier.name)' property cannot be generated; make it a plain or a computed property",
                    at: modifier.range))
        }
        if binding.name == "generatedContent" {
            diagnostics.append(
                .error("'generatedContent' is the name of what '@Generable' adds; call the property otherwise", at: binding.patternRange))
        }
    }

    private func check(_ propertyType: TypeExpression, diagnostics: inout [MacroDiagnostic]) {
        if let problem = TypeProblem(of: propertyType) { diagnostics.append(problem.diagnostic) }
        // Within the partial form, ID is the type of its own id.
        if propertyType.mentions("ID"), !type.isIdentifiable {
            diagnostics.append(
                .error(
                    "'ID' has another meaning where the value is partial; write the type with the one around it, as in '\(type.name).ID'",
                    at: propertyType.range))
        }
    }
}
