/// What `@Generable` adds to an enum with associated values: a choice of objects whose `type` names the case.
struct UnionExpansion: GenerableExpansion {
    let type: GenerableType
    let cases: [Conditional<GenerableCase>]
    let isIndirect: Bool

    var isItsOwnPartialForm: Bool { false }

    func writeMembers(to writer: inout SourceWriter) {
        writeSchema(to: &writer)
        writer.line()
        writeContent(to: &writer)
        if !type.declaresPartiallyGenerated {
            writer.line()
            writePartial(to: &writer)
        }
    }

    func writeInitializer(to writer: inout SourceWriter) {
        writer.block("nonisolated \(type.access.prefix)init(_ content: LMProtocol.GeneratedContent) throws") { writer in
            writeSelection(to: &writer)
        }
    }

    private func writeSchema(to writer: inout SourceWriter) {
        let head = "nonisolated \(type.access.prefix)static var generationSchema: LMProtocol.GenerationSchema"
        var arguments = type.options.schemaArguments
        if let isExplicit = type.options.representsNilExplicitly {
            arguments.append("representNilExplicitlyInGeneratedContent: \(isExplicit)")
        }
        writer.block(head) { writer in
            // An array literal can hold no directive.
            let isUnsure = Conditional.flatten(cases).contains { $0.values.contains { $0.place != nil } }
            if isUnsure || Conditional.containsDirective(cases) {
                writer.line("var cases: [LMProtocol.GenerationSchema.Case] = []")
                writer.line("cases.reserveCapacity(\(Conditional.flatten(cases).count))")
                writer.elements(cases) { writer, element in
                    let head = ".init(name: \(element.name.literal)"
                    guard !element.values.isEmpty else { return writer.line("cases.append(\(head)))") }
                    let values = element.values.map { value in
                        let type = "\(value.type.asValueType).self"
                        return (text: ".init(name: \(value.name.literal), type: \(type))", place: value.place)
                    }
                    // The compiler speaks of the values from the first on whose type it has to judge.
                    let first = values.firstIndex { $0.place != nil } ?? values.endIndex
                    let known = values[..<first].map { $0.text + ", " }.joined()
                    writer.statement(
                        "cases.append(\(head), properties: [\(known)",
                        values[first...].map(\.text).joined(separator: ", ") + "]))",
                        at: first < values.endIndex ? values[first].place : nil)
                }
                writer.call("return LMProtocol.GenerationSchema", arguments + ["cases: cases"])
            } else {
                writer.line("LMProtocol.GenerationSchema(")
                writer.indented { writer in
                    for argument in arguments { writer.line(argument + ",") }
                    writer.line("cases: [")
                    writer.indented { writer in
                        writer.elements(cases) { writer, element in writeSchema(of: element, to: &writer) }
                    }
                    writer.line("]")
                }
                writer.line(")")
            }
        }
    }

    private func writeSchema(of element: GenerableCase, to writer: inout SourceWriter) {
        let name = ".init(name: \(element.name.literal)"
        guard !element.values.isEmpty else { return writer.line("\(name)),") }
        writer.line("\(name), properties: [")
        writer.indented { writer in
            for value in element.values {
                writer.call(
                    ".init", ["name: \(value.name.literal)", "type: \(value.type.asValueType).self"], suffix: ",")
            }
        }
        writer.line("]),")
    }

    private func writeContent(to writer: inout SourceWriter) {
        writer.block("nonisolated \(type.access.prefix)var generatedContent: LMProtocol.GeneratedContent") { writer in
            writer.writeContent(type) { writer in
                writer.line("switch self {")
                writer.elements(cases) { writer, element in
                    let bindings = element.values.map { "let \($0.name.variable)" }.joined(separator: ", ")
                    writer.line("case .\(element.name.source)\(bindings.isEmpty ? "" : "(\(bindings))"):")
                    writer.indented { writer in
                        writer.line("properties.add(\"type\", \(element.name.literal))")
                        for value in element.values {
                            writer.line("properties.add(\(value.name.literal), \(value.name.variable))")
                        }
                    }
                }
                writer.line("}")
            }
        }
    }

    private func writePartial(to writer: inout SourceWriter) {
        let access = type.access.prefix
        let head = "nonisolated \(access)\(isIndirect ? "indirect " : "")enum PartiallyGenerated"
        writer.block("\(head): LMProtocol.StreamedElement") { writer in
            writer.elements(cases) { writer, element in
                let values = element.values.map { value in
                    let text =
                        value.place == nil
                        ? type.partialText(of: value.type)
                        : "LMProtocol.__PartialForm<\(type.text(of: value.type.unwrapped))>?"
                    return (value.label.map { "\($0): " } ?? "") + text
                }
                let payload = values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
                writer.line("\(element.isIndirect ? "indirect " : "")case \(element.name.source)\(payload)")
            }
            writer.line()
            writer.block("nonisolated \(access)init(_ content: LMProtocol.GeneratedContent) throws") { writer in
                writeSelection(to: &writer)
            }
        }
    }

    /// Chooses the case that content names; the type and its partial form have the same cases.
    private func writeSelection(to writer: inout SourceWriter) {
        writer.line("let type = try content.value(String.self, forProperty: \"type\")")
        writer.line("switch type {")
        writer.elements(cases) { writer, element in
            writer.line("case \(element.name.literal):")
            writer.indented { writer in
                guard !element.values.isEmpty else { return writer.line("self = .\(element.name.source)") }
                let arguments = element.values.map { value in
                    (value.label.map { "\($0): " } ?? "")
                        + "content.\(value.place == nil ? "value" : "__value")(forProperty: \(value.name.literal))"
                }
                writer.call("self = try .\(element.name.source)", arguments)
            }
        }
        writer.line("default:")
        writer.indented { $0.writeUnknownCase("type") }
        writer.line("}")
    }
}
