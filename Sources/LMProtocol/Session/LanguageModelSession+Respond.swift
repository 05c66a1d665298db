extension LanguageModelSession {
    /// Answers a prompt, with all the requests and tool calls that it takes.
    ///
    /// Throws ``Error/concurrentRequests`` while another request is under way, a ``LanguageModelFailure`` where the
    /// model or its provider fails, ``ToolCallError`` where a tool does, and `CancellationError` where the task is
    /// cancelled. What the transcript keeps then is up to ``transcriptErrorHandlingPolicy``.
    @discardableResult
    public nonisolated(nonsending) func respond(
        to prompt: Prompt, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(), metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) async throws -> Response<String> {
        try await streamed(
            prompt, schema: nil, options: options, contextOptions: contextOptions, metadata: metadata
        ).collect()
    }

    /// Answers a prompt. See ``respond(to:options:contextOptions:metadata:)``.
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

    /// Answers a prompt. See ``respond(to:options:contextOptions:metadata:)``.
    @discardableResult
    public nonisolated(nonsending) func respond(
        options: GenerationOptions = GenerationOptions(), contextOptions: ContextOptions = ContextOptions(),
        metadata: [String: any ConvertibleToGeneratedContent] = [:], @PromptBuilder prompt: () throws -> Prompt
    ) async throws -> Response<String> {
        try await streamed(
            prompt(), schema: nil, options: options, contextOptions: contextOptions, metadata: metadata
        ).collect()
    }

    /// Answers a prompt with a value of a schema. See ``respond(to:options:contextOptions:metadata:)``.
    @discardableResult
    public nonisolated(nonsending) func respond(
        to prompt: Prompt, schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) async throws -> Response<GeneratedContent> {
        try await streamed(
            prompt, schema: schema, options: options, contextOptions: contextOptions, metadata: metadata
        ).collect()
    }

    /// Answers a prompt with a value of a schema. See ``respond(to:options:contextOptions:metadata:)``.
    @discardableResult
    public nonisolated(nonsending) func respond(
        to prompt: Prompt, schema: GenerationSchema, includeSchemaInPrompt: Bool,
        options: GenerationOptions = GenerationOptions()
    ) async throws -> Response<GeneratedContent> {
        try await streamed(
            prompt, schema: schema, options: options,
            contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt), metadata: [:]
        ).collect()
    }

    /// Answers a prompt with a value of a schema. See ``respond(to:options:contextOptions:metadata:)``.
    @discardableResult
    @_disfavoredOverload
    public nonisolated(nonsending) func respond(
        to prompt: String, schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) async throws -> Response<GeneratedContent> {
        try await streamed(
            Prompt(prompt), schema: schema, options: options, contextOptions: contextOptions, metadata: metadata
        ).collect()
    }

    /// Answers a prompt with a value of a schema. See ``respond(to:options:contextOptions:metadata:)``.
    @discardableResult
    @_disfavoredOverload
    public nonisolated(nonsending) func respond(
        to prompt: String, schema: GenerationSchema, includeSchemaInPrompt: Bool,
        options: GenerationOptions = GenerationOptions()
    ) async throws -> Response<GeneratedContent> {
        try await streamed(
            Prompt(prompt), schema: schema, options: options,
            contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt), metadata: [:]
        ).collect()
    }

    /// Answers a prompt with a value of a schema. See ``respond(to:options:contextOptions:metadata:)``.
    @discardableResult
    public nonisolated(nonsending) func respond(
        schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:], @PromptBuilder prompt: () throws -> Prompt
    ) async throws -> Response<GeneratedContent> {
        try await streamed(
            prompt(), schema: schema, options: options, contextOptions: contextOptions, metadata: metadata
        ).collect()
    }

    /// Answers a prompt with a value of a schema. See ``respond(to:options:contextOptions:metadata:)``.
    @discardableResult
    public nonisolated(nonsending) func respond(
        schema: GenerationSchema, includeSchemaInPrompt: Bool, options: GenerationOptions = GenerationOptions(),
        @PromptBuilder prompt: () throws -> Prompt
    ) async throws -> Response<GeneratedContent> {
        try await streamed(
            prompt(), schema: schema, options: options,
            contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt), metadata: [:]
        ).collect()
    }

    /// Answers a prompt with a value of a type. See ``respond(to:options:contextOptions:metadata:)``.
    @discardableResult
    public nonisolated(nonsending) func respond<Content: Generable>(
        to prompt: Prompt, generating type: Content.Type = Content.self,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) async throws -> Response<Content> {
        try await streamed(
            prompt, schema: Content.generationSchema, options: options, contextOptions: contextOptions,
            metadata: metadata
        ).collect()
    }

    /// Answers a prompt with a value of a type. See ``respond(to:options:contextOptions:metadata:)``.
    @discardableResult
    public nonisolated(nonsending) func respond<Content: Generable>(
        to prompt: Prompt, generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool,
        options: GenerationOptions = GenerationOptions()
    ) async throws -> Response<Content> {
        try await streamed(
            prompt, schema: Content.generationSchema, options: options,
            contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt), metadata: [:]
        ).collect()
    }

    /// Answers a prompt with a value of a type. See ``respond(to:options:contextOptions:metadata:)``.
    @discardableResult
    @_disfavoredOverload
    public nonisolated(nonsending) func respond<Content: Generable>(
        to prompt: String, generating type: Content.Type = Content.self,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) async throws -> Response<Content> {
        try await streamed(
            Prompt(prompt), schema: Content.generationSchema, options: options, contextOptions: contextOptions,
            metadata: metadata
        ).collect()
    }

    /// Answers a prompt with a value of a type. See ``respond(to:options:contextOptions:metadata:)``.
    @discardableResult
    @_disfavoredOverload
    public nonisolated(nonsending) func respond<Content: Generable>(
        to prompt: String, generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool,
        options: GenerationOptions = GenerationOptions()
    ) async throws -> Response<Content> {
        try await streamed(
            Prompt(prompt), schema: Content.generationSchema, options: options,
            contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt), metadata: [:]
        ).collect()
    }

    /// Answers a prompt with a value of a type. See ``respond(to:options:contextOptions:metadata:)``.
    @discardableResult
    public nonisolated(nonsending) func respond<Content: Generable>(
        generating type: Content.Type = Content.self, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:], @PromptBuilder prompt: () throws -> Prompt
    ) async throws -> Response<Content> {
        try await streamed(
            prompt(), schema: Content.generationSchema, options: options, contextOptions: contextOptions,
            metadata: metadata
        ).collect()
    }

    /// Answers a prompt with a value of a type. See ``respond(to:options:contextOptions:metadata:)``.
    @discardableResult
    public nonisolated(nonsending) func respond<Content: Generable>(
        generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool,
        options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
    ) async throws -> Response<Content> {
        try await streamed(
            prompt(), schema: Content.generationSchema, options: options,
            contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt), metadata: [:]
        ).collect()
    }
}
