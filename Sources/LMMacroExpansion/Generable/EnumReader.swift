/// Finds the cases of an enum.
struct EnumReader {
    let type: GenerableType
    let declaration: TypeDeclaration
    /// Where to say what concerns the enum as a whole.
    let place: Range<Int>
    /// The source that the declaration was read from.
    let fragment: SourceFragment

    func expansion(isIndirect: Bool, diagnostics: inout [MacroDiagnostic]) -> GenerableExpansion? {
        let cases = declaration.members.compactMapElements { self.cases(of: $0, diagnostics: &diagnostics) }
        let all = Conditional.flatten(cases)
        guard !all.isEmpty else {
            diagnostics.error("an enum to generate must have at least one case; add one", at: place)
            return nil
        }
        if all.contains(where: { !$0.values.isEmpty }) {
            checkNames(in: declaration.members, taken: [], diagnostics: &diagnostics)
            return UnionExpansion(type: type, cases: cases, isIndirect: isIndirect)
        }
        let isString = declaration.inheritance.first?.lastName == "String"
        if !isString { checkRawValues(diagnostics: &diagnostics) }
        return ChoiceExpansion(type: type, cases: cases, hasRawValues: isString)
    }

    private func cases(of declaration: Declaration, diagnostics: inout [MacroDiagnostic]) -> [GenerableCase] {
        guard case .enumCase(let enumCase) = declaration.kind else { return [] }
        return enumCase.elements.map { element in
            GenerableCase(
                name: SwiftName(element.name),
                values: values(of: element, diagnostics: &diagnostics),
                isIndirect: declaration.modifiers.contains("indirect")
            )
        }
    }

    /// Values without a label are called `value`, `value1`, `value2`…
    private func values(
        of element: EnumCaseDeclaration.Element, diagnostics: inout [MacroDiagnostic]
    ) -> [GenerableCase.Value] {
        var unlabelled = 0
        var names: Set<String> = []
        return element.payload.map { value in
            if let problem = TypeProblem(of: value.type) { diagnostics.append(problem.diagnostic) }
            let name: SwiftName
            if let written = value.internalName ?? value.label {
                name = SwiftName(written)
            } else {
                name = SwiftName(unlabelled == 0 ? "value" : "value\(unlabelled)")
                unlabelled += 1
            }
            if name.text == "type" {
                diagnostics.error(
                    "'type' is where generated JSON names the case; give the value another label", at: value.range)
            } else if !names.insert(name.text).inserted {
                diagnostics.error(
                    "two values of the case are called '\(name.text)' in JSON; give this one another label",
                    at: value.range)
            }
            return GenerableCase.Value(
                label: value.label, name: name, type: value.type,
                place: KnownType.isGenerable(value.type) ? nil : fragment.place(of: value.type.range.lowerBound))
        }
    }

    /// Cases may differ in their labels alone, which JSON does not tell. Clauses of one directive exclude each other, so
    /// that each starts with the names from before it.
    @discardableResult
    private func checkNames(
        in members: [Conditional<Declaration>], taken: Set<String>, diagnostics: inout [MacroDiagnostic]
    ) -> Set<String> {
        var taken = taken
        for member in members {
            switch member {
            case .element(let declaration):
                guard case .enumCase(let enumCase) = declaration.kind else { continue }
                for element in enumCase.elements where !taken.insert(SwiftName(element.name).text).inserted {
                    diagnostics.error(
                        "two cases are called '\(element.name)' in JSON; give this one another name",
                        at: element.nameRange)
                }
            case .conditional(let clauses):
                let before = taken
                for clause in clauses {
                    taken.formUnion(checkNames(in: clause.elements, taken: before, diagnostics: &diagnostics))
                }
            }
        }
        return taken
    }

    /// Only a raw type that is written as `String` is known to be one; a raw type of another name gives case names.
    private func checkRawValues(diagnostics: inout [MacroDiagnostic]) {
        guard let rawType = declaration.inheritance.first?.lastName, rawType != "Character" else { return }
        for member in Conditional.flatten(declaration.members) {
            guard case .enumCase(let enumCase) = member.kind,
                let rawValue = enumCase.elements.compactMap(\.rawValue).first(where: \.isString)
            else { continue }
            return diagnostics.warning(
                "the names of the cases are generated, not their raw values; to have these, write 'String' for '\(rawType)'",
                at: rawValue.range)
        }
    }
}
