/// Finds the properties of a struct that are generated: the stored ones whose type is written, without the constants
/// that have a value.
struct StructReader {
    let type: GenerableType
    /// The source that the declaration was read from.
    let fragment: SourceFragment

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
                if !property.isConstant, binding.initialValue?.makesIdentity == true {
                    return identity(name, of: nil, in: declaration, guides, diagnostics: &diagnostics)
                }
                let isState = property.isConstant || (declaration.explicitAccess ?? .internal) < .internal
                checkUntyped(name, at: binding.patternRange, isState: isState, guides, diagnostics: &diagnostics)
                return nil
            }
            check(binding, in: declaration, diagnostics: &diagnostics)
            let problem = TypeProblem(of: type)
            if binding.initialValue != nil, property.isConstant || problem != nil {
                checkLeftOut(name, guides, diagnostics: &diagnostics)
                return nil
            }
            if KnownType.isIdentity(type) {
                return identity(name, of: type, in: declaration, guides, diagnostics: &diagnostics)
            }
            if let problem { diagnostics.append(problem.diagnostic) }
            for guide in guides where guide.isConditional {
                diagnostics.error(
                    "a guide cannot depend on '#if' alone; put the whole property into the '#if'", at: guide.range)
            }
            let isCertain = KnownType.isGenerable(type)
            return GenerableProperty(
                role: isCertain || binding.initialValue == nil ? .generated : .generatedIfGenerable,
                name: SwiftName(name),
                type: type,
                access: declaration.explicitAccess ?? .internal,
                guide: PropertyGuide(guides, of: type, diagnostics: &diagnostics),
                place: isCertain ? nil : fragment.place(of: binding.patternRange.lowerBound)
            )
        }
    }

    /// A property that names the value across the snapshots of a stream.
    private func identity(
        _ name: String, of type: TypeExpression?, in declaration: Declaration, _ guides: [Attribute],
        diagnostics: inout [MacroDiagnostic]
    ) -> GenerableProperty {
        checkLeftOut(name, guides, diagnostics: &diagnostics)
        return GenerableProperty(
            role: .identity, name: SwiftName(name), type: type ?? .identity,
            access: declaration.explicitAccess ?? .internal, guide: PropertyGuide())
    }

    /// A property that is no part of what is generated has nothing to guide.
    private func checkLeftOut(_ name: String, _ guides: [Attribute], diagnostics: inout [MacroDiagnostic]) {
        guard let guide = guides.first else { return }
        diagnostics.warning(
            "'\(name)' is not generated, so that its guide does nothing; remove the guide, or declare '\(name)' as a "
                + "'var' of a generable type", at: guide.range)
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
        _ binding: PropertyDeclaration.Binding, in declaration: Declaration, diagnostics: inout [MacroDiagnostic]
    ) {
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
        for property in Conditional.flatten(properties)
        where property.role != .identity && property.type.mentions("ID") {
            diagnostics.error(
                "'ID' has another meaning in the partial form; write the type around it too, as in '\(type.name).ID'",
                at: property.type.range)
        }
    }
}

extension PropertyDeclaration.InitialValue {
    /// Whether the value is a new identity.
    fileprivate var makesIdentity: Bool {
        text.hasSuffix("()") && text.dropLast(2).split(separator: ".").last == "GenerationID"
    }
}

extension TypeExpression {
    /// The type of a property that names a value, where it is not written.
    fileprivate static var identity: TypeExpression {
        TypeExpression(text: "GenerationID", range: 0..<0, shape: .named("GenerationID"), leadingNames: [])
    }
}
