/// Finds the cases of an enum.
struct EnumReader {
    let type: GenerableType
    let declaration: TypeDeclaration
    let attributeRange: Range<Int>

    func expansion(isIndirect: Bool, diagnostics: inout [MacroDiagnostic]) -> GenerableExpansion? {
        let cases = declaration.members.compactMapElements { self.cases(of: $0, diagnostics: &diagnostics) }
        let all = Conditional.flatten(cases)
        guard !all.isEmpty else {
            diagnostics.append(.error("an enum to generate must have at least one case; add one", at: attributeRange))
            return nil
        }
        if all.contains(where: { !$0.values.isEmpty }) {
            checkNames(diagnostics: &diagnostics)
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
        var names: Set<String> = ["type"]
        return element.payload.map { value in
            if let problem = TypeProblem(of: value.type) { diagnostics.append(problem.diagnostic) }
            var name = value.internalName ?? value.label
            if name == nil {
                name = unlabelled == 0 ? "value" : "value\(unlabelled)"
                unlabelled += 1
            }
            let swiftName = SwiftName(name ?? "value")
            if swiftName.text == "type" {
                diagnostics.append(
                    .error("'type' is where generated JSON names the case; give the value another label", at: value.range))
            } else if !names.insert(swiftName.text).inserted {
                diagnostics.append(
                    .error(
                        "two values of the case are called '\(swiftName.text)' in JSON; give this one another label",
                        at: value.range))
            }
            return GenerableCase.Value(label: value.label, name: swiftName, type: value.type)
        }
    }

    /// Cases may differ in their labels alone, which JSON does not tell.
    private func checkNames(diagnostics: inout [MacroDiagnostic]) {
        checkNames(in: declaration.members, taken: [], diagnostics: &diagnostics)
    }

    /// Clauses of one directive exclude each other, so that each starts with the names from before it.
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
                    diagnostics.append(
                        .error(
                            "two cases are called '\(element.name)' in JSON; give this one another name",
                            at: element.nameRange))
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
        let strings = Conditional.flatten(declaration.members).compactMap { member -> Range<Int>? in
            guard case .enumCase(let enumCase) = member.kind else { return nil }
            return enumCase.elements.compactMap(\.rawValue).first(where: \.isString)?.range
        }
        guard let first = strings.first, declaration.inheritance.first?.lastName != "Character" else { return }
        diagnostics.append(
            .warning(
                "the names of the cases are generated, not their raw values; write 'String' as the enum's first inherited type to generate these",
                at: first))
    }
}
