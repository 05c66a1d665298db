/// `@Generable`: the schema of a struct or an enum, and its way to content and back.
///
/// The compiler asks twice, for members and for an extension. What is wrong is reported with the extension: members
/// are asked for only where somebody needs them, and nobody needs those of a type that does not conform.
enum GenerableMacro: Macro {
    static let name = "Generable"
    static let reportingRole = MacroRequest.Role.extension

    static func expand(_ request: MacroRequest) throws(SyntaxFailure) -> MacroExpansion {
        let declaration = try Parser.declaration(in: request.declaration.source)
        let (expansion, diagnostics) = GenerableReader(declaration, request: request).read()
        guard let expansion, !diagnostics.containsError else {
            return MacroExpansion(source: "", diagnostics: diagnostics)
        }
        switch request.role {
        case .member:
            var writer = SourceWriter()
            expansion.writeMembers(to: &writer)
            return MacroExpansion(source: writer.text, diagnostics: diagnostics)
        case .extension:
            return MacroExpansion(source: extensionSource(of: expansion, request: request), diagnostics: diagnostics)
        default:
            return MacroExpansion(source: "")
        }
    }

    private static func extensionSource(of expansion: GenerableExpansion, request: MacroRequest) -> String {
        var writer = SourceWriter()
        let type = expansion.type
        for attribute in type.availability { writer.line(attribute) }
        var conformances: [String] = []
        if request.conformances.contains(where: { $0.hasSuffix("Generable") }) {
            conformances.append("nonisolated LMProtocol.Generable")
        }
        // The partial form of a value without parts is the value, and a partial form is sendable.
        if expansion.isItsOwnPartialForm, request.conformances.contains(where: { $0.hasSuffix("Sendable") }) {
            conformances.append("Sendable")
        }
        let clause = conformances.isEmpty ? "" : ": \(conformances.joined(separator: ", "))"
        writer.block("extension \(request.extendedType ?? type.name)\(clause)") { writer in
            expansion.writeInitializer(to: &writer)
        }
        return writer.text
    }
}
