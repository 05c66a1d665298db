import LMJSON

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Writes the parts of a transcript as JSON.
struct TranscriptWriter {
    /// Whether the coder keeps the order of members and the digits of numbers.
    let isExact: Bool

    func json(_ transcript: Transcript) -> JSONValue {
        [
            "type": .string(TranscriptCoding.type), "version": .string(TranscriptCoding.version),
            "transcript": ["entries": .array(transcript.map(entry))],
        ]
    }

    private func entry(_ entry: Transcript.Entry) -> JSONValue {
        switch entry {
        case .instructions(let entry):
            var json = head(entry.id, "instructions", contents: entry.segments)
            if !entry.toolDefinitions.isEmpty { json["tools"] = .array(entry.toolDefinitions.map(tool)) }
            return .object(json)
        case .prompt(let entry):
            var json = head(entry.id, "user", contents: entry.segments)
            addOptions(of: entry, to: &json)
            add(entry.metadata, to: &json)
            return .object(json)
        case .response(let entry):
            var json = head(entry.id, "response", contents: entry.segments)
            if !entry.assetIDs.isEmpty { json["assets"] = .array(entry.assetIDs.map(JSONValue.string)) }
            add(entry.providerData, to: &json)
            add(entry.metadata, to: &json)
            return .object(json)
        case .toolCalls(let entry):
            var json = head(entry.id, "response")
            json["toolCalls"] = .array(entry.map(call))
            return .object(json)
        case .toolOutput(let entry):
            var json = head(entry.id, "tool", contents: entry.segments)
            json["toolName"] = .string(entry.toolName)
            json["toolCallID"] = .string(entry.id)
            if entry.isError { json["isError"] = true }
            return .object(json)
        case .reasoning(let entry):
            var json = head(entry.id, "reasoning", contents: entry.segments)
            if let signature = entry.signature { json["signature"] = .string(signature.base64EncodedString()) }
            add(entry.metadata, to: &json)
            return .object(json)
        case .data(let entry):
            var json = head(entry.id, "data")
            json["contentType"] = .string(entry.contentType)
            json["content"] = .string(entry.content.base64EncodedString())
            add(entry.metadata, to: &json)
            return .object(json)
        }
    }

    private func head(_ id: String, _ role: String, contents: [Transcript.Segment]? = nil) -> JSONObject {
        var json = JSONObject(["id": .string(id), "role": .string(role)])
        if let contents { json["contents"] = .array(contents.map(segment)) }
        return json
    }

    private func segment(_ segment: Transcript.Segment) -> JSONValue {
        switch segment {
        case .text(let segment):
            var json = JSONObject(["type": "text", "text": .string(segment.content), "id": .string(segment.id)])
            add(segment.providerData, to: &json)
            add(segment.providerOptions, to: &json)
            return .object(json)
        case .structure(let segment):
            var structure = JSONObject(["source": .string(segment.schemaName)])
            add(segment.content.json, as: "content", to: &structure)
            if !segment.content.isComplete { structure["isComplete"] = false }
            var json = JSONObject(["type": "structure", "structure": .object(structure), "id": .string(segment.id)])
            add(segment.providerData, to: &json)
            add(segment.providerOptions, to: &json)
            return .object(json)
        case .attachment(let segment):
            var json = JSONObject([
                "type": "attachment", "attachment": attachment(segment.content), "id": .string(segment.id),
            ])
            if let label = segment.label { json["label"] = .string(label) }
            add(segment.providerOptions, to: &json)
            return .object(json)
        }
    }

    private func attachment(_ attachment: Transcript.Attachment) -> JSONValue {
        switch attachment {
        case .image(let image):
            var json = JSONObject(["type": "image"])
            if let url = image.url { json["url"] = .string(url.absoluteString) }
            if let data = image.data { json["data"] = .string(data.base64EncodedString()) }
            if let type = image.mimeType { json["mimeType"] = .string(type) }
            if let file = image.providerFile { json["providerFile"] = providerFile(file) }
            return .object(json)
        case .file(let file):
            var json = JSONObject(["type": "file"])
            if let url = file.url { json["url"] = .string(url.absoluteString) }
            if let data = file.data { json["data"] = .string(data.base64EncodedString()) }
            if let file = file.providerFile { json["providerFile"] = providerFile(file) }
            if let type = file.mimeType { json["mimeType"] = .string(type) }
            if let name = file.filename { json["filename"] = .string(name) }
            return .object(json)
        }
    }

    private func providerFile(_ file: Transcript.ProviderFile) -> JSONValue {
        ["provider": .string(file.provider), "id": .string(file.id)]
    }

    private func tool(_ tool: Transcript.ToolDefinition) -> JSONValue {
        var json = JSONObject([
            "type": "function",
            "function": [
                "name": .string(tool.name), "description": .string(tool.description),
                "parameters": tool.parameters.codedSchema(isExact: isExact),
            ],
        ])
        add(tool.providerOptions, to: &json)
        return .object(json)
    }

    private func call(_ call: Transcript.ToolCall) -> JSONValue {
        var json = JSONObject([
            "id": .string(call.id), "name": .string(call.toolName), "arguments": .string(call.arguments.jsonString),
        ])
        if !call.arguments.isComplete { json["isComplete"] = false }
        add(call.providerData, to: &json)
        add(call.metadata, to: &json)
        return .object(json)
    }

