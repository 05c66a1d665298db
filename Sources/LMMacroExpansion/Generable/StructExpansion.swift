/// What `@Generable` adds to a struct.
struct StructExpansion: GenerableExpansion {
    let type: GenerableType
    let properties: [Conditional<GenerableProperty>]

    var isItsOwnPartialForm: Bool { false }

    /// Whether the partial form has an `id` that stays the same while the value streams.
    var hasIdentity: Bool {
        !type.isIdentifiable && !Conditional.flatten(properties).contains { $0.name.text == "id" }
    }

    /// Whether every property stands within a directive, so that a build may have none.
    private var mayBeEmpty: Bool {
        properties.allSatisfy { if case .conditional = $0 { true } else { false } }
    }

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
            writeAssignments(to: &writer)
        }
    }

    private func writeAssignments(to writer: inout SourceWriter) {
        writer.elements(properties) { writer, property in
            writer.line("self.\(property.name.source) = try content.value(forProperty: \(property.name.literal))")
        }
    }

    private func writeSchema(to writer: inout SourceWriter) {
        var arguments = type.options.schemaArguments
        if let isExplicit = type.options.representsNilExplicitly {
            arguments.append("representNilExplicitlyInGeneratedContent: \(isExplicit)")
        }
        let head = "nonisolated \(type.access.prefix)static var generationSchema: LMProtocol.GenerationSchema"
        writer.block(head) { writer in
            // An array literal cannot hold a directive.
            if Conditional.containsDirective(properties) {
                writer.line("var properties: [LMProtocol.GenerationSchema.Property] = []")
                if mayBeEmpty { writer.line("properties.reserveCapacity(\(Conditional.flatten(properties).count))") }
                writer.elements(properties) { writer, property in
                    writer.call("properties.append(.init", property.schemaArguments, suffix: ")")
                }
                writer.call("return LMProtocol.GenerationSchema", arguments + ["properties: properties"])
            } else {
                writer.line("LMProtocol.GenerationSchema(")
                writer.indented { writer in
                    for argument in arguments { writer.line(argument + ",") }
                    writeProperties(to: &writer)
                }
                writer.line(")")
            }
        }
    }

    private func writeProperties(to writer: inout SourceWriter) {
        guard !properties.isEmpty else { return writer.line("properties: []") }
        writer.line("properties: [")
        writer.indented { writer in
            writer.elements(properties) { writer, property in
                writer.call(".init", property.schemaArguments, suffix: ",")
            }
        }
        writer.line("]")
    }

    private func writeContent(to writer: inout SourceWriter) {
        writer.block("nonisolated \(type.access.prefix)var generatedContent: LMProtocol.GeneratedContent") { writer in
            if properties.isEmpty {
                writer.line("LMProtocol.GeneratedContent(properties: [:])")
            } else {
                writeContentOfProperties(to: &writer)
            }
        }
    }

    private func writeContentOfProperties(to writer: inout SourceWriter) {
        let isExplicit = type.options.representsNilExplicitly == true
        writer.line("var properties: [(name: String, value: any LMProtocol.ConvertibleToGeneratedContent)] = []")
        if mayBeEmpty, isExplicit {
            writer.line("properties.reserveCapacity(\(Conditional.flatten(properties).count))")
        }
        writer.elements(properties) { writer, property in
            let name = property.name
            writer.line(
                isExplicit
                    ? "properties.append((\(name.literal), self.\(name.source)))"
                    : "add(\(name.literal), self.\(name.source))")
        }
        writer.line("return LMProtocol.GeneratedContent(properties: properties, uniquingKeysWith: { $1 })")
        guard !isExplicit else { return }
        writer.line()
        writer.writeAdditions()
    }

    private func writePartial(to writer: inout SourceWriter) {
        let access = type.access.prefix
        let conformances = (hasIdentity ? "Identifiable, " : "") + "LMProtocol.StreamedElement"
        writer.block("nonisolated \(access)struct PartiallyGenerated: \(conformances)") { writer in
            if hasIdentity { writer.line("\(access)var id: LMProtocol.GenerationID") }
            writer.elements(properties) { writer, property in
                let access = min(property.access, type.access).prefix
                writer.line("\(access)var \(property.name.source): \(type.partialText(of: property.type))")
            }
            if hasIdentity || !properties.isEmpty { writer.line() }
            writer.block("nonisolated \(access)init(_ content: LMProtocol.GeneratedContent) throws") { writer in
                if hasIdentity { writer.line("self.id = content.id ?? LMProtocol.GenerationID()") }
                writeAssignments(to: &writer)
            }
        }
    }
}

extension SourceWriter {
    /// Two functions of which the compiler chooses one for each property, because whether a type is optional may be
    /// hidden behind its name: what has no value is left out.
    mutating func writeAdditions() {
        block("func add(_ name: String, _ value: some LMProtocol.Generable)") { writer in
            writer.line("properties.append((name, value))")
        }
        block("func add(_ name: String, _ value: (some LMProtocol.Generable)?)") { writer in
            writer.line("if let value { properties.append((name, value)) }")
        }
    }
}
