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
}
