import LMJSON
import LMProtocol
import LMProvider

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Turns a request for a generation into the body of a request to generate content.
///
/// The bytes are stable: the same request gives the same bytes, tools and instructions stand before the contents, and those
/// grow at their end only.
package struct GeminiRequestBuilder: Sendable {
    /// A body, what had to be changed for it, and what its answer is read with.
    package struct Body: Sendable {
        package var members: JSONObject
        package var adjustments: [Adjustment]
        package var context: GeminiContext
        package var bytes: [UInt8] { JSONValue.object(members).bytes() }
    }

    var card: ModelCard
    var dialect: GeminiDialect
    var readFile: @Sendable (URL) throws -> Data
    /// Leaves signatures out, where the server could not take them back.
    var omitsSignatures = false

    /// Builds a body.
    ///
    /// - Throws: ``LanguageModelError`` where the request holds what cannot be sent, and ``ProviderError`` for an image or a
    ///   file that cannot be read.
    package func build(_ request: GenerationRequest) throws -> Body {
        let entry = GeminiCatalogue.entry(for: card.name)
        var adjustments = request.adjustmentsForOptions(notOf: dialect.provider)
        adjustments += request.adjustmentsForMetadata(besides: [])
        let hasCalls = request.transcript.contains { if case .toolCalls = $0 { true } else { false } }
        var card = card
        // What the server does not keep to is said in the prompt.
        if !entry.isThird, hasCalls || !request.tools.isEmpty { card.enforcesSchemas = false }
        let (transcript, repairs) = request.sendableTranscript(for: card)
        var content = GeminiContent(
            dialect: dialect, model: card.name, isThird: entry.isThird, omitsSignatures: omitsSignatures,
            media: MediaEncoder(
                server: dialect.name,
                imageTypes: ["image/png", "image/jpeg", "image/webp", "image/heic", "image/heif"],
                maximumImageBytes: 20 << 20, readFile: readFile))
        try content.add(transcript)
        adjustments += repairs + content.adjustments

        let tools = try self.tools(request, hasCalls: !content.callIDs.isEmpty, &adjustments)
        var config = JSONObject()
        for member in sampling(request.options, entry, &adjustments) { config[member.key] = member.value }
        if let schema = request.schema {
            let adapted = try schema.adapted(to: .gemini)
            adjustments += adapted.adjustments
            if card.enforcesSchemas {
                config["responseMimeType"] = "application/json"
                config["responseJsonSchema"] = adapted.schema
            } else {
                adjustments.append(
                    Adjustment(
                        .schemaChanged,
                        "\(card.displayName) does not keep answers to a schema beside tools. It stands in the "
                            + "prompt, and the answer is checked on arrival."))
            }
        }
        if let thinking = try thinking(request, entry, &adjustments) { config["thinkingConfig"] = thinking }

        var body = JSONObject()
        if !content.system.isEmpty { body["systemInstruction"] = ["parts": .array(content.system)] }
        if !tools.isEmpty {
            body["tools"] = [["functionDeclarations": .array(tools)]]
            if let choice = toolChoice(request) { body["toolConfig"] = ["functionCallingConfig": choice] }
        }
        if !config.isEmpty { body["generationConfig"] = .object(config) }
        for option in request.options.providerOptions[dialect.provider] where option.key != "contents" {
            body[option.key] = Self.merged(body[option.key], option.value)
        }
        body["contents"] = .array(content.list)
        let context = GeminiContext(
            requestedModel: card.name, provider: dialect.provider, knownCallIDs: content.callIDs)
        return Body(members: body, adjustments: adjustments, context: context)
    }

    /// What the app says beside what stands there: the members of objects and the elements of lists are added.
    private static func merged(_ earlier: JSONValue?, _ later: JSONValue) -> JSONValue {
        if var members = earlier?.objectValue, let added = later.objectValue {
            for member in added { members[member.key] = merged(members[member.key], member.value) }
            return .object(members)
        }
        if let elements = earlier?.arrayValue, let added = later.arrayValue { return .array(elements + added) }
        return later
    }

    private func sampling(
        _ options: GenerationOptions, _ entry: GeminiCatalogue.Entry, _ adjustments: inout [Adjustment]
    ) -> [JSONObject.Member] {
        var names: [SamplingTable.Option: String] = [
            .seed: "seed", .maximumTokens: "maxOutputTokens", .stopSequences: "stopSequences",
            .frequencyPenalty: "frequencyPenalty", .presencePenalty: "presencePenalty",
        ]
        if entry.takesSampling {
            names[.temperature] = "temperature"
            names[.topP] = "topP"
            names[.topK] = "topK"
        }
        let table = SamplingTable(names: names, temperatures: 0...2, maximumStopSequences: 5)
        var members = SamplingOptions(options, table, &adjustments).members
        if let place = members.firstIndex(where: { $0.key == "seed" }), let seed = options.samplingMode?.seed,
            seed > Int32.max
        {
            // Folded, so that different seeds mostly stay different.
            let folded = (seed ^ (seed >> 32)) & UInt64(Int32.max)
            members[place].value = .number(JSONNumber(folded))
            adjustments.append(
                Adjustment(.optionApproximated, "The seed was sent as \(folded): the server takes 31 bits."))
        }
        return members
    }

    private func thinking(
        _ request: GenerationRequest, _ entry: GeminiCatalogue.Entry, _ adjustments: inout [Adjustment]
    ) throws -> JSONValue? {
        guard let level = request.contextOptions.reasoningLevel else { return nil }
        if case .custom(let name) = level, ["none", "off", "disabled"].contains(name),
            case .budget(_, canBeOff: true) = entry.thinking
        {
            return ["thinkingBudget": 0]
        }
        let resolved = try card.reasoning.resolve(level, model: card.displayName)
        if let adjustment = resolved.adjustment { adjustments.append(adjustment) }
        guard let effort = resolved.effort else { return nil }
        switch entry.thinking {
        case .none:
            adjustments.append(
                Adjustment(.optionDropped, "\(card.displayName) does not think; the level was left out."))
            return nil
        case .budget(let range, _):
            let wanted = ["low": 1024, "medium": 8192][effort] ?? Int(effort) ?? range.upperBound
            let budget = min(max(wanted, range.lowerBound), range.upperBound)
            return ["thinkingBudget": .number(JSONNumber(budget)), "includeThoughts": true]
        case .levels: return ["thinkingLevel": .string(effort), "includeThoughts": true]
        }
    }

    // MARK: Tools

    private func tools(
        _ request: GenerationRequest, hasCalls: Bool, _ adjustments: inout [Adjustment]
    ) throws -> [JSONValue] {
        var definitions = request.tools
        // A conversation with calls keeps its tools, also where none may be called any more.
        if definitions.isEmpty, hasCalls {
            for case .instructions(let entry) in request.transcript.reversed() where !entry.toolDefinitions.isEmpty {
                definitions = entry.toolDefinitions
                break
            }
        }
        return try definitions.map { tool in
            // What a tool is called with is an object everywhere.
            var object = SchemaDialect.gemini
            object.requiresObjectRoot = true
            let adapted = try tool.parameters.adapted(to: object)
            adjustments += adapted.adjustments
            var json = JSONObject(["name": .string(tool.name), "description": .string(tool.description)])
            json["parametersJsonSchema"] = adapted.schema
            for option in tool.providerOptions[dialect.provider] { json[option.key] = option.value }
            return .object(json)
        }
    }

    private func toolChoice(_ request: GenerationRequest) -> JSONValue? {
        switch request.options.toolCallingMode?.kind ?? .allowed {
        case .required: ["mode": "ANY"]
        case .requiredTool(let name): ["mode": "ANY", "allowedFunctionNames": [.string(name)]]
        case .disallowed: ["mode": "NONE"]
        case .allowed: request.tools.isEmpty ? .some(["mode": "NONE"]) : .none
        }
    }
}

extension SchemaDialect {
    /// What Google's `responseJsonSchema` and `parametersJsonSchema` take.
    static let gemini: SchemaDialect = {
        var dialect = SchemaDialect(name: "Gemini")
        for keyword in [
            "uniqueItems", "minLength", "maxLength", "pattern", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
            "minProperties", "maxProperties",
        ] { dialect.keywords[keyword] = .described }
        for keyword in ["const", "allOf", "not", "if", "then", "else"] { dialect.keywords[keyword] = .bestEffort }
        dialect.allowsReferenceSiblings = false
        return dialect
    }()
}
