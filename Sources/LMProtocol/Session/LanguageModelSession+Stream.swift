extension LanguageModelSession {
    /// Answers a prompt, piece by piece. See ``ResponseStream``, and ``respond(to:options:contextOptions:metadata:)`` for the
    /// parameters.
    public func streamResponse(
        to prompt: Prompt, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(), metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) -> ResponseStream<String> {
        streamed(prompt, schema: nil, options: options, contextOptions: contextOptions, metadata: metadata)
    }

    /// Answers a prompt, piece by piece.
    @_disfavoredOverload
    public func streamResponse(
        to prompt: String, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(), metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) -> ResponseStream<String> {
        streamed(Prompt(prompt), schema: nil, options: options, contextOptions: contextOptions, metadata: metadata)
    }

    /// Answers a prompt, piece by piece.
    public func streamResponse(
        options: GenerationOptions = GenerationOptions(), contextOptions: ContextOptions = ContextOptions(),
        metadata: [String: any ConvertibleToGeneratedContent] = [:], @PromptBuilder prompt: () throws -> Prompt
    ) rethrows -> ResponseStream<String> {
        try streamed(prompt(), schema: nil, options: options, contextOptions: contextOptions, metadata: metadata)
    }

    /// Answers a prompt with a value of a schema, piece by piece.
    ///
    /// - Parameter includeSchemaInPrompt: Whether the schema is written into the prompt: always, never, or (`nil`) if the
    ///   server does not keep answers to a schema by itself. It goes before what `contextOptions` says.
    public func streamResponse(
        to prompt: Prompt, schema: GenerationSchema, includeSchemaInPrompt: Bool? = nil,
        options: GenerationOptions = GenerationOptions(), contextOptions: ContextOptions = ContextOptions(),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) -> ResponseStream<GeneratedContent> {
        streamed(
            prompt, schema: schema, includeSchemaInPrompt: includeSchemaInPrompt, options: options,
            contextOptions: contextOptions, metadata: metadata)
    }

    /// Answers a prompt with a value of a schema, piece by piece.
    @_disfavoredOverload
    public func streamResponse(
        to prompt: String, schema: GenerationSchema, includeSchemaInPrompt: Bool? = nil,
        options: GenerationOptions = GenerationOptions(), contextOptions: ContextOptions = ContextOptions(),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) -> ResponseStream<GeneratedContent> {
        streamed(
            Prompt(prompt), schema: schema, includeSchemaInPrompt: includeSchemaInPrompt, options: options,
            contextOptions: contextOptions, metadata: metadata)
    }

    /// Answers a prompt with a value of a schema, piece by piece.
    public func streamResponse(
        schema: GenerationSchema, includeSchemaInPrompt: Bool? = nil, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(), metadata: [String: any ConvertibleToGeneratedContent] = [:],
        @PromptBuilder prompt: () throws -> Prompt
    ) rethrows -> ResponseStream<GeneratedContent> {
        try streamed(
            prompt(), schema: schema, includeSchemaInPrompt: includeSchemaInPrompt, options: options,
            contextOptions: contextOptions, metadata: metadata)
    }

    /// Answers a prompt with a value of a type, piece by piece.
    ///
    /// - Parameter includeSchemaInPrompt: Whether the schema is written into the prompt: always, never, or (`nil`) if the
    ///   server does not keep answers to a schema by itself. It goes before what `contextOptions` says.
    public func streamResponse<Content: Generable>(
        to prompt: Prompt, generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool? = nil,
        options: GenerationOptions = GenerationOptions(), contextOptions: ContextOptions = ContextOptions(),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) -> ResponseStream<Content> {
        streamed(
            prompt, schema: Content.generationSchema, includeSchemaInPrompt: includeSchemaInPrompt, options: options,
            contextOptions: contextOptions, metadata: metadata)
    }

    /// Answers a prompt with a value of a type, piece by piece.
    @_disfavoredOverload
    public func streamResponse<Content: Generable>(
        to prompt: String, generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool? = nil,
        options: GenerationOptions = GenerationOptions(), contextOptions: ContextOptions = ContextOptions(),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) -> ResponseStream<Content> {
        streamed(
            Prompt(prompt), schema: Content.generationSchema, includeSchemaInPrompt: includeSchemaInPrompt,
            options: options, contextOptions: contextOptions, metadata: metadata)
    }

    /// Answers a prompt with a value of a type, piece by piece.
    public func streamResponse<Content: Generable>(
        generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool? = nil,
        options: GenerationOptions = GenerationOptions(), contextOptions: ContextOptions = ContextOptions(),
        metadata: [String: any ConvertibleToGeneratedContent] = [:], @PromptBuilder prompt: () throws -> Prompt
    ) rethrows -> ResponseStream<Content> {
        try streamed(
            prompt(), schema: Content.generationSchema, includeSchemaInPrompt: includeSchemaInPrompt, options: options,
            contextOptions: contextOptions, metadata: metadata)
    }
}
