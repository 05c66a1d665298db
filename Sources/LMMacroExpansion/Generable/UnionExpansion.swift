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
            if Conditional.containsDirective(cases) {
                writer.line("var cases: [LMProtocol.GenerationSchema.Case] = []")
                writer.line("cases.reserveCapacity(\(Conditional.flatten(cases).count))")
                writer.elements(cases) { writer, element in
                    writeSchema(of: element, prefix: "cases.append(", suffix: ")", to: &writer)
                }
                writer.call("return LMProtocol.GenerationSchema", arguments + ["cases: cases"])
            } else {
                writer.line("LMProtocol.GenerationSchema(")
                writer.indented { writer in
                    for argument in arguments { writer.line(argument + ",") }
                    writer.line("cases: [")
                    writer.indented { writer in
                        writer.elements(cases) { writer, element in
                            writeSchema(of: element, prefix: "", suffix: ",", to: &writer)
                        }
                    }
                    writer.line("]")
                }
                writer.line(")")
            }
        }
    }

    private func writeSchema(
        of element: GenerableCase, prefix: String, suffix: String, to writer: inout SourceWriter
    ) {
        let name = "\(prefix).init(name: \(element.name.literal)"
        guard !element.values.isEmpty else { return writer.line("\(name))\(suffix)") }
        writer.line("\(name), properties: [")
        writer.indented { writer in
            for value in element.values {
                writer.call(
                    value.place == nil ? ".init" : ".__ofValue",
                    ["name: \(value.name.literal)", "type: \(value.type.asValueType).self"], suffix: ",")
            }
        }
        writer.line("])\(suffix)")
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
                    (value.label.map { "\($0): " } ?? "") + type.partialText(of: value.type)
                }
                let payload = values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
                writer.line("\(element.isIndirect ? "indirect " : "")case \(element.name.source)\(payload)")
            }
            writer.line()
            writer.block("nonisolated \(access)init(_ content: LMProtocol.GeneratedContent) throws") { writer in
                writeSelection(to: &writer, isPartial: true)
            }
        }
    }

    /// Chooses the case that content names; the type and its partial form have the same cases.
    ///
    /// The compiler looks at the members that a macro adds to an enum only when it generates their code. So it is the
    /// extension's initializer where it is to say that the type of a value is not generable.
    private func writeSelection(to writer: inout SourceWriter, isPartial: Bool = false) {
        writer.line("let type = try content.value(String.self, forProperty: \"type\")")
        writer.line("switch type {")
        writer.elements(cases) { writer, element in
            writer.line("case \(element.name.literal):")
            writer.indented { writer in
                guard !element.values.isEmpty else { return writer.line("self = .\(element.name.source)") }
                let judged = isPartial ? element.values.endIndex : element.firstJudged
                let arguments = element.values.enumerated().map { index, value in
                    let function = index < judged || value.place == nil ? "value" : "__payload"
                    let label = value.label.map { "\($0): " } ?? ""
                    return "\(label)content.\(function)(forProperty: \(value.name.literal))"
                }
                guard judged < arguments.endIndex, let place = element.values[judged].place else {
                    return writer.call("self = try .\(element.name.source)", arguments)
                }
                // What the compiler speaks of is the name of the function.
                let name = arguments[judged].firstRange(of: "__payload")
                let offset = name.map {
                    arguments[judged].utf8.distance(from: arguments[judged].startIndex, to: $0.lowerBound)
                }
                writer.statement(
                    "self = try .\(element.name.source)(\(arguments[..<judged].map { $0 + ", " }.joined())",
                    arguments[judged...].joined(separator: ", ") + ")", spokenOf: offset ?? 0, at: place)
            }
        }
        writer.line("default:")
        writer.indented { $0.writeUnknownCase("type") }
        writer.line("}")
    }
}

extension GenerableCase {
    /// The first value whose type only the compiler knows; the end where there is none.
    fileprivate var firstJudged: Int { values.firstIndex { $0.place != nil } ?? values.endIndex }
}
