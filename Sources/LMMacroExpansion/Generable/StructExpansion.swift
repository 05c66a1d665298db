/// What `@Generable` adds to a struct.
struct StructExpansion: GenerableExpansion {
    let type: GenerableType
    let properties: [Conditional<GenerableProperty>]

    var isItsOwnPartialForm: Bool { false }

    /// Whether the partial form has an `id` that stays the same while the value streams.
    var hasIdentity: Bool {
        guard let id = Conditional.flatten(properties).first(where: { $0.name.text == "id" }) else {
            return !type.isIdentifiable
        }
        return id.role == .identity
    }

    /// The property that names the value.
    private var identity: GenerableProperty? {
        let identities = Conditional.flatten(properties).filter { $0.role == .identity }
        return identities.first { $0.name.text == "id" } ?? identities.first
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
            let (name, literal) = (property.name.source, property.name.literal)
            switch property.role {
            case .generated:
                let function = property.isCertain ? "value" : "__value"
                writer.line("self.\(name) = try content.\(function)(forProperty: \(literal))")
            case .generatedIfGenerable:
                writer.line("try content.__read(&self.\(name), forProperty: \(literal))")
            case .identity:
                let fallback = property.type.unwrapped == property.type ? " ?? LMProtocol.GenerationID()" : ""
                writer.line("self.\(name) = content.id\(fallback)")
            }
        }
    }

    private func writePartialAssignments(to writer: inout SourceWriter) {
        writer.elements(properties) { writer, property in
            switch property.role {
            case .generated, .generatedIfGenerable:
                let (name, literal) = (property.name.source, property.name.literal)
                writer.line("self.\(name) = try content.value(forProperty: \(literal))")
            case .identity:
                guard property.name.text != "id" else { return }
                writer.line("self.\(property.name.source) = content.id")
            }
        }
    }

    private func writeSchema(to writer: inout SourceWriter) {
        var arguments = type.options.schemaArguments
        if let isExplicit = type.options.representsNilExplicitly {
            arguments.append("representNilExplicitlyInGeneratedContent: \(isExplicit)")
        }
        let head = "nonisolated \(type.access.prefix)static var generationSchema: LMProtocol.GenerationSchema"
        writer.block(head) { writer in
            // An array literal can hold neither a directive nor what may be no property.
            if Conditional.containsDirective(properties) || Conditional.flatten(properties).contains(where: \.isUnsure)
            {
                writer.line("var properties: [LMProtocol.GenerationSchema.Property] = []")
                if mayBeEmpty { writer.line("properties.reserveCapacity(\(Conditional.flatten(properties).count))") }
                writer.elements(properties) { writer, property in
                    switch property.role {
                    case .generated:
                        writer.statement(
                            "properties.append(", ".init(\(property.schemaArguments.joined(separator: ", "))))",
                            spokenOf: 1, at: property.place)
                    case .generatedIfGenerable:
                        writer.call(
                            "properties += LMProtocol.GenerationSchema.Property.__ifGenerable", property.schemaArguments
                        )
                    case .identity: break
                    }
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
                guard property.role != .identity else { return }
                writer.call(".init", property.schemaArguments, suffix: ",")
            }
        }
        writer.line("]")
    }

    private func writeContent(to writer: inout SourceWriter) {
        writer.block("nonisolated \(type.access.prefix)var generatedContent: LMProtocol.GeneratedContent") { writer in
            writer.writeContent(type, id: identity) { writer in
                writer.elements(properties) { writer, property in
                    guard property.role != .identity else { return }
                    writer.line("properties.add(\(property.name.literal), self.\(property.name.source))")
                }
            }
        }
    }

    private func writePartial(to writer: inout SourceWriter) {
        let access = type.access.prefix
        let conformances = (hasIdentity ? "Identifiable, " : "") + "LMProtocol.StreamedElement"
        writer.block("nonisolated \(access)struct PartiallyGenerated: \(conformances)") { writer in
            if hasIdentity { writer.line("\(access)var id: LMProtocol.GenerationID") }
            writer.elements(properties) { writer, property in
                let head = "\(min(property.access, type.access).prefix)var \(property.name.source)"
                if property.role == .identity {
                    // An `id` is there already.
                    if property.name.text != "id" { writer.line("\(head): LMProtocol.GenerationID?") }
                } else if property.isCertain {
                    writer.line("\(head): \(type.partialText(of: property.type))")
                } else {
                    writer.line("\(head) = LMProtocol.__partialForm(of: \(property.typeExpression(in: type.name)))")
                }
            }
            if hasIdentity || !properties.isEmpty { writer.line() }
            writer.block("nonisolated \(access)init(_ content: LMProtocol.GeneratedContent) throws") { writer in
                if hasIdentity { writer.line("self.id = content.id ?? LMProtocol.GenerationID()") }
                writePartialAssignments(to: &writer)
            }
        }
    }
}

extension SourceWriter {
    /// Writes how content is made of properties, which `body` adds to `properties`.
    mutating func writeContent(
        _ type: GenerableType, id: GenerableProperty? = nil, _ body: (inout SourceWriter) -> Void
    ) {
        var arguments = id.map { ["id: self.\($0.name.source)"] } ?? []
        if type.options.representsNilExplicitly == true { arguments.append("representsNil: true") }
        let list = arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))"
        line("LMProtocol.__GeneratedProperties.content\(list) { properties in")
        indented(body)
        line("}")
    }
}
