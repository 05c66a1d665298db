import LMJSON

extension GenerationSchema {
    /// The schema as a provider takes it, and what was changed for that.
    ///
    /// What the provider does not take is said in a description instead, or left out where it says nothing of the value;
    /// either is an adjustment, and the finished value is still checked against the schema as it was.
    ///
    /// Throws ``LanguageModelError/unsupportedGenerationGuide(_:)`` where the provider cannot be told what the schema
    /// means, and where the schema itself is wrong.
    public func adapted(to dialect: SchemaDialect) throws -> (schema: JSONValue, adjustments: [Adjustment]) {
        if let problem = problems.first {
            throw LanguageModelError.unsupportedGenerationGuide(
                .init(schemaName: name, debugDescription: problem.debugDescription))
        }
        var adapter = SchemaAdapter(self, dialect: dialect)
        let schema = try adapter.adapted()
        return (schema, adapter.adjustments)
    }
}
