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
    var parallelToolCalls: Bool?
    var maximumResponseTokens: Int
    var readFile: @Sendable (URL) throws -> Data
    /// Leaves thinking out, where the server could not take it back.
    var omitsThinking = false

    private var entry: ClaudeCatalogue.Entry {
        if dialect.followsCatalogue { return ClaudeCatalogue.entry(for: card.name) }
        var entry = ClaudeCatalogue.Entry(
            name: card.name, displayName: card.displayName, contextSize: card.contextSize ?? 0, maximumOutput: .max,
            thinking: card.reasoning.supportedEfforts.isEmpty ? .none : .budget,
            efforts: card.reasoning.supportedEfforts,
            sampling: .one)
        entry.takesForcedTools = dialect.takesForcedTools
        entry.takesFormat = dialect.takesFormat
        return entry
    }

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
        if entry.takesForcedTools, request.tools.isEmpty, !plan.isOn {
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
        let entry = entry
        var adjustments = request.adjustmentsForOptions(notOf: dialect.provider)
        adjustments += request.adjustmentsForMetadata(besides: ["user_id"])
        let mode = request.options.toolCallingMode?.kind ?? .allowed
        var isForced: Bool {
            if case .required = mode { true } else if case .requiredTool = mode { true } else { false }
        }
        let plan = try ThinkingPlan(
            request, card: card, entry: entry, isForced: isForced && entry.takesForcedTools, &adjustments)
        let form = try answerForm(request, entry, plan, &adjustments)
        var card = card
        if case .words = form { card.enforcesSchemas = false }
        let (transcript, repairs) = request.sendableTranscript(for: card)
        var content = MessageContent(
            dialect: dialect, model: card.name,
            media: MediaEncoder(
                server: dialect.name, imageTypes: ["image/png", "image/jpeg", "image/gif", "image/webp"],
                maximumImageBytes: 5 << 20, readFile: readFile), omitsThinking: omitsThinking)
        try content.add(transcript)
        adjustments += repairs + content.adjustments
        var betas = content.betas

        var context = MessagesContext(requestedModel: card.name, provider: dialect.provider)
        var tools = try self.tools(request, mode, hasCalls: content.hasCalls, &adjustments)
        var choice = toolChoice(mode, entry, hasTools: !tools.isEmpty, isOffered: !request.tools.isEmpty, &adjustments)
        var format: JSONValue?
        switch form {
        case .format(let schema): format = ["type": "json_schema", "schema": schema]
        case .tool(let name, let schema):
            context.answerTool = name
            tools = [["name": .string(name), "description": "Gives the answer.", "input_schema": schema]]
            choice = ["type": "tool", "name": .string(name), "disable_parallel_tool_use": true]
        case .words, nil: break
        }

        var body = JSONObject(["model": .string(card.name)])
        let limit = max(
            1, request.options.maximumResponseTokens ?? min(maximumResponseTokens, entry.maximumOutput - plan.budget))
        let total = limit.addingSaturated(plan.budget)
        if total > entry.maximumOutput {
            adjustments.append(
                Adjustment(.optionClamped, "The limit on tokens was moved from \(total) to \(entry.maximumOutput)."))
        }
        body["max_tokens"] = .number(JSONNumber(min(total, entry.maximumOutput)))
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
        if let caching, dialect.takesCacheControl { body["cache_control"] = caching.json }
        if let choice { body["tool_choice"] = choice }
        for option in request.options.providerOptions[dialect.provider] where option.key != "messages" {
            body[option.key] = option.value
        }
        if !tools.isEmpty { body["tools"] = .array(tools) }
        if let system = content.system { body["system"] = system }
        body["messages"] = .array(content.list)
        if dialect.followsCatalogue, entry.thinking == .budget, plan.isOn, !tools.isEmpty {
            betas.insert("interleaved-thinking-2025-05-14")
        }
        return Body(members: body, adjustments: adjustments, betas: betas.sorted(), context: context)
    }

    private func sampling(
        _ options: GenerationOptions, _ entry: ClaudeCatalogue.Entry, isThinking: Bool,
        _ adjustments: inout [Adjustment]
    ) -> [JSONObject.Member] {
        var options = options
        // The limit has a member of its own that has to be there.
        options.maximumResponseTokens = nil
        var names: [SamplingTable.Option: String] = [.stopSequences: "stop_sequences"]
        if entry.sampling == .one, !isThinking {
            names[.temperature] = "temperature"
            names[.topK] = "top_k"
            if options.temperature == nil || !dialect.followsCatalogue { names[.topP] = "top_p" }
        }
        // Greedy is a temperature of 0 here; the likeliest of one token is the same.
        if options.samplingMode?.kind == .greedy { names[.topK] = nil }
        let table = SamplingTable(names: names, temperatures: dialect.temperatures, maximumStopSequences: 8191)
        return SamplingOptions(options, table, &adjustments).members
    }

    // MARK: Tools

    private func tools(
        _ request: GenerationRequest, _ mode: GenerationOptions.ToolCallingMode.Kind, hasCalls: Bool,
        _ adjustments: inout [Adjustment]
    ) throws -> [JSONValue] {
        var definitions = mode == .disallowed && !hasCalls ? [] : request.tools
        // A conversation with calls needs its tools, also where none may be called any more.
        if definitions.isEmpty, hasCalls {
            for case .instructions(let entry) in request.transcript.reversed() where !entry.toolDefinitions.isEmpty {
                definitions = entry.toolDefinitions
                break
            }
        }
        return try definitions.map { tool in
            // What a tool is called with is an object everywhere.
            var object = SchemaDialect.generic
            object.requiresObjectRoot = true
            let adapted = try tool.parameters.adapted(to: object)
            adjustments += adapted.adjustments
            var json = JSONObject(["name": .string(tool.name)])
            if !tool.description.isEmpty { json["description"] = .string(tool.description) }
            json["input_schema"] = adapted.schema
            for option in tool.providerOptions[dialect.provider] { json[option.key] = option.value }
            return .object(json)
        }
    }

    private func toolChoice(
        _ mode: GenerationOptions.ToolCallingMode.Kind, _ entry: ClaudeCatalogue.Entry, hasTools: Bool,
        isOffered: Bool, _ adjustments: inout [Adjustment]
    ) -> JSONValue? {
        guard hasTools else { return nil }
        var choice = JSONObject()
        switch mode {
        case .required where entry.takesForcedTools: choice["type"] = "any"
        case .requiredTool(let name) where entry.takesForcedTools:
            choice["type"] = "tool"
            choice["name"] = .string(name)
        case .required, .requiredTool:
            adjustments.append(
                Adjustment(.optionDropped, "\(card.displayName) cannot be made to call a tool; it decides by itself."))
        case .disallowed: choice["type"] = "none"
        case .allowed: if !isOffered { choice["type"] = "none" }
        }
        if let parallelToolCalls, choice["type"] != "none" {
            if choice.isEmpty { choice["type"] = "auto" }
            choice["disable_parallel_tool_use"] = .bool(!parallelToolCalls)
        }
        return choice.isEmpty ? nil : .object(choice)
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
