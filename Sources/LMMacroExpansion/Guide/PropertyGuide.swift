/// What the `@Guide` attributes of a property say together.
struct PropertyGuide: Equatable {
    /// The expression for the description.
    var description: String?
    /// The expressions for the guides.
    var guides: [String] = []
}

extension PropertyGuide {
    /// What is wrong with a guide for a type, as far as both are known.
    private static func problem(with argument: Attribute.Argument, of type: TypeExpression) -> String? {
        guard let kind = KnownType.guidedKind(of: type), let name = argument.guideName,
            let guided = KnownType.GuidedKind(guide: name), guided != kind
        else { return nil }
        return "the guide '\(name)' does not fit a property of type '\(type.text)'; \(kind.remedy)"
    }

    /// Reads the attributes in the order in which they are written.
    init(_ attributes: [Attribute], of type: TypeExpression, diagnostics: inout [MacroDiagnostic]) {
        let arguments = attributes.flatMap(\.arguments)
        for argument in arguments where !argument.isRefused {
            if argument.label != "description" {
                if let problem = PropertyGuide.problem(with: argument, of: type) {
                    diagnostics.error(problem, at: argument.range)
                }
                guides.append(argument.text)
            } else if argument.text != "nil" {
                // What several attributes say the model reads one after the other.
                description = description.map { "\($0) + \"\\n\" + \(argument.text)" } ?? argument.text
            }
        }
        // A regular expression alone has an initializer of its own; among others it has to be a guide as they are.
        if guides.count > 1 {
            guides = arguments.filter { $0.label != "description" && !$0.isRefused }.map {
                $0.isRegexLiteral ? ".pattern(\($0.text))" : $0.text
            }
        }
    }
}
