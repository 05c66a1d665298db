/// A macro: what to add to a declaration, made from its text and nothing else.
protocol Macro {
    /// The name that users write.
    static var name: String { get }

    /// The role in which diagnostics are passed on. A macro with several roles is asked once for each, and finds the
    /// same each time.
    static var reportingRole: MacroRequest.Role { get }

    /// Throws where the declaration cannot be read.
    static func expand(_ request: MacroRequest) throws(SyntaxFailure) -> MacroExpansion
}

extension Macro {
    /// The expansion; where the declaration could not be read, nothing and a diagnostic at the place.
    static func answer(_ request: MacroRequest) -> MacroExpansion {
        var expansion: MacroExpansion
        do {
            expansion = try expand(request)
        } catch {
            let message = """
                '@\(name)' cannot read this declaration: expected \(error.expected) here; write it in a simpler form, \
                or write by hand what the macro would add
                """
            expansion = MacroExpansion(
                source: "", diagnostics: [.error(message, at: error.offset..<error.offset)])
        }
        if request.role != reportingRole { expansion.diagnostics = [] }
        return expansion
    }
}
