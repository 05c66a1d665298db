import LMJSON

extension GenerationSchema {
    /// The schema as a provider takes it, and what was changed for that.
    ///
    /// Throws ``LanguageModelError/unsupportedGenerationGuide(_:)`` where the provider cannot be told what the schema
    /// means, and where the schema itself is wrong.
    public func adapted(to dialect: SchemaDialect) throws -> (schema: JSONValue, adjustments: [Adjustment]) {
        if let problem = problems.first {
            throw LanguageModelError.unsupportedGenerationGuide(
                .init(schemaName: name, debugDescription: problem.debugDescription))
        }
        return (jsonSchema, [])
    }
}
