import LMJSON
import LMProtocol
import LMProvider

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Turns a request for a generation into the body of a chat completion.
///
/// The bytes are stable: the same request gives the same bytes, and the messages stand last and grow at their end only,
/// so that the body of one turn is the beginning of the next one's. That is what a prompt cache matches.
package struct ChatRequestBuilder: Sendable {
    /// A body, what had to be changed for it, and what its answer is read with.
    package struct Body: Sendable {
        package var bytes: [UInt8]
        package var adjustments: [Adjustment]
        package var context: ChatContext
    }

    /// What the model adds.
    package var settings: ChatSettings
    /// Reads a file.
    package var readFile: @Sendable (URL) throws -> Data

    /// Makes a builder.
    package init(
        settings: ChatSettings, readFile: @escaping @Sendable (URL) throws -> Data = ProviderEnvironment().readFile
    ) {
        self.settings = settings
        self.readFile = readFile
    }

    private var dialect: ChatDialect { settings.dialect }

    /// Builds a body.
    ///
    /// - Throws: ``LanguageModelError`` where the request holds what cannot be sent, and ``ProviderError`` for an image
    ///   or a file that cannot be read.
    package func build(_ request: GenerationRequest) throws -> Body {
        var adjustments = request.adjustmentsForOptions(notOf: dialect.provider)
        let (transcript, repairs) = request.sendableTranscript(for: settings.card)
        var body = JSONObject(["model": .string(settings.card.name), "stream": true])
        if settings.takes(.streamUsage) { body["stream_options"] = ["include_usage": true] }
        if settings.takes(.promptCacheKey), let key = transcript.first?.id { body["prompt_cache_key"] = .string(key) }
        try ChatSampling(request.options, settings, &adjustments).write(to: &body)
        let tools = try tools(request, transcript, &adjustments)
        try writeReasoning(request, hasTools: !tools.isEmpty, to: &body, &adjustments)
        if let schema = request.schema { try writeFormat(schema, request, to: &body, &adjustments) }
        writeTools(tools, request, to: &body, &adjustments)
        adjustments += request.adjustmentsForMetadata()
        takeProviderOptions(request.options.providerOptions[dialect.provider], into: &body, &adjustments)
        adjustments += repairs
        body["messages"] = .array(try messages(transcript, request, &adjustments))
        return Body(bytes: JSONValue.object(body).bytes(), adjustments: adjustments, context: context(transcript))
    }

    private func context(_ transcript: Transcript) -> ChatContext {
        var ids: Set<String> = []
        for case .toolCalls(let calls) in transcript { ids.formUnion(calls.map(\.id)) }
        return ChatContext(
            requestedModel: settings.card.name, provider: dialect.provider, reasoningTag: dialect.reasoningTag,
            callIDs: ids)
    }

    private func messages(
        _ transcript: Transcript, _ request: GenerationRequest, _ adjustments: inout [Adjustment]
    ) throws -> [JSONValue] {
        var messages = ChatMessages(settings, attachments: AttachmentParts(dialect: dialect, readFile: readFile))
        try messages.add(transcript)
        adjustments += messages.adjustments
        return messages.list
    }

    /// Sends the app's own members along. What the request is made of is not theirs to change.
    private func takeProviderOptions(
        _ options: JSONObject, into body: inout JSONObject, _ adjustments: inout [Adjustment]
    ) {
        for option in options {
            guard option.key != "messages", option.key != "model" else {
                adjustments.append(
                    Adjustment(.optionDropped, "The option \"\(option.key)\" was left out: the request says it itself.")
                )
                continue
            }
            body[option.key] = option.value
        }
        // Servers refuse the options of a stream that is none.
        if body["stream"] == false { body["stream_options"] = nil }
    }

    // MARK: Reasoning

    private func writeReasoning(
        _ request: GenerationRequest, hasTools: Bool, to body: inout JSONObject, _ adjustments: inout [Adjustment]
    ) throws {
        guard let effort = try effort(request, hasTools: hasTools, &adjustments) else { return }
        switch dialect.reasoningRequest {
        case .none:
            adjustments.append(
                Adjustment(.optionDropped, "\(dialect.name) takes no reasoning effort; \"\(effort)\" was left out."))
        case .effort: body["reasoning_effort"] = .string(effort)
        case .reasoningObject: body["reasoning"] = ["effort": .string(effort)]
        case .thinking:
            body["thinking"] = ["type": effort == "none" ? "disabled" : "enabled"]
            if effort != "none" { body["reasoning_effort"] = .string(effort) }
        case .enableThinking:
            body["enable_thinking"] = .bool(effort != "none")
            if effort != "none" {
                adjustments.append(
                    Adjustment(
                        .optionApproximated,
                        "\(dialect.name) knows thinking as on and off only; the effort \"\(effort)\" was sent as on."))
            }
        case .templateSwitch where effort == "none": body["chat_template_kwargs"] = ["enable_thinking": false]
        case .venice where effort == "none": body["venice_parameters"] = ["disable_thinking": true]
        case .templateSwitch, .venice: body["reasoning_effort"] = .string(effort)
        }
    }

    /// The effort of a request; `nil` leaves it to the server. The request's level comes before the model's own effort.
    private func effort(
        _ request: GenerationRequest, hasTools: Bool, _ adjustments: inout [Adjustment]
    ) throws -> String? {
        var map = settings.card.reasoning
        if !settings.card.capabilities.contains(.reasoning) { map.supportedEfforts = [] }
        let level =
            request.contextOptions.reasoningLevel
            ?? settings.reasoningEffort.map(ContextOptions.ReasoningLevel.custom)
        if hasTools, let rule = settings.rule, let efforts = rule.effortsWithTools {
            guard level != nil || rule.needsEffortWithTools else { return nil }
            map.supportedEfforts = efforts
            map.policy = .clamp
            guard level != nil else { return efforts.first }
        }
        if map.supportedEfforts.isEmpty, request.contextOptions.reasoningLevel == nil { return nil }
        let resolved = try map.resolve(level, model: settings.card.displayName)
        if let adjustment = resolved.adjustment { adjustments.append(adjustment) }
        return resolved.effort
    }

    // MARK: Schema

    private func writeFormat(
        _ schema: GenerationSchema, _ request: GenerationRequest, to body: inout JSONObject,
        _ adjustments: inout [Adjustment]
    ) throws {
        switch settings.schemaFormat {
        case .jsonSchema:
            let adapted: (schema: JSONValue, isStrict: Bool, adjustments: [Adjustment])
            switch dialect.toolStrictness {
            case .explicit: adapted = try schema.adaptedWhereStrict(to: dialect.schemaDialect, "the answer")
            case .unsaid:
                let strict = try schema.adapted(to: dialect.schemaDialect)
                adapted = (strict.schema, true, strict.adjustments)
            }
            adjustments += adapted.adjustments
            body["response_format"] = [
                "type": "json_schema",
                "json_schema": [
                    "name": .string(WireName.schema(schema.name)), "strict": .bool(adapted.isStrict),
                    "schema": adapted.schema,
                ],
            ]
        case .jsonObject:
            body["response_format"] = ["type": "json_object"]
            noteUnenforced(request, &adjustments)
        case .promptOnly: noteUnenforced(request, &adjustments)
        }
    }

    private func noteUnenforced(_ request: GenerationRequest, _ adjustments: inout [Adjustment]) {
        let told =
            request.contextOptions.includeSchemaInPrompt == false
            ? "is not told, as it was asked for" : "was put into the prompt"
        adjustments.append(
            Adjustment(
                .schemaChanged,
                "\(dialect.name) does not keep answers to a schema. It \(told), and the answer is checked here."))
    }

    // MARK: Tools

    private func tools(
        _ request: GenerationRequest, _ transcript: Transcript, _ adjustments: inout [Adjustment]
    ) throws -> [JSONValue] {
        var definitions = request.options.toolCallingMode?.kind == .disallowed ? [] : request.tools
        if definitions.isEmpty, dialect.needsToolsBesideCalls {
            definitions = toolsOfHistory(request, transcript)
        }
        return try definitions.map { try json(of: $0, &adjustments) }
    }

    /// The tools of a conversation that has calls in it, where none may be called any more.
    private func toolsOfHistory(_ request: GenerationRequest, _ transcript: Transcript) -> [Transcript.ToolDefinition] {
        guard transcript.contains(where: { if case .toolCalls = $0 { true } else { false } }) else { return [] }
        if !request.tools.isEmpty { return request.tools }
        for case .instructions(let entry) in transcript.reversed() where !entry.toolDefinitions.isEmpty {
            return entry.toolDefinitions
        }
        return []
    }

    private func json(
        of tool: Transcript.ToolDefinition, _ adjustments: inout [Adjustment]
    ) throws -> JSONValue {
        var function = JSONObject(["name": .string(tool.name)])
        if !tool.description.isEmpty { function["description"] = .string(tool.description) }
        // What a tool is called with is an object everywhere.
        var schemaDialect = dialect.toolStrictness == .explicit ? dialect.schemaDialect : .generic
        schemaDialect.requiresObjectRoot = true
        let adapted = try tool.parameters.adaptedWhereStrict(to: schemaDialect, "the tool \(tool.name)")
        adjustments += adapted.adjustments
        function["parameters"] = adapted.schema
        if dialect.toolStrictness == .explicit, adapted.isStrict { function["strict"] = true }
        var json = JSONObject(["type": "function", "function": .object(function)])
        for option in tool.providerOptions[dialect.provider] { json[option.key] = option.value }
        return .object(json)
    }

    private func writeTools(
        _ tools: [JSONValue], _ request: GenerationRequest, to body: inout JSONObject,
        _ adjustments: inout [Adjustment]
    ) {
        guard !tools.isEmpty else { return }
        if let parallel = settings.parallelToolCalls {
            if settings.takes(.parallelToolCalls) {
                body["parallel_tool_calls"] = .bool(parallel)
            } else {
                adjustments.append(
                    Adjustment(
                        .optionDropped, "Whether tools may be called in parallel was left out: the server is not told.")
                )
            }
        }
        body["tools"] = .array(tools)
        func choose(_ choice: ChatDialect.ToolChoice, _ value: JSONValue) {
            if dialect.toolChoices.contains(choice) {
                body["tool_choice"] = value
            } else {
                adjustments.append(
                    Adjustment(
                        .optionDropped,
                        "\(dialect.name) takes no choice of tools of the kind \"\(choice.rawValue)\"; the model decides."
                    ))
            }
        }
        switch request.options.toolCallingMode?.kind {
        case .required: choose(.required, "required")
        case .requiredTool(let name)
        where dialect.toolChoices.contains(.named) || !dialect.toolChoices.contains(.required):
            choose(.named, ["type": "function", "function": ["name": .string(name)]])
        case .requiredTool(let name):
            choose(.required, "required")
            adjustments.append(
                Adjustment(
                    .optionApproximated,
                    "\(dialect.name) cannot be told to call the tool \(name); it was told to call one of the tools."))
        // Told only because the conversation has calls.
        case .disallowed: choose(.none, "none")
        case .allowed, nil: if request.tools.isEmpty { choose(.none, "none") }
        }
    }
}
