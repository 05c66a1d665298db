/// `@SessionPropertyEntry`: makes a variable in an extension of `SessionPropertyValues` a property of the session.
enum SessionPropertyEntryMacro: Macro {
    static let name = "SessionPropertyEntry"
    static let reportingRole = MacroRequest.Role.peer

    static func expand(_ request: MacroRequest) throws(SyntaxFailure) -> MacroExpansion {
        let declaration = try Parser.declaration(in: request.declaration.source)
        let (entry, diagnostics) = SessionPropertyEntry.read(declaration, context: request.context)
        guard let entry else {
            return MacroExpansion(
                source: request.role == .accessor ? placeholder(for: declaration) : "", diagnostics: diagnostics)
        }
        switch request.role {
        case .peer: return MacroExpansion(source: keySource(of: entry))
        case .accessor: return MacroExpansion(source: accessorSource(of: entry))
        default: return MacroExpansion(source: "")
        }
    }

    /// An accessor of a variable that is refused: without one the compiler would say two more things of the variable.
    private static func placeholder(for declaration: Declaration) -> String {
        guard case .property(let property) = declaration.kind,
            property.bindings.allSatisfy({ $0.accessorRange == nil })
        else { return "" }
        var writer = SourceWriter()
        writer.block("") { $0.line("get { Swift.fatalError() }") }
        return writer.text
    }

    private static func keySource(of entry: SessionPropertyEntry) -> String {
        var writer = SourceWriter()
        writer.block("private struct \(entry.key): LMProtocol.SessionPropertyKey") { writer in
            if let type = entry.type {
                writer.block("static var defaultValue: \(type)") { $0.line(entry.defaultValue) }
            } else {
                // The type is what the compiler infers from the value.
                writer.line("@LMProtocol.__SessionPropertyEntryDefaultValue")
                writer.line("static var defaultValue = \(entry.defaultValue)")
            }
        }
        return writer.text
    }

    private static func accessorSource(of entry: SessionPropertyEntry) -> String {
        var writer = SourceWriter()
        writer.line("{")
        writer.indented { writer in
            writer.block("get") { $0.line("self[\(entry.key).self]") }
            writer.block("set") { $0.line("self[\(entry.key).self] = newValue") }
            writer.block("_modify") { $0.line("yield &self[\(entry.key).self]") }
        }
        writer.line("}")
        return writer.text
    }
}
