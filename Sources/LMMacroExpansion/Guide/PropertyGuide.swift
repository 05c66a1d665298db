/// What the `@Guide` attributes of a property say together.
struct PropertyGuide: Equatable {
    /// The expression for the description.
    var description: String?
    /// The expressions for the guides.
    var guides: [String] = []
}

extension PropertyGuide {
    /// Reads the attributes in the order in which they are written.
    init(_ attributes: [Attribute], diagnostics: inout [MacroDiagnostic]) {
        let arguments = attributes.flatMap(\.arguments)
        for argument in arguments {
            if argument.label != "description" {
                guides.append(argument.text)
            } else if description == nil {
                description = argument.text == "nil" ? nil : argument.text
            } else {
                diagnostics.error("a property has one description; join this one with the first", at: argument.range)
            }
        }
        // A regular expression alone has an initializer of its own; among others it has to be a guide as they are.
        if guides.count > 1 {
            guides = arguments.filter { $0.label != "description" }.map {
                $0.isRegexLiteral ? ".pattern(\($0.text))" : $0.text
            }
        }
    }
}
