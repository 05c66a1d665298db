/// The answer to a request: source text to add, and what is to be said of the declaration.
struct MacroExpansion: Equatable {
    /// The text; empty where there is nothing to add, `nil` where the macro failed.
    var source: String?
    var diagnostics: [MacroDiagnostic] = []

    static func failed(_ diagnostics: [MacroDiagnostic]) -> MacroExpansion {
        MacroExpansion(source: nil, diagnostics: diagnostics)
    }
}
