import LMJSON
import LMProtocol
import LMProvider

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Turns a request for a generation into the body of a Responses request.
///
/// The bytes are stable: the same request gives the same bytes, and the input stands last and grows at its end only,
/// so that the body of one turn is the beginning of the next one's. That is what a prompt cache matches.
package struct RequestBuilder: Sendable {
    /// A body, and what had to be changed for it.
    package struct Body: Sendable, Hashable {
        package var bytes: [UInt8]
        package var adjustments: [Adjustment]
    }

    /// What the model adds.
    package var settings: RequestSettings
    /// Reads an image file.
    package var readFile: @Sendable (URL) throws -> Data
    /// Leaves reasoning out, where a server could not read what it had encrypted itself.
    package var omitsReasoning = false

    /// Makes a builder.
    package init(
        settings: RequestSettings, readFile: @escaping @Sendable (URL) throws -> Data = ProviderEnvironment().readFile
    ) {
        self.settings = settings
        self.readFile = readFile
    }

    /// Builds a body.
    ///
    /// - Throws: ``LanguageModelError`` where the request holds what cannot be sent, and ``ProviderError`` for an
    ///   image that cannot be read.
    package func build(_ request: GenerationRequest) throws -> Body {
        let provider = settings.dialect.provider
        var adjustments = request.adjustmentsForOptions(notOf: provider)
        let options = SamplingOptions(request.options, settings.dialect.sampling, &adjustments)
        let effort = try ReasoningEffort.effort(request.contextOptions, settings, &adjustments)
        let tools = try toolList(request, &adjustments)
        let format = try request.schema.map { try textFormat($0, &adjustments) }
        let (transcript, repairs) = request.sendableTranscript(for: settings.card)
        adjustments += repairs
        let input = try inputItems(transcript, &adjustments)
        let metadata = settings.dialect.takesMetadata ? Self.metadata(request.metadata) : JSONObject()
        adjustments += request.adjustmentsForMetadata(besides: Set(metadata.map(\.key)))

        var writer = JSONWriter()
        writer.object { body in
            body.member("model", settings.card.name)
            body.member("stream", true)
            body.member("store", false)
            let includes = includes(request)
            if !includes.isEmpty { body.array("include") { array in for name in includes { array.element(name) } } }
            if settings.dialect.takesPromptCacheKey, let key = request.transcript.first?.id {
                body.member("prompt_cache_key", key)
            }
            if effort != nil || settings.reasoningSummary != nil {
                body.object("reasoning") { reasoning in
                    if let effort { reasoning.member("effort", effort) }
                    if let summary = settings.reasoningSummary { reasoning.member("summary", summary) }
                }
            }
            if let format { body.object("text") { $0.member("format", format) } }
            for member in options.members { body.member(member.key, member.value) }
            if !tools.isEmpty {
                if let parallel = settings.parallelToolCalls { body.member("parallel_tool_calls", parallel) }
                if let streams = settings.streamsToolCalls { body.member("stream_tool_calls", streams) }
                body.array("tools") { array in for tool in tools { array.element(tool) } }
                body.member("tool_choice", Self.toolChoice(request.options.toolCallingMode))
            }
            if !metadata.isEmpty { body.member("metadata", .object(metadata)) }
            for member in request.options.providerOptions[provider] { body.member(member.key, member.value) }
            body.array("input") { array in for item in input { array.element(item) } }
        }
        return Body(bytes: writer.bytes, adjustments: adjustments)
    }

    /// The metadata that the server takes: texts, sixteen of them at most, by name. A value of another kind goes as its JSON.
    private static func metadata(_ metadata: [String: JSONValue]) -> JSONObject {
        let texts = metadata.sorted { $0.key < $1.key }.map {
            JSONObject.Member(key: $0.key, value: .string($0.value.stringValue ?? $0.value.text()))
        }
        return JSONObject(
            texts.filter { $0.key.count <= 64 && ($0.value.stringValue ?? "").count <= 512 }.prefix(16))
    }

    /// The input items of a transcript that has been mended; what a request sends as `input`.
    package func inputItems(
        _ transcript: Transcript, _ adjustments: inout [Adjustment]
    ) throws -> [JSONValue] {
        var items = InputItems(
            omitsReasoning: omitsReasoning, provider: settings.dialect.provider, model: settings.card.name,
            images: settings.dialect.media(readFile),
            movesSystemImages: settings.dialect.ignoresSystemImages)
        try items.add(transcript)
        adjustments += items.adjustments
        return items.list
    }

    private func toolList(
        _ request: GenerationRequest, _ adjustments: inout [Adjustment]
    ) throws -> [JSONValue] {
        guard mayCallTools(request) else { return [] }
        let functions = try request.tools.map { tool in
            // Servers take two tools of one name for the same tool twice, and refuse them.
            guard !settings.serverTools.contains(where: { $0.type == tool.name }) else {
                throw LanguageModelError.unsupportedCapability(
                    .init(
                        capability: .toolCalling,
                        debugDescription: "The tool \(tool.name) has the name of one that the server runs. Rename it."))
            }
            return try FunctionTool(tool, settings.dialect, &adjustments).json
        }
        return functions + settings.serverTools.map { .object($0.definition) }
    }

    private static func toolChoice(_ mode: GenerationOptions.ToolCallingMode?) -> JSONValue {
        switch mode?.kind {
        case .required: "required"
        case .requiredTool(let name): ["type": "function", "name": .string(name)]
        case .allowed, .disallowed, nil: "auto"
        }
    }

    private func mayCallTools(_ request: GenerationRequest) -> Bool {
        request.options.toolCallingMode?.kind != .disallowed
    }

    private func includes(_ request: GenerationRequest) -> [String] {
        var names = settings.dialect.asksForEncryptedReasoning ? ["reasoning.encrypted_content"] : []
        if mayCallTools(request) {
            for name in settings.serverTools.flatMap(\.includes) where !names.contains(name) { names.append(name) }
        }
        return names
    }

    private func textFormat(
        _ schema: GenerationSchema, _ adjustments: inout [Adjustment]
    ) throws -> JSONValue {
        let dialect = settings.dialect
        let adapted: (schema: JSONValue, isStrict: Bool, adjustments: [Adjustment])
        switch dialect.toolStrictness {
        case .explicit: adapted = try schema.adaptedWhereStrict(to: dialect.schemaDialect, "the answer")
        case .implicit, .unsaid:
            let strict = try schema.adapted(to: dialect.schemaDialect)
            adapted = (strict.schema, true, strict.adjustments)
        }
        adjustments += adapted.adjustments
        return [
            "type": "json_schema", "name": .string(WireName.schema(schema.name)), "schema": adapted.schema,
            "strict": .bool(adapted.isStrict),
        ]
    }
}
