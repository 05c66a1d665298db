import LMJSON

extension GenerationSchema {
    /// Checks that there are values that keep to the schema, and that it can be expressed.
    ///
    /// - Throws: ``LanguageModelError/unsupportedGenerationGuide(_:)`` that names the place in the schema.
    func checkUsable() throws {
        guard let problem = problems.first else { return }
        throw LanguageModelError.unsupportedGenerationGuide(
            .init(schemaName: name, debugDescription: problem.debugDescription))
    }

    /// The schema as a provider takes it, and what was changed for that.
    ///
    /// What the provider does not take is said in a description instead, or left out where it says nothing of the value;
    /// either is an adjustment, and the finished value is still checked against the schema as it was.
    ///
    /// Throws ``LanguageModelError/unsupportedGenerationGuide(_:)`` where the provider cannot be told what the schema
    /// means, and where the schema itself is wrong.
    public func adapted(to dialect: SchemaDialect) throws -> (schema: JSONValue, adjustments: [Adjustment]) {
        try checkUsable()
        var adapter = SchemaAdapter(self, dialect: dialect)
        let schema = try adapter.adapted()
        return (schema, adapter.adjustments)
    }

    /// The schema for a server that is told whether to keep to it: strictly where the dialect can say what is meant, else
    /// as it is, unenforced, with an adjustment. The one rule for answers and for tools; a value is checked on arrival
    /// either way.
    ///
    /// - Parameter use: What has the schema, for the adjustment, such as `the answer`.
    /// - Throws: ``LanguageModelError/unsupportedGenerationGuide(_:)`` where the schema itself is wrong, and where the value
    ///   has to be an object and is none.
    package func adaptedWhereStrict(
        to dialect: SchemaDialect, _ use: String
    ) throws -> (schema: JSONValue, isStrict: Bool, adjustments: [Adjustment]) {
        let reason: String
        do {
            let adapted = try adapted(to: dialect)
            return (adapted.schema, true, adapted.adjustments)
        } catch {
            reason = (error as? LanguageModelError)?.debugDescription ?? "\(error)"
        }
        var lenient = SchemaDialect.generic
        lenient.requiresObjectRoot = dialect.requiresObjectRoot
        let adapted = try adapted(to: lenient)
        let note = Adjustment(.schemaChanged, "The server does not enforce the schema of \(use). \(reason)")
        return (adapted.schema, false, adapted.adjustments + [note])
    }
}
