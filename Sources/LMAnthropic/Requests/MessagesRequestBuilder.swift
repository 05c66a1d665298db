import LMJSON
import LMProtocol
import LMProvider

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Turns a request for a generation into the body of a message request.
///
/// The bytes are stable: the same request gives the same bytes, tools and system stand before the messages, and those grow
/// at their end only. That is what a prompt cache matches.
package struct MessagesRequestBuilder: Sendable {
    /// A body, what had to be changed for it, and what its answer is read with.
    package struct Body: Sendable {
        package var members: JSONObject
        package var adjustments: [Adjustment]
        package var betas: [String]
        package var context: MessagesContext
        package var bytes: [UInt8] { JSONValue.object(members).bytes() }
    }

    var card: ModelCard
    var dialect: MessagesDialect
    var caching: ClaudeModel.Caching?
    var serverTools: [ClaudeServerTool] = []
    var parallelToolCalls: Bool?
    var maximumResponseTokens: Int
    var readFile: @Sendable (URL) throws -> Data
    /// Why thinking is left out, in words; `nil` where it is not.
    var omission: String?

    /// How the model is told the schema of its answer.
    private enum AnswerForm {
        /// In the API's own format, which the server keeps to.
        case format(JSONValue)
        /// As what a tool takes that has to be called.
        case tool(name: String, JSONValue)
        /// In the prompt.
        case words
    }

    private func answerForm(
        _ request: GenerationRequest, _ entry: ClaudeCatalogue.Entry, _ plan: ThinkingPlan,
        _ adjustments: inout [Adjustment]
    ) throws -> AnswerForm? {
        guard let schema = request.schema else { return nil }
        if entry.takesFormat {
            let adapted = try schema.adaptedWhereStrict(to: .anthropic, "the answer")
            adjustments += adapted.adjustments
            return adapted.isStrict ? .format(adapted.schema) : .words
        }
        // Without a format of its own, a tool that has to be called is the form.
        if entry.takesForcedTools, request.tools.isEmpty, serverTools.isEmpty, !plan.isOn {
            let adapted = try schema.adapted(to: .generic)
            adjustments += adapted.adjustments
            return .tool(name: WireName.tool(schema.name), adapted.schema)
        }
        adjustments.append(
            Adjustment(
                .schemaChanged,
                "\(card.displayName) does not keep answers to a schema here. The answer is checked on arrival."))
        return .words
    }

    /// Builds a body.
    ///
    /// - Throws: ``LanguageModelError`` where the request holds what cannot be sent, and ``ProviderError`` for an image or a
    ///   file that cannot be read.
    package func build(_ request: GenerationRequest) throws -> Body {
        let entry = dialect.entry(for: card)
        var adjustments = request.adjustmentsForOptions(notOf: dialect.provider)
        adjustments += request.adjustmentsForMetadata(besides: ["user_id"])
        let options = request.options.providerOptions[dialect.provider]
        let plan = try ThinkingPlan(
            request, card: card, entry: entry, option: options["thinking"], obstacle: obstacle(request, entry),
            &adjustments)
        let form = try answerForm(request, entry, plan, &adjustments)
        var content = MessageContent(
            dialect: dialect, model: card.name, media: media, omission: omission ?? omission(plan, entry))
        var card = card
        if case .words = form { card.enforcesSchemas = false }
        let (transcript, repairs) = request.sendableTranscript(for: card)
        try content.add(transcript)
        adjustments += repairs + content.adjustments

        var tools = try MessageTools(
            request, hasCalls: content.hasCalls, serverTools: serverTools, parallel: parallelToolCalls, entry: entry,
            provider: dialect.provider, &adjustments)
        var context = MessagesContext(requestedModel: card.name, provider: dialect.provider)
        context.isStructured = request.schema != nil
        var format: JSONValue?
        switch form {
        case .format(let schema): format = ["type": "json_schema", "schema": schema]
        case .tool(let name, let schema):
            context.answerTool = name
            tools = MessageTools(answer: name, schema)
        case .words, nil: break
        }

        var body = JSONObject(["model": .string(card.name)])
        body["max_tokens"] = .number(JSONNumber(limit(request.options, plan, entry, &adjustments)))
        body["stream"] = true
        if let thinking = plan.thinking { body["thinking"] = thinking }
        var output = JSONObject()
        if let effort = plan.effort { output["effort"] = .string(effort) }
        if let format { output["format"] = format }
        if !output.isEmpty { body["output_config"] = .object(output) }
        for member in sampling(request.options, entry, isThinking: plan.isOn, &adjustments) {
            body[member.key] = member.value
        }
        if let user = request.metadata["user_id"] { body["metadata"] = ["user_id": user] }
        if let container = content.container { body["container"] = container }
        if let choice = tools.choice { body["tool_choice"] = choice }
        if !tools.servers.isEmpty { body["mcp_servers"] = .array(tools.servers) }
        var definitions = tools.definitions
        add(options, to: &body, &definitions, &adjustments)
        if !definitions.isEmpty { body["tools"] = .array(definitions) }
        if let system = content.system { body["system"] = system }
        body["messages"] = .array(content.list)
        CacheMarkers.apply(caching, isTaken: dialect.takesCacheControl, to: &body, &adjustments)
        return Body(members: body, adjustments: adjustments, betas: betas(body, options, entry, plan), context: context)
    }

    private var media: MediaEncoder {
        MediaEncoder(
            server: dialect.name, imageTypes: ["image/png", "image/jpeg", "image/gif", "image/webp"],
            maximumImageBytes: 5 << 20, maximumImageSide: 8000, readFile: readFile)
    }

    /// What keeps a model of Anthropic's that takes a budget from thinking in this request; `nil` if nothing does.
    private func obstacle(_ request: GenerationRequest, _ entry: ClaudeCatalogue.Entry) -> String? {
        guard dialect.followsCatalogue else { return nil }
        switch request.options.toolCallingMode?.kind {
        case .required where entry.takesForcedTools, .requiredTool where entry.takesForcedTools:
            return "the model cannot both think and be made to call a tool."
        default: break
        }
        // What has been said in this turn stands behind the last prompt, and begins with the thinking if there was some.
        let turn = request.transcript.reversed().prefix { if case .prompt = $0 { false } else { true } }.reversed()
        guard turn.contains(where: { if case .toolCalls = $0 { true } else { false } }) else { return nil }
        let first = turn.first { if case .response(let entry) = $0 { !entry.segments.isEmpty } else { true } }
        if omission == nil, case .reasoning(let reasoning)? = first,
            reasoning.providerData?.isOwn(dialect, model: card.name) == true
        {
            return nil
        }
        return "the turn began without it, and the model takes it only from a turn's start."
    }

    /// Why the thinking of earlier turns is left out of this request; `nil` if it is not.
    private func omission(_ plan: ThinkingPlan, _ entry: ClaudeCatalogue.Entry) -> String? {
        let isRefused = dialect.followsCatalogue ? entry.thinking == .budget && !plan.isOn : plan.isOff
        return isRefused ? "Earlier reasoning was left out: the model does not think in this request." : nil
    }

    /// The most tokens of the answer, with those of the thinking.
    private func limit(
        _ options: GenerationOptions, _ plan: ThinkingPlan, _ entry: ClaudeCatalogue.Entry,
        _ adjustments: inout [Adjustment]
    ) -> Int {
        let answer = options.maximumResponseTokens ?? min(maximumResponseTokens, entry.maximumOutput - plan.budget)
        let total = max(1, answer).addingSaturated(plan.budget)
        if total > entry.maximumOutput {
            adjustments.append(
                Adjustment(.optionClamped, "The limit on tokens was moved from \(total) to \(entry.maximumOutput)."))
        }
        return min(total, entry.maximumOutput)
    }

    /// Members of the body that the request itself says, and an option may not.
    private static let reserved: Set<String> = ["model", "messages", "system", "stream", "max_tokens"]

    /// Adds what the app says in the wire's own words: it takes the place of what stands there, but tools are added to those
    /// of the request, and what is said of the output beside the schema.
    private func add(
        _ options: JSONObject, to body: inout JSONObject, _ definitions: inout [JSONValue],
        _ adjustments: inout [Adjustment]
    ) {
        for option in options where !["thinking", "betas"].contains(option.key) {
            if Self.reserved.contains(option.key) {
                adjustments.append(
                    Adjustment(.optionDropped, "The option \"\(option.key)\" was left out: the request says it itself.")
                )
            } else if option.key == "tools", let tools = option.value.arrayValue {
                definitions += tools
            } else if option.key == "output_config", var output = body["output_config"]?.objectValue {
                for member in option.value.objectValue ?? JSONObject() { output[member.key] = member.value }
                body["output_config"] = .object(output)
            } else {
                body[option.key] = option.value
            }
        }
    }

    /// The names of the features that the body uses and that have to be asked for.
    private func betas(
        _ body: JSONObject, _ options: JSONObject, _ entry: ClaudeCatalogue.Entry, _ plan: ThinkingPlan
    ) -> [String] {
        var names = (options["betas"]?.arrayValue ?? []).compactMap(\.stringValue)
        guard dialect.followsCatalogue else { return names }
        names += BetaFeatures.names(for: body)
        if entry.thinking == .budget, plan.isOn, body["tools"] != nil { names.append(BetaFeatures.interleavedThinking) }
        return Array(Set(names)).sorted()
    }

    private func sampling(
        _ options: GenerationOptions, _ entry: ClaudeCatalogue.Entry, isThinking: Bool,
        _ adjustments: inout [Adjustment]
    ) -> [JSONObject.Member] {
        var options = options
        // The limit has a member of its own that has to be there.
        options.maximumResponseTokens = nil
        var names: [SamplingTable.Option: String] = [.stopSequences: "stop_sequences"]
        if entry.sampling == .all || entry.sampling == .one && !isThinking {
            names[.temperature] = "temperature"
            names[.topK] = "top_k"
            if options.temperature == nil || entry.sampling == .all { names[.topP] = "top_p" }
        }
        // Greedy is a temperature of 0 here; the likeliest of one token is the same.
        if options.samplingMode?.kind == .greedy { names[.topK] = nil }
        let table = SamplingTable(names: names, temperatures: dialect.temperatures, maximumStopSequences: 8191)
        return SamplingOptions(options, table, &adjustments).members
    }
}

