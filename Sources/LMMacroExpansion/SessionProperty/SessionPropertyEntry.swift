/// A variable that becomes a property of the session.
struct SessionPropertyEntry: Equatable {
    /// The name of the type that is the property's key.
    var key: String
    /// The type, where it is written.
    var type: String?
    /// The expression for the value that a session begins with.
    var defaultValue: String
}

extension SessionPropertyEntry {
    /// Reads a declaration; without an entry, the diagnostics say why.
    static func read(_ declaration: Declaration, context: [String]) -> (SessionPropertyEntry?, [MacroDiagnostic]) {
        let range = declaration.introducer
        func failed(
            _ message: String, at range: Range<Int>, isKnown: Bool = false, fixIt: MacroDiagnostic.FixIt? = nil
        ) -> (SessionPropertyEntry?, [MacroDiagnostic]) {
            // Where the compiler refuses the declaration itself, what is left to say is what to do.
            let message = "'@SessionPropertyEntry' \(message)"
            return (
                nil, [MacroDiagnostic(severity: isKnown ? .note : .error, message: message, range: range, fixIt: fixIt)]
            )
        }
        guard case .property(let property) = declaration.kind else {
            return failed(
                "can only be used on a variable; declare one, such as 'var count: Int = 0'", at: range, isKnown: true)
        }
        guard isWithinSessionPropertyValues(context) else {
            return failed("belongs in 'extension SessionPropertyValues'; move the variable there", at: range)
        }
        if property.isConstant {
            let fixIt = MacroDiagnostic.FixIt(message: "replace 'let' with 'var'", range: range, replacement: "var")
            return failed("needs a variable; replace 'let' with 'var'", at: range, isKnown: true, fixIt: fixIt)
        }
        if let modifier = declaration.modifiers.first(where: { ["static", "class", "lazy", "weak"].contains($0.name) })
        {
            return failed(
                "cannot be used on a '\(modifier.name)' variable; remove '\(modifier.name)'", at: modifier.range,
                isKnown: modifier.name == "lazy")
        }
        guard property.bindings.count == 1, let binding = property.bindings.first, let name = binding.name else {
            return failed("needs a declaration of its own for each variable; take them apart", at: range, isKnown: true)
        }
        if let accessors = binding.accessorRange {
            return failed("writes the accessors itself; remove these", at: accessors)
        }
        guard let value = binding.initialValue else {
            let end = binding.type?.range.upperBound ?? binding.patternRange.upperBound
            let fixIt = MacroDiagnostic.FixIt(
                message: "add a value", range: end..<end, replacement: " = <#default value#>")
            return failed(
                "needs the value that a session begins with; add '= …'", at: binding.patternRange, fixIt: fixIt)
        }
        let entry = SessionPropertyEntry(
            key: keyName(for: SwiftName(name)), type: binding.type?.text, defaultValue: value.text)
        return (entry, [])
    }

    /// The key has the variable's name, in backticks where that is no plain word.
    private static func keyName(for name: SwiftName) -> String {
        let key = "__Key_" + name.text
        return key.utf8.allSatisfy(isWordByte) ? key : "`\(key)`"
    }

    private static func isWithinSessionPropertyValues(_ context: [String]) -> Bool {
        guard let outer = context.first, case .type(let type)? = try? Parser.declaration(in: outer).kind else {
            return false
        }
        let names = [
            "SessionPropertyValues", "LMProtocol.SessionPropertyValues", "FoundationModels.SessionPropertyValues",
        ]
        return type.keyword == "extension" && names.contains(type.name)
    }
}
