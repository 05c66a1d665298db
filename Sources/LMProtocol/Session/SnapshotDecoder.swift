import LMJSON

/// Makes values of the text that a turn has produced: once per snapshot, each time in proportion to what is new.
struct SnapshotDecoder<Content: Generable>: Sendable {
    private var parser = StructuredStreamParser()
    /// How much of the round's text the parser has seen, in bytes of UTF-8.
    private var consumed = 0
    /// The attempt whose text that was; another one starts from nothing.
    private var attempt: TurnSnapshot.Attempt?

    typealias Snapshot = LanguageModelSession.ResponseStream<Content>.Snapshot

    /// The snapshot of a turn as it stands; `nil` where no value of the type can be made of it yet.
    mutating func snapshot(of turn: TurnSnapshot) throws -> Snapshot? {
        let text = turn.round.text
        if let content = text as? Content.PartiallyGenerated {
            return Snapshot(content: content, rawContent: GeneratedContent(.string(text)), turn: turn)
        }
        if attempt != turn.attempt {
            attempt = turn.attempt
            parser = StructuredStreamParser()
            consumed = 0
        }
        guard !turn.round.isRefusal else { return nil }
        let start = text.utf8.index(text.startIndex, offsetBy: consumed)
        parser.append(String(text[start...]))
        consumed = text.utf8.count
        if turn.round.finish != nil { parser.finish() }
        guard let raw = parser.snapshot(),
            let content = try raw.convertedIfReady(to: Content.PartiallyGenerated.self)
        else { return nil }
        return Snapshot(content: content, rawContent: raw, turn: turn)
    }

    /// The response of a turn that is over.
    static func response(of turn: TurnSnapshot) throws -> LanguageModelSession.Response<Content> {
        let text = turn.round.text
        let raw: GeneratedContent
        let content: Content
        if let words = text as? Content {
            raw = GeneratedContent(.string(text))
            content = words
        } else {
            raw = try OutputValidation.content(of: text, schemaName: turn.schemaName, finish: turn.round.finish)
            content = try Content(raw)
        }
        return LanguageModelSession.Response(
            content: content, rawContent: raw, transcriptEntries: turn.entries, usage: turn.usage,
            finishReason: turn.round.finish ?? FinishReason(.other), citations: turn.citations,
            adjustments: turn.adjustments, servedModel: turn.round.info?.model, responseID: turn.round.info?.id,
            isRefusal: turn.round.isRefusal, attempts: turn.attempts)
    }
}

/// Checks the text of a round that was to be a value of a schema.
enum OutputValidation {
    /// The value of a text that is whole.
    ///
    /// Throws ``GenerationFailure/outputTruncated(_:)`` where the text was cut off, and
    /// ``GenerationFailure/outputInvalid(_:)`` where it is no JSON.
    static func content(of text: String, schemaName: String?, finish: FinishReason?) throws -> GeneratedContent {
        do {
            return GeneratedContent(try JSONValue(parsing: text))
        } catch {
            if finish?.unified == .length {
                var parser = StructuredStreamParser()
                parser.append(text)
                throw GenerationFailure.outputTruncated(
                    .init(schemaName: schemaName, rawText: text, content: parser.snapshot()))
            }
            throw GenerationFailure.outputInvalid(
                .init(
                    schemaName: schemaName,
                    mismatches: [SchemaMismatch(path: "", reason: "the text is no JSON: \(error)")], rawText: text))
        }
    }

    /// Throws where the text is no value of the schema.
    static func check(_ text: String, against schema: GenerationSchema, finish: FinishReason?) throws {
        let content = try content(of: text, schemaName: schema.name, finish: finish)
        let mismatches = schema.validate(content)
        guard mismatches.isEmpty else {
            throw GenerationFailure.outputInvalid(
                .init(schemaName: schema.name, mismatches: mismatches, rawText: text, content: content))
        }
    }
}
