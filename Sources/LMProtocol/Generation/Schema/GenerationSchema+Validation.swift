#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension GenerationSchema {
    /// Each way in which a value does not keep to the schema and its guides, in the order of the value; empty where it
    /// does.
    ///
    /// - `null` for a property that is not required counts as its absence, since some providers know no other.
    /// - A pattern is found anywhere in a string unless it is anchored; the patterns of guides are.
    /// - `format` says what is meant and is not checked: a conversion to ``Foundation/Date`` or ``Foundation/URL`` is
    ///   the check.
    /// - A reference that cannot be followed is a mismatch where the value that it is for stands.
    ///
    /// - Parameter limit: The most mismatches to look for; 1 tells whether there are any.
    public func validate(_ content: GeneratedContent, limit: Int = 100) -> [SchemaMismatch] {
        var validator = SchemaValidator(jsonSchema, limit: limit)
        return validator.mismatches(of: content.json)
    }

    /// The finished value of a text that a model wrote for this schema.
    ///
    /// Throws ``GenerationFailure/outputInvalid(_:)`` where the text is no JSON or the value does not keep to the schema,
    /// and ``GenerationFailure/outputTruncated(_:)`` where the text ends inside the value.
    ///
    /// - Parameters:
    ///   - parser: The parser that has read the text.
    ///   - rawText: The text, for the error.
    public func finishedContent(
        of parser: consuming StructuredStreamParser, rawText: String
    ) throws(GenerationFailure) -> GeneratedContent {
        parser.finish()
        let content = parser.snapshot()
        switch parser.state {
        case .complete: break
        case .empty, .partial, .truncated:
            throw .outputTruncated(.init(schemaName: name, rawText: rawText, content: content))
        case .invalid(let error):
            throw .outputInvalid(
                .init(
                    schemaName: name, mismatches: [SchemaMismatch(path: "", reason: "No JSON: \(error)")],
                    rawText: rawText, content: content))
        }
        guard let content else {
            throw .outputInvalid(
                .init(
                    schemaName: name,
                    mismatches: [SchemaMismatch(path: "", reason: "The object around the value does not have it")],
                    rawText: rawText))
        }
        let mismatches = validate(content)
        if mismatches.isEmpty { return content }
        throw .outputInvalid(.init(schemaName: name, mismatches: mismatches, rawText: rawText, content: content))
    }
}

extension GeneratedContent {
    /// A value of the app, made of content that was generated: the one place at which that is done.
    ///
    /// - Parameters:
    ///   - schema: The schema that the content keeps to, for the error.
    ///   - rawText: The text that the model wrote, for the error.
    ///   - make: Makes the value.
    /// - Throws: ``GenerationFailure/outputInvalid(_:)`` if the content breaks a rule of the value's type, whatever error the
    ///   type throws.
    func converted<Value>(
        for schema: GenerationSchema?, rawText: String, _ make: (GeneratedContent) throws -> Value
    ) throws(GenerationFailure) -> Value {
        do {
            return try make(self)
        } catch let failure as GenerationFailure {
            throw failure
        } catch {
            let parsing = error as? ParsingError
            var reason = parsing?.reason ?? (error as? any LocalizedError)?.errorDescription ?? "\(error)"
            // The place follows.
            if reason.hasSuffix(".") { reason.removeLast() }
            let mismatch = SchemaMismatch(path: parsing?.path ?? "", reason: reason)
            throw .outputInvalid(
                .init(schemaName: schema?.name, mismatches: [mismatch], rawText: rawText, content: self))
        }
    }
}