/// Names as the wire takes them.
enum WireName {
    /// A name of letters, digits, `_` and `-`, 64 of them at most.
    static func tool(_ name: String) -> String {
        let scalars = name.unicodeScalars.prefix(64).map { scalar -> Unicode.Scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "_", "-": scalar
            default: "_"
            }
        }
        return scalars.isEmpty ? "answer" : String(String.UnicodeScalarView(scalars))
    }
}

extension SchemaDialect {
    /// What Anthropic's own format for answers takes.
    static let anthropic: SchemaDialect = {
        var dialect = SchemaDialect(name: "Anthropic")
        dialect.keywords = [:]
        for keyword in [
            "type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf", "allOf",
            "$ref",
            "$defs", "definitions", "description", "title", "default", "format",
        ] { dialect.keywords[keyword] = .enforced }
        for keyword in [
            "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength",
            "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties", "pattern",
        ] { dialect.keywords[keyword] = .described }
        for keyword in ["not", "if", "then", "else", "prefixItems"] { dialect.keywords[keyword] = .refused }
        dialect.otherKeywords = .omitted
        dialect.formats = ["date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"]
        dialect.otherFormats = .described
        dialect.closedObjects = .always
        dialect.allowsOpenObjects = false
        dialect.allowsRecursion = false
        return dialect
    }()
}
