/// How two recordings differ in what matters: the requests by JSON path, the answers by status, ending and grammar, not
/// by wording.
public struct CassetteDifference: Sendable, Hashable, CustomStringConvertible {
    /// One line a difference, in the order of the interactions.
    public var lines: [String]

    /// Whether there is none.
    public var isEmpty: Bool { lines.isEmpty }

    /// Compares two cassettes.
    ///
    /// - Parameter wording: whether the text of the answers is compared too.
    public init(_ left: Cassette, _ right: Cassette, wording: Bool = false) {
        lines = []
        if left.interactions.count != right.interactions.count {
            lines.append("interactions: \(left.interactions.count) ≠ \(right.interactions.count)")
        }
        for (leftOne, rightOne) in zip(left.interactions, right.interactions) {
            let found =
                RequestDifference(sent: leftOne.request, recorded: rightOne.request, .standard).lines.map {
                    "request: \($0)"
                } + Self.answers(leftOne, rightOne, wording: wording)
            lines += found.map { "\(leftOne.number): \($0)" }
        }
    }

    /// The lines.
    public var description: String { lines.joined(separator: "\n") }

    private static func answers(_ left: Interaction, _ right: Interaction, wording: Bool) -> [String] {
        var lines: [String] = []
        func compare(_ name: String, _ left: String, _ right: String) {
            if left != right { lines.append("\(name): \(left) ≠ \(right)") }
        }
        compare("status", name(left.response?.status), name(right.response?.status))
        compare("ending", left.ending?.how.rawValue ?? "none", right.ending?.how.rawValue ?? "none")
        let (leftHeaders, rightHeaders) = (headers(left), headers(right))
        compare("header fields", leftHeaders, rightHeaders)
        let (leftGrammar, rightGrammar) = (grammar(left), grammar(right))
        lines += leftGrammar.lacking(in: rightGrammar).map { "only in the first: \($0)" }
        lines += rightGrammar.lacking(in: leftGrammar).map { "only in the second: \($0)" }
        for (first, second) in [(leftGrammar, rightGrammar), (rightGrammar, leftGrammar)] {
            for succession in first.successions.subtracting(second.successions)
            where second.fields[succession.first] != nil && second.fields[succession.second] != nil {
                let place = first == leftGrammar ? "first" : "second"
                lines.append("only in the \(place): \(succession.second) behind \(succession.first)")
            }
        }
        if wording { compare("text", text(left), text(right)) }
        return lines
    }

    private static func name(_ status: Int?) -> String { status.map(String.init) ?? "no answer" }

    private static func headers(_ interaction: Interaction) -> String {
        // Values differ from run to run; that a field is gone does not.
        (interaction.response?.headers.fields.map(\.name.canonicalName) ?? []).joined(separator: ", ")
    }

    private static func grammar(_ interaction: Interaction) -> EventGrammar {
        EventGrammar(Cassette(interactions: [interaction]))
    }

    private static func text(_ interaction: Interaction) -> String {
        (interaction.response?.events ?? []).filter { $0.kind == .text }.map(\.delta).joined()
    }
}
