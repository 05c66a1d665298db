/// A modifier of a declaration, such as `private(set)`.
struct Modifier: Equatable {
    var name: String
    /// What stands in parentheses after it.
    var detail: String?
    var range: Range<Int>
}

extension [Modifier] {
    func contains(_ name: String) -> Bool { contains { $0.name == name } }

    func first(_ name: String) -> Modifier? { first { $0.name == name } }
}
