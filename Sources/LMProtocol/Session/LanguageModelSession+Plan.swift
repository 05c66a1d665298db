extension LanguageModelSession {
    /// A stream that has not started: the request goes out when the first snapshot is asked for.
    func streamed<Content: Generable>(
        _ prompt: Prompt, schema: GenerationSchema?, includeSchemaInPrompt: Bool? = nil, options: GenerationOptions,
        contextOptions: ContextOptions, metadata: [String: any ConvertibleToGeneratedContent]
    ) -> ResponseStream<Content> {
        var contextOptions = contextOptions
        contextOptions.includeSchemaInPrompt = includeSchemaInPrompt ?? contextOptions.includeSchemaInPrompt
        let entry = Transcript.Prompt(
            id: identifiers(), metadata: metadata.mapValues(\.generatedContent),
            segments: prompt.segments.identified(by: identifiers), options: options,
            responseFormat: schema.map(Transcript.ResponseFormat.init(schema:)), contextOptions: contextOptions)
        let output = schema.map { OutputFormat($0) { _ = try Content($0) } }
        return ResponseStream(turn: Turn(.init(prompt: entry, output: output), in: self))
    }
}