    private func addOptions(of prompt: Transcript.Prompt, to json: inout JSONObject) {
        let options = options(prompt.options)
        if !options.isEmpty { json["options"] = .object(options) }
        let context = contextOptions(prompt.contextOptions)
        if !context.isEmpty { json["contextOptions"] = .object(context) }
        guard let format = prompt.responseFormat else { return }
        json["responseFormat"] = [
            "type": "jsonSchema",
            "jsonSchema": ["schema": format.schema.codedSchema(isExact: isExact), "name": .string(format.name)],
        ]
    }

    private func options(_ options: GenerationOptions) -> JSONObject {
        var json = JSONObject()
        if let count = options.maximumResponseTokens { json["maximumResponseTokens"] = .number(JSONNumber(count)) }
        if let temperature = options.temperature.flatMap({ JSONNumber($0) }) {
            json["temperature"] = .number(temperature)
        }
        var seed: UInt64?
        switch options.samplingMode?.kind {
        case .greedy?: json["sampling"] = "greedy"
        case .randomTopK(let count, let given)?:
            json["topK"] = .number(JSONNumber(count))
            seed = given
        case .randomProbabilityThreshold(let threshold, let given)?:
            json["probabilityThreshold"] = JSONNumber(threshold).map(JSONValue.number) ?? .null
            seed = given
        case .randomTopKAndProbabilityThreshold(let count, let threshold, let given)?:
            json["topK"] = .number(JSONNumber(count))
            json["probabilityThreshold"] = JSONNumber(threshold).map(JSONValue.number) ?? .null
            seed = given
        case nil: break
        }
        if let seed { json["randomSeed"] = .number(JSONNumber(seed)) }
        if let mode = options.toolCallingMode { json["toolCallingMode"] = .string(TranscriptCoding.name(of: mode)) }
        if !options.stopSequences.isEmpty {
            json["stopSequences"] = .array(options.stopSequences.map(JSONValue.string))
        }
        if let penalty = options.frequencyPenalty.flatMap({ JSONNumber($0) }) {
            json["frequencyPenalty"] = .number(penalty)
        }
        if let penalty = options.presencePenalty.flatMap({ JSONNumber($0) }) {
            json["presencePenalty"] = .number(penalty)
        }
        add(options.providerOptions, to: &json)
        return json
    }

    private func contextOptions(_ options: ContextOptions) -> JSONObject {
        var json = JSONObject()
        if let included = options.includeSchemaInPrompt { json["includeSchemaInPrompt"] = .bool(included) }
        if let level = options.reasoningLevel { json["reasoningLevel"] = .string(TranscriptCoding.name(of: level)) }
        return json
    }

    private func add(_ data: ProviderData?, to json: inout JSONObject) {
        if let data { add(data.json, as: "providerData", to: &json) }
    }

    private func add(_ options: ProviderOptions, to json: inout JSONObject) {
        if !options.isEmpty { add(options.json, as: "providerOptions", to: &json) }
    }

    private func add(_ metadata: [String: GeneratedContent], to json: inout JSONObject) {
        guard !metadata.isEmpty else { return }
        let members = metadata.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        add(.object(JSONObject(members.map { .init(key: $0.key, value: $0.value.json) })), as: "metadata", to: &json)
        let incomplete = members.filter { !$0.value.isComplete }
        if !incomplete.isEmpty { json["incompleteMetadata"] = .array(incomplete.map { .string($0.key) }) }
    }

    /// Adds a value, and its text where the coder would lose something of it.
    private func add(_ value: JSONValue, as key: String, to json: inout JSONObject) {
        guard !isExact, value.isLossyInOtherCoders else {
            json[key] = value
            return
        }
        json[key] = value.inOtherCoders
        json[key + "JSON"] = .string(value.text())
    }
}

extension JSONValue {
    /// Whether a coder without order of members and with doubles for numbers would give back something else.
    var isLossyInOtherCoders: Bool {
        switch self {
        case .null, .bool: false
        // A property list has no null and writes this in its place.
        case .string(let text): text == "$null"
        case .number(let number):
            // By the digits as they are written: numbers of one value may have others.
            number.integer(as: Int64.self).map { "\($0)" != "\(number)" }
                ?? JSONNumber(number.doubleValue).map { "\($0)" != "\(number)" } ?? true
        case .array(let elements): elements.contains(where: \.isLossyInOtherCoders)
        case .object(let members): members.count > 1 || members.contains { $0.value.isLossyInOtherCoders }
        }
    }

    /// The value as every such coder can write it: its numbers are integers of 64 bits, or doubles.
    var inOtherCoders: JSONValue {
        switch self {
        case .null, .bool, .string: return self
        case .number(let number):
            guard number.integer(as: Int64.self) == nil else { return self }
            let greatest = Double.greatestFiniteMagnitude
            return JSONNumber(min(max(number.doubleValue, -greatest), greatest)).map(JSONValue.number) ?? .null
        case .array(let elements): return .array(elements.map(\.inOtherCoders))
        case .object(let members):
            return .object(JSONObject(members.map { .init(key: $0.key, value: $0.value.inOtherCoders) }))
        }
    }
}
