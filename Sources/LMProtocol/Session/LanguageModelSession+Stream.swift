extension LanguageModelSession {
    /// Answers a prompt, piece by piece. See ``ResponseStream``.
    public func streamResponse(
        to prompt: Prompt, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(), metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) -> ResponseStream<String> {
        streamed(prompt, schema: nil, options: options, contextOptions: contextOptions, metadata: metadata)
    }

    /// Answers a prompt, piece by piece. See ``ResponseStream``.
    @_disfavoredOverload
    public func streamResponse(
        to prompt: String, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(), metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) -> ResponseStream<String> {
        streamed(Prompt(prompt), schema: nil, options: options, contextOptions: contextOptions, metadata: metadata)
    }

    /// Answers a prompt, piece by piece. See ``ResponseStream``.
    public func streamResponse(
        options: GenerationOptions = GenerationOptions(), contextOptions: ContextOptions = ContextOptions(),
        metadata: [String: any ConvertibleToGeneratedContent] = [:], @PromptBuilder prompt: () throws -> Prompt
    ) rethrows -> ResponseStream<String> {
        try streamed(prompt(), schema: nil, options: options, contextOptions: contextOptions, metadata: metadata)
    }

    /// Answers a prompt with a value of a schema, piece by piece. See ``ResponseStream``.
    public func streamResponse(
        to prompt: Prompt, schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) -> ResponseStream<GeneratedContent> {
        streamed(prompt, schema: schema, options: options, contextOptions: contextOptions, metadata: metadata)
    }

    /// Answers a prompt with a value of a schema, piece by piece. See ``ResponseStream``.
    public func streamResponse(
        to prompt: Prompt, schema: GenerationSchema, includeSchemaInPrompt: Bool,
        options: GenerationOptions = GenerationOptions()
    ) -> ResponseStream<GeneratedContent> {
        streamed(
            prompt, schema: schema, options: options,
            contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt), metadata: [:])
    }

    /// Answers a prompt with a value of a schema, piece by piece. See ``ResponseStream``.
    @_disfavoredOverload
    public func streamResponse(
        to prompt: String, schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) -> ResponseStream<GeneratedContent> {
        streamed(Prompt(prompt), schema: schema, options: options, contextOptions: contextOptions, metadata: metadata)
    }

    /// Answers a prompt with a value of a schema, piece by piece. See ``ResponseStream``.
    @_disfavoredOverload
    public func streamResponse(
        to prompt: String, schema: GenerationSchema, includeSchemaInPrompt: Bool,
        options: GenerationOptions = GenerationOptions()
    ) -> ResponseStream<GeneratedContent> {
        streamed(
            Prompt(prompt), schema: schema, options: options,
            contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt), metadata: [:])
    }

    /// Answers a prompt with a value of a schema, piece by piece. See ``ResponseStream``.
    public func streamResponse(
        schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:], @PromptBuilder prompt: () throws -> Prompt
    ) rethrows -> ResponseStream<GeneratedContent> {
        try streamed(prompt(), schema: schema, options: options, contextOptions: contextOptions, metadata: metadata)
    }

    /// Answers a prompt with a value of a schema, piece by piece. See ``ResponseStream``.
    public func streamResponse(
        schema: GenerationSchema, includeSchemaInPrompt: Bool, options: GenerationOptions = GenerationOptions(),
        @PromptBuilder prompt: () throws -> Prompt
    ) rethrows -> ResponseStream<GeneratedContent> {
        try streamed(
            prompt(), schema: schema, options: options,
            contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt), metadata: [:])
    }

    /// Answers a prompt with a value of a type, piece by piece. See ``ResponseStream``.
    public func streamResponse<Content: Generable>(
        to prompt: Prompt, generating type: Content.Type = Content.self,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) -> ResponseStream<Content> {
        streamed(
            prompt, schema: Content.generationSchema, options: options, contextOptions: contextOptions,
            metadata: metadata)
    }

    /// Answers a prompt with a value of a type, piece by piece. See ``ResponseStream``.
    public func streamResponse<Content: Generable>(
        to prompt: Prompt, generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool,
        options: GenerationOptions = GenerationOptions()
    ) -> ResponseStream<Content> {
        streamed(
            prompt, schema: Content.generationSchema, options: options,
            contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt), metadata: [:])
    }

    /// Answers a prompt with a value of a type, piece by piece. See ``ResponseStream``.
    @_disfavoredOverload
    public func streamResponse<Content: Generable>(
        to prompt: String, generating type: Content.Type = Content.self,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) -> ResponseStream<Content> {
        streamed(
            Prompt(prompt), schema: Content.generationSchema, options: options, contextOptions: contextOptions,
            metadata: metadata)
    }

    /// Answers a prompt with a value of a type, piece by piece. See ``ResponseStream``.
    @_disfavoredOverload
    public func streamResponse<Content: Generable>(
        to prompt: String, generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool,
        options: GenerationOptions = GenerationOptions()
    ) -> ResponseStream<Content> {
        streamed(
            Prompt(prompt), schema: Content.generationSchema, options: options,
            contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt), metadata: [:])
    }

    /// Answers a prompt with a value of a type, piece by piece. See ``ResponseStream``.
    public func streamResponse<Content: Generable>(
        generating type: Content.Type = Content.self, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any ConvertibleToGeneratedContent] = [:], @PromptBuilder prompt: () throws -> Prompt
    ) rethrows -> ResponseStream<Content> {
        try streamed(
            prompt(), schema: Content.generationSchema, options: options, contextOptions: contextOptions,
            metadata: metadata)
    }

    /// Answers a prompt with a value of a type, piece by piece. See ``ResponseStream``.
    public func streamResponse<Content: Generable>(
        generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool,
        options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
    ) rethrows -> ResponseStream<Content> {
        try streamed(
            prompt(), schema: Content.generationSchema, options: options,
            contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt), metadata: [:])
    }
}
