/// An element, or an `#if` around elements.
///
/// Which clause holds is for the compiler to say: an expansion repeats the directives around what it makes of the
/// elements.
enum Conditional<Element> {
    struct Clause {
        /// `#if`, `#elseif` or `#else`.
        var directive: String
        /// The condition, empty after `#else`.
        var condition: String
        var elements: [Conditional]
    }

    case element(Element)
    case conditional([Clause])
}

extension Conditional: Equatable where Element: Equatable {}
extension Conditional.Clause: Equatable where Element: Equatable {}

extension [Conditional<Declaration>] {
    /// The elements made of each declaration, within the same directives. A directive that holds none is left out.
    func compactMapElements<Result>(_ transform: (Declaration) -> [Result]) -> [Conditional<Result>] {
        flatMap { item -> [Conditional<Result>] in
            switch item {
            case .element(let element):
                return transform(element).map(Conditional<Result>.element)
            case .conditional(let clauses):
                let clauses = clauses.map { clause in
                    Conditional<Result>.Clause(
                        directive: clause.directive,
                        condition: clause.condition,
                        elements: clause.elements.compactMapElements(transform)
                    )
                }
                return clauses.allSatisfy(\.elements.isEmpty) ? [] : [.conditional(clauses)]
            }
        }
    }
}

extension Conditional {
    /// All elements, those of every clause among them.
    static func flatten(_ items: [Conditional]) -> [Element] {
        items.flatMap { item -> [Element] in
            switch item {
            case .element(let element): [element]
            case .conditional(let clauses): clauses.flatMap { flatten($0.elements) }
            }
        }
    }

    static func containsDirective(_ items: [Conditional]) -> Bool {
        items.contains { if case .conditional = $0 { true } else { false } }
    }
}
