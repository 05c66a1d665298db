/// The arguments of `@Generable`.
struct GenerableOptions: Equatable {
    /// The expression for the schema's name.
    var name: String?
    /// The expression for the description.
    var description: String?
    /// Whether a property without a value is written as `null` rather than left out; `nil` where nothing is said.
    var representsNilExplicitly: Bool?
}

extension GenerableOptions {
    init(_ attribute: Attribute, diagnostics: inout [MacroDiagnostic]) {
        for argument in attribute.arguments {
            switch argument.label {
            case "name":
                name = argument.text
            case "description":
                // A description of `nil` is the same as none.
                description = argument.text == "nil" ? nil : argument.text
            case "representNilExplicitlyInGeneratedContent":
                representsNilExplicitly = argument.text == "true"
                if argument.text != "true", argument.text != "false" {
                    diagnostics.error(
                        "'representNilExplicitlyInGeneratedContent' decides what is written; write 'true' or 'false'",
                        at: argument.range)
                }
            default:
                break
            }
        }
    }

    /// The first arguments of a schema: what it is the schema of, and how it is described.
    var schemaArguments: [String] {
        ["type: Self.self", name.map { "name: \($0)" }, description.map { "description: \($0)" }].compactMap(\.self)
    }
}
