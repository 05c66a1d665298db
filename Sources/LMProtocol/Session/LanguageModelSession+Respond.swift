extension LanguageModelSession {
    /// Answers a prompt, with all the requests and tool calls that it takes.
    ///
    /// Cancelling the task returns at once, whatever is being awaited: a tool, a hook, a profile, the network. The session is
    /// ready for the next request then, and what was left behind changes nothing when it finishes.
    ///
    /// - Parameters:
    ///   - prompt: What is asked.
    ///   - options: Sampling, length and tool calling.
    ///   - contextOptions: Reasoning, and whether the schema of the answer stands in the prompt.
    ///   - metadata: What the provider gets besides, by name; what it does not know is an adjustment.
    /// - Throws: ``Error/concurrentRequests`` while another request is under way, a ``LanguageModelFailure`` if the model or its
    ///   provider fails, ``ToolCallError`` if a tool does, and `CancellationError` if the task is cancelled. What the
    ///   transcript keeps then is up to ``transcriptErrorHandlingPolicy``.
    @discardableResult
    public nonisolated(nonsending) func respond(
        to prompt: Prompt, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(), metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) async throws -> Response<String> {
        try await streamed(prompt, schema: nil, options: options, contextOptions: contextOptions, metadata: metadata)
            .collect()
    }

    /// Answers a prompt.
    @discardableResult
    @_disfavoredOverload
    public nonisolated(nonsending) func respond(
        to prompt: String, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(), metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) async throws -> Response<String> {
        try await streamed(
            Prompt(prompt), schema: nil, options: options, contextOptions: contextOptions, metadata: metadata
        ).collect()
    }

    /// Answers a prompt.
    @discardableResult
    public nonisolated(nonsending) func respond(
        options: GenerationOptions = GenerationOptions(), contextOptions: ContextOptions = ContextOptions(),
        metadata: [String: any ConvertibleToGeneratedContent] = [:], @PromptBuilder prompt: () throws -> Prompt
    ) async throws -> Response<String> {
        try await streamed(prompt(), schema: nil, options: options, contextOptions: contextOptions, metadata: metadata)
            .collect()
    }

    /// Answers a prompt with a value of a schema.
    ///
    /// - Parameter includeSchemaInPrompt: Whether the schema is written into the prompt: always, never, or (`nil`) if the
    ///   server does not keep answers to a schema by itself. It goes before what `contextOptions` says.
    @discardableResult
    public nonisolated(nonsending) func respond(
        to prompt: Prompt, schema: GenerationSchema, includeSchemaInPrompt: Bool? = nil,
        options: GenerationOptions = GenerationOptions(), contextOptions: ContextOptions = ContextOptions(),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) async throws -> Response<GeneratedContent> {
        try await streamed(
            prompt, schema: schema, includeSchemaInPrompt: includeSchemaInPrompt, options: options,
            contextOptions: contextOptions, metadata: metadata
        ).collect()
    }

    /// Answers a prompt with a value of a schema.
    @discardableResult
    @_disfavoredOverload
    public nonisolated(nonsending) func respond(
        to prompt: String, schema: GenerationSchema, includeSchemaInPrompt: Bool? = nil,
        options: GenerationOptions = GenerationOptions(), contextOptions: ContextOptions = ContextOptions(),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) async throws -> Response<GeneratedContent> {
        try await streamed(
            Prompt(prompt), schema: schema, includeSchemaInPrompt: includeSchemaInPrompt, options: options,
            contextOptions: contextOptions, metadata: metadata
        ).collect()
    }

    /// Answers a prompt with a value of a schema.
    @discardableResult
    public nonisolated(nonsending) func respond(
        schema: GenerationSchema, includeSchemaInPrompt: Bool? = nil, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(), metadata: [String: any ConvertibleToGeneratedContent] = [:],
        @PromptBuilder prompt: () throws -> Prompt
    ) async throws -> Response<GeneratedContent> {
        try await streamed(
            prompt(), schema: schema, includeSchemaInPrompt: includeSchemaInPrompt, options: options,
            contextOptions: contextOptions, metadata: metadata
        ).collect()
    }

    /// Answers a prompt with a value of a type.
    ///
    /// - Parameter includeSchemaInPrompt: Whether the schema is written into the prompt: always, never, or (`nil`) if the
    ///   server does not keep answers to a schema by itself. It goes before what `contextOptions` says.
    @discardableResult
    public nonisolated(nonsending) func respond<Content: Generable>(
        to prompt: Prompt, generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool? = nil,
        options: GenerationOptions = GenerationOptions(), contextOptions: ContextOptions = ContextOptions(),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) async throws -> Response<Content> {
        try await streamed(
            prompt, schema: Content.generationSchema, includeSchemaInPrompt: includeSchemaInPrompt, options: options,
            contextOptions: contextOptions, metadata: metadata
        ).collect()
    }

    /// Answers a prompt with a value of a type.
    @discardableResult
    @_disfavoredOverload
    public nonisolated(nonsending) func respond<Content: Generable>(
        to prompt: String, generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool? = nil,
        options: GenerationOptions = GenerationOptions(), contextOptions: ContextOptions = ContextOptions(),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) async throws -> Response<Content> {
        try await streamed(
            Prompt(prompt), schema: Content.generationSchema, includeSchemaInPrompt: includeSchemaInPrompt,
            options: options, contextOptions: contextOptions, metadata: metadata
        ).collect()
    }

    /// Answers a prompt with a value of a type.
    @discardableResult
    public nonisolated(nonsending) func respond<Content: Generable>(
        generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool? = nil,
        options: GenerationOptions = GenerationOptions(), contextOptions: ContextOptions = ContextOptions(),
        metadata: [String: any ConvertibleToGeneratedContent] = [:], @PromptBuilder prompt: () throws -> Prompt
    ) async throws -> Response<Content> {
        try await streamed(
            prompt(), schema: Content.generationSchema, includeSchemaInPrompt: includeSchemaInPrompt, options: options,
            contextOptions: contextOptions, metadata: metadata
        ).collect()
    }
}
