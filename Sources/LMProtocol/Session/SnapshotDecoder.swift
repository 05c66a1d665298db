/// Makes values of the text that a turn has produced: once per snapshot, each time in proportion to what is new.
struct SnapshotDecoder<Content: Generable>: Sendable {
    private var parser = StructuredStreamParser()
    /// How much of the round's text the parser has seen, in bytes of UTF-8.
    private var consumed = 0
    /// The attempt whose text that was; another one starts from nothing.
    private var attempt: TurnSnapshot.Attempt?

    typealias Snapshot = LanguageModelSession.ResponseStream<Content>.Snapshot

    /// The snapshot of a turn as it stands; `nil` where no value of the type can be made of it yet.
    mutating func snapshot(of turn: TurnSnapshot) -> Snapshot? {
        let text = turn.round.text
        guard let output = turn.output else {
            guard let content = text as? Content.PartiallyGenerated else { return nil }
            return Snapshot(content: content, rawContent: GeneratedContent(.string(text)), turn: turn)
        }
        if attempt != turn.attempt {
            attempt = turn.attempt
            parser = output.makeParser()
            consumed = 0
        }
        guard !turn.round.isRefusal else { return nil }
        let start = text.utf8.index(text.startIndex, offsetBy: consumed)
        parser.append(String(text[start...]))
        consumed = text.utf8.count
        if turn.round.finish != nil { parser.finish() }
        // A value that breaks a rule of the type is judged when it is whole: the turn fails then, or has it repaired.
        guard let raw = parser.snapshot(),
            let content = try? raw.convertedIfReady(to: Content.PartiallyGenerated.self)
        else { return nil }
        return Snapshot(content: content, rawContent: raw, turn: turn)
    }

    /// The response of a turn that is over.
    static func response(of turn: TurnSnapshot) throws -> LanguageModelSession.Response<Content> {
        let text = turn.round.text
        let raw = try turn.output?.content(of: text) ?? GeneratedContent(.string(text))
        let content = try raw.converted(for: turn.output?.schema, rawText: text) { try Content($0) }
        return LanguageModelSession.Response(
            content: content, rawContent: raw, transcriptEntries: turn.entries, usage: turn.usage,
            finishReason: turn.round.finish ?? FinishReason(.other), citations: turn.citations,
            adjustments: turn.adjustments, servedModel: turn.round.info?.model, responseID: turn.round.info?.id,
            isRefusal: turn.round.isRefusal, attempts: turn.attempts)
    }
}
