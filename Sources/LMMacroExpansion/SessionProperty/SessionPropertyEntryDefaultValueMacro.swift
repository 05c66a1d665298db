/// `@__SessionPropertyEntryDefaultValue`: makes a static variable with a value a computed one, so that it holds no
/// state that threads would share.
enum SessionPropertyEntryDefaultValueMacro: Macro {
    static let name = "__SessionPropertyEntryDefaultValue"
    static let reportingRole = MacroRequest.Role.accessor

    static func expand(_ request: MacroRequest) throws(SyntaxFailure) -> MacroExpansion {
        let declaration = try Parser.declaration(in: request.declaration.source)
        guard request.role == .accessor, case .property(let property) = declaration.kind,
            let value = property.bindings.first?.initialValue
        else { return MacroExpansion(source: "") }
        var writer = SourceWriter()
        writer.line("{")
        writer.indented { writer in
            writer.block("get") { $0.line(value.text) }
        }
        writer.line("}")
        return MacroExpansion(source: writer.text)
    }
}
