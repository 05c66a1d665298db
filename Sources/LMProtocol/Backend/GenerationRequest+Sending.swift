import LMJSON

extension GenerationRequest {
    /// The transcript as a backend sends it: mended by ``TranscriptCheck``, and with the schema of an answer in the prompts
    /// that ask for it in words.
    ///
    /// A session's request has been through this, and comes back as it is: a backend calls it so that it can be used without
    /// a session too.
    ///
    /// - Parameter card: The model that the request goes to.
    /// - Returns: The transcript, and one adjustment for each change.
    public func sendableTranscript(for card: ModelCard) -> (transcript: Transcript, adjustments: [Adjustment]) {
        let (checked, adjustments) = isChecked ? (transcript, []) : TranscriptCheck.check(transcript)
        return (withSchemasInPrompts(checked, unlessEnforced: card.enforcesSchemas), adjustments)
    }

    /// The same request with the transcript that is to be sent.
    package func prepared(for card: ModelCard) -> (request: GenerationRequest, adjustments: [Adjustment]) {
        var request = self
        let (transcript, adjustments) = sendableTranscript(for: card)
        request.transcript = transcript
        request.isChecked = true
        return (request, adjustments)
    }

    /// Puts the schema into each prompt that asks for a value, if it was told to or if the server does not keep to schemas.
    ///
    /// Into earlier prompts as well, so that what a prompt cache has seen stays as it was.
    private func withSchemasInPrompts(_ transcript: Transcript, unlessEnforced isEnforced: Bool) -> Transcript {
        let last = transcript.lastIndex { if case .prompt = $0 { true } else { false } }
        func schemaInWords(of prompt: Transcript.Prompt, at position: Int) -> GenerationSchema? {
            let included =
                position == last ? contextOptions.includeSchemaInPrompt : prompt.contextOptions.includeSchemaInPrompt
            guard included ?? !isEnforced, !prompt.segments.contains(where: { $0.id == Self.schemaID(prompt) }) else {
                return nil
            }
            return (position == last ? schema : nil) ?? prompt.responseFormat?.schema.rootedInObject.schema
        }
        var isChanged = false
        let entries = transcript.enumerated().map { position, entry -> Transcript.Entry in
            guard case .prompt(var prompt) = entry, let schema = schemaInWords(of: prompt, at: position) else {
                return entry
            }
            isChanged = true
            let words = "Answer with one JSON object that fits this JSON Schema, and with nothing else:\n"
            prompt.segments.append(
                .text(.init(id: Self.schemaID(prompt), content: words + schema.jsonSchema.text())))
            return .prompt(prompt)
        }
        return isChanged ? Transcript(entries: entries) : transcript
    }

    private static func schemaID(_ prompt: Transcript.Prompt) -> String { prompt.id + "-schema" }
}
