/// Finds the properties of a struct that are generated: the stored ones whose type is written.
struct StructReader {
    let type: GenerableType

    func expansion(of declaration: TypeDeclaration, diagnostics: inout [MacroDiagnostic]) -> StructExpansion {
        let properties = declaration.members.compactMapElements { self.properties(of: $0, diagnostics: &diagnostics) }
        let expansion = StructExpansion(type: type, properties: properties)
        if expansion.hasIdentity { checkNames(of: expansion.properties, diagnostics: &diagnostics) }
        return expansion
    }

    private func properties(
        of declaration: Declaration, diagnostics: inout [MacroDiagnostic]
    ) -> [GenerableProperty] {
        guard case .property(let property) = declaration.kind, !declaration.isStatic else { return [] }
        let guides = declaration.attributes(named: GuideMacro.name)
        return property.bindings.compactMap { binding -> GenerableProperty? in
            guard binding.accessors != .computed else { return nil }
            guard let name = binding.name else {
                diagnostics.error(
                    "'@Generable' cannot generate a pattern; declare each value on its own", at: binding.patternRange)
                return nil
            }
            guard let type = binding.type else {
                let isState = property.isConstant || (declaration.explicitAccess ?? .internal) < .internal
                checkUntyped(name, at: binding.patternRange, isState: isState, guides, diagnostics: &diagnostics)
                return nil
            }
            check(binding, of: property, in: declaration, diagnostics: &diagnostics)
            if let problem = TypeProblem(of: type) { diagnostics.append(problem.diagnostic) }
            for guide in guides where guide.isConditional {
                diagnostics.error(
                    "a guide cannot depend on '#if' alone; put the whole property into the '#if'", at: guide.range)
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
        _ name: String, at range: Range<Int>, isState: Bool, _ guides: [Attribute],
        diagnostics: inout [MacroDiagnostic]
    ) {
        let remedy = "write its type, as in '\(name): String'"
        if !guides.isEmpty {
            diagnostics.error("a property with a guide needs a type; \(remedy)", at: range)
        } else if !isState {
            diagnostics.warning(
                "'\(name)' is not generated, because its type is not written; \(remedy), or make it private", at: range)
        }
    }

    private func check(
        _ binding: PropertyDeclaration.Binding, of property: PropertyDeclaration, in declaration: Declaration,
        diagnostics: inout [MacroDiagnostic]
    ) {
        if property.isConstant, binding.initialValue != nil {
            diagnostics.error(
                "a constant with a value cannot be generated; make it a 'var', or leave out its type or its value",
                at: binding.patternRange,
                fixIt: .init(message: "replace 'let' with 'var'", range: declaration.introducer, replacement: "var"))
        }
        for modifier in declaration.modifiers where ["lazy", "weak", "unowned"].contains(modifier.name) {
            diagnostics.error(
                "a '\(modifier.name)' property cannot be generated; make it a plain or a computed property",
                at: modifier.range)
        }
        if binding.name == "generatedContent" {
            diagnostics.error(
                "'generatedContent' is the name of what '@Generable' adds; call the property otherwise",
                at: binding.patternRange)
        }
    }

    /// Within a partial form that is identifiable, `ID` is the type of its own `id`.
    private func checkNames(
        of properties: [Conditional<GenerableProperty>], diagnostics: inout [MacroDiagnostic]
    ) {
        for property in Conditional.flatten(properties) where property.type.mentions("ID") {
            diagnostics.error(
                "'ID' has another meaning in the partial form; write the type around it too, as in '\(type.name).ID'",
                at: property.type.range)
        }
    }
}
