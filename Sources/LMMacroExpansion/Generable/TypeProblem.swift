/// A type that no schema can describe, found before the compiler meets it in code that the user has not written.
struct TypeProblem: Equatable {
    var type: TypeExpression
    var remedy: String

    init?(of type: TypeExpression) {
        switch type.shape {
        case .named:
            return nil
        case .parenthesized(let element):
            guard let problem = TypeProblem(of: element) else { return nil }
            self = problem
        case .array(let element):
            if element.isOptional {
                self.init(
                    type: element, remedy: "an element is there or is not; write '[\(element.unwrapped.text)]'")
            } else if let problem = TypeProblem(of: element) {
                self = problem
            } else {
                return nil
            }
        case .optional(let wrapped), .implicitlyUnwrapped(let wrapped):
            if wrapped.isOptional {
                self.init(type: type, remedy: "a value is there or is not; write one '?'")
            } else if let problem = TypeProblem(of: wrapped) {
                self = problem
            } else {
                return nil
            }
        case .dictionary(let key, let value):
            if KnownType.isNoName(key) {
                self.init(
                    type: type,
                    remedy:
                        "the names of an object are strings; write '[String: \(value.text)]', or an array of structs"
                )
            } else if value.isOptional {
                self.init(
                    type: value,
                    remedy: "a value is there or is not; write '[\(key.text): \(value.unwrapped.text)]'")
            } else if let problem = TypeProblem(of: key) ?? TypeProblem(of: value) {
                self = problem
            } else {
                return nil
            }
        case .tuple:
            self.init(type: type, remedy: "declare a '@Generable' struct with a property for each part of the tuple")
        case .function:
            self.init(type: type, remedy: "make the property computed, or give it a default and leave out its type")
        case .existential:
            self.init(type: type, remedy: "name a type, such as an enum with a case for each kind of value")
        case .metatype, .other:
            self.init(type: type, remedy: "use a type that is 'Generable'")
        }
    }

    private init(type: TypeExpression, remedy: String) {
        self.type = type
        self.remedy = remedy
    }

    var diagnostic: MacroDiagnostic {
        .error("a value of type '\(type.text)' cannot be generated; \(remedy)", at: type.range)
    }
}

extension TypeExpression {
    fileprivate var isOptional: Bool {
        switch shape {
        case .optional, .implicitlyUnwrapped: true
        case .parenthesized(let type): type.isOptional
        default: false
        }
    }
}
