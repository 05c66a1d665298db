/// What `@Generable` adds to an enum without associated values: a choice of strings.
struct ChoiceExpansion: GenerableExpansion {
    let type: GenerableType
    let cases: [Conditional<GenerableCase>]
    /// Whether the strings are raw values rather than the names of the cases.
    let hasRawValues: Bool

    var isItsOwnPartialForm: Bool { !type.declaresPartiallyGenerated }

    private func string(of choice: GenerableCase) -> String {
        hasRawValues ? "Self.\(choice.name.source).rawValue" : choice.name.literal
    }

    func writeMembers(to writer: inout SourceWriter) {
        let head = "nonisolated \(type.access.prefix)static var generationSchema: LMProtocol.GenerationSchema"
        writer.block(head) { writer in
            let arguments = type.options.schemaArguments
            if Conditional.containsDirective(cases) {
                writer.line("var choices: [String] = []")
                writer.line("choices.reserveCapacity(\(Conditional.flatten(cases).count))")
                writer.elements(cases) { writer, choice in writer.line("choices.append(\(string(of: choice)))") }
                writer.call("return LMProtocol.GenerationSchema", arguments + ["anyOf: choices"])
            } else {
                let choices = Conditional.flatten(cases).map(string(of:)).joined(separator: ", ")
                writer.call("LMProtocol.GenerationSchema", arguments + ["anyOf: [\(choices)]"])
            }
        }
        writer.line()
        writer.block("nonisolated \(type.access.prefix)var generatedContent: LMProtocol.GeneratedContent") { writer in
            guard !hasRawValues else { return writer.line("rawValue.generatedContent") }
            writer.line("switch self {")
            writer.elements(cases) { writer, choice in
                writer.line("case .\(choice.name.source): return \(choice.name.literal).generatedContent")
            }
            writer.line("}")
        }
    }

    func writeInitializer(to writer: inout SourceWriter) {
        writer.block("nonisolated \(type.access.prefix)init(_ content: LMProtocol.GeneratedContent) throws") { writer in
            writer.line("let choice = try content.value(String.self)")
            if hasRawValues {
                writer.block("guard let value = Self(rawValue: choice) else") { writer in
                    writer.writeUnknownCase("choice")
                }
                writer.line("self = value")
            } else {
                writer.line("switch choice {")
                writer.elements(cases) { writer, choice in
                    writer.line("case \(choice.name.literal): self = .\(choice.name.source)")
                }
                writer.line("default:")
                writer.indented { $0.writeUnknownCase("choice") }
                writer.line("}")
            }
        }
    }
}

extension SourceWriter {
    /// Throws where content names a case that the enum does not have.
    mutating func writeUnknownCase(_ variable: String) {
        line("throw LMProtocol.GeneratedContent.ParsingError(")
        indented { writer in
            writer.line("rawContent: content.jsonString,")
            writer.line("debugDescription: \"'\\(\(variable))' is no case of \\(Self.self).\"")
        }
        line(")")
    }
}
