/// Writes Swift source text as a person would lay it out.
struct SourceWriter {
    private(set) var text = ""
    private var depth = 0
    /// Where a line is broken.
    private static let lineLength = 120

    /// Writes a line. A text of several lines, such as a string from the user's source, is not indented anew: what a
    /// multi-line string holds depends on how its lines are indented.
    mutating func line(_ line: String = "") {
        if !line.isEmpty { text += String(repeating: " ", count: 4 * depth) + line }
        text += "\n"
    }

    /// Writes lines between braces.
    mutating func block(_ head: String, _ body: (inout SourceWriter) -> Void) {
        line(head + " {")
        indented(body)
        line("}")
    }

    mutating func indented(_ body: (inout SourceWriter) -> Void) {
        depth += 1
        body(&self)
        depth -= 1
    }

    /// Writes a call on one line, or with an argument a line where it is long.
    mutating func call(_ function: String, _ arguments: [String], suffix: String = "") {
        let whole = "\(function)(\(arguments.joined(separator: ", ")))\(suffix)"
        guard whole.utf8.count + 4 * depth > SourceWriter.lineLength || arguments.contains(where: { $0.contains("\n") })
        else { return line(whole) }
        line(function + "(")
        indented { writer in
            for argument in arguments.dropLast() { writer.line(argument + ",") }
            if let last = arguments.last { writer.line(last) }
        }
        line(")" + suffix)
    }

    /// Writes a statement in two parts, of whose second the compiler speaks as if it stood at a place of the user's
    /// file: of the name that begins so many bytes into the part. The directive has to stand before the statement, so
    /// that the first part takes the line before.
    mutating func statement(_ start: String, _ end: String, spokenOf offset: Int, at place: SourcePlace?) {
        guard let place, place.line > 1 else { return line(start + end) }
        text += "#sourceLocation(file: \(SwiftName.literal(place.fileName)), line: \(place.line - 1))\n"
        line(start)
        text += String(repeating: " ", count: max(0, place.column - 1 - offset)) + end + "\n"
        text += "#sourceLocation()\n"
    }

    /// Writes what is made of each element, within the directives that the elements stand in.
    mutating func elements<Element>(
        _ items: [Conditional<Element>], _ write: (inout SourceWriter, Element) -> Void
    ) {
        for item in items {
            switch item {
            case .element(let element):
                write(&self, element)
            case .conditional(let clauses):
                for clause in clauses {
                    line(clause.condition.isEmpty ? clause.directive : "\(clause.directive) \(clause.condition)")
                    elements(clause.elements, write)
                }
                line("#endif")
            }
        }
    }
}
