/// A macro: what to add to a declaration, made from its text and nothing else.
protocol Macro {
    /// The name that users write, for messages.
    static var name: String { get }

    /// Throws where the declaration cannot be read.
    static func expand(_ request: MacroRequest) throws(SyntaxFailure) -> MacroExpansion
}

extension Macro {
    /// The name with its at sign, in quotation marks.
    static var quotedName: String { "'@\(name)'" }

    /// The expansion, or a diagnostic at the place that could not be read.
    static func answer(_ request: MacroRequest) -> MacroExpansion {
        do {
            return try expand(request)
        } catch {
            let message = """
                \(quotedName) cannot read this declaration: expected \(error.expected) here; write it in a simpler \
                form, or write what the macro would add by hand
                """
            return .failed([.error(message, at: error.offset..<error.offset)])
        }
    }
}
