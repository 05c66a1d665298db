import LMJSON

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reads the parts of a transcript from JSON.
struct TranscriptReader {
    /// Whether the coder gave the members of objects in the order they were written.
    let keepsOrder: Bool

    /// What is wrong, and where.
    struct Failure: Error, CustomStringConvertible {
        var path: String
        var reason: String
        var description: String { path.isEmpty ? reason : "\(reason) At \(path)." }
    }

    func transcript(_ json: JSONValue) throws -> Transcript {
        let root = Place(json, "")
        guard root.json["type"]?.stringValue == TranscriptCoding.type else {
            throw root.failure("This is no transcript: its 'type' is not '\(TranscriptCoding.type)'.")
        }
        let version = root.json["version"]
        guard let name = version?.stringValue ?? version?.numberValue?.description,
            TranscriptCoding.readableVersions.contains(name)
        else {
            throw root.failure(
                "The transcript is of version \(version?.text() ?? "none"), and versions "
                    + "\(TranscriptCoding.readableVersions.sorted().joined(separator: ", ")) can be read.")
        }
        return Transcript(entries: try root.at("transcript").list("entries").map(entry))
    }

    private func entry(_ json: Place) throws -> Transcript.Entry {
        let id = try json.string("id")
        let role = try json.string("role")
        switch role {
        case "instructions":
            return .instructions(
                .init(
                    id: id, segments: try segments(json),
                    toolDefinitions: try json.listIfPresent("tools").map(tool)))
        case "user":
            return .prompt(
                .init(
                    id: id, metadata: try metadata(json), segments: try segments(json), options: try options(json),
                    responseFormat: try responseFormat(json), contextOptions: try contextOptions(json)))
        case "response" where json.json["toolCalls"] != nil:
            return .toolCalls(.init(id: id, try json.list("toolCalls").map(call)))
        case "response":
            return .response(
                .init(
                    id: id, assetIDs: try json.listIfPresent("assets").map { try $0.string() },
                    metadata: try metadata(json), segments: try segments(json), providerData: try providerData(json)))
        case "tool":
            return .toolOutput(
                .init(
                    id: try json.stringIfPresent("toolCallID") ?? id, toolName: try json.string("toolName"),
                    segments: try segments(json), isError: json.json["isError"] == true))
        case "reasoning":
            return .reasoning(
                .init(
                    id: id, metadata: try metadata(json), segments: try segments(json),
                    signature: try json.dataIfPresent("signature")))
        case "data":
            guard let content = try json.dataIfPresent("content") else { throw json.failure("'content' is missing.") }
            return .data(
                .init(
                    id: id, contentType: try json.string("contentType"), content: content, metadata: try metadata(json))
            )
        default: throw json.failure("An entry of the role '\(role)' is not known.")
        }
    }

    private func segments(_ json: Place) throws -> [Transcript.Segment] {
        try json.listIfPresent("contents").map { json in
            let id = try json.string("id")
            let type = try json.string("type")
            switch type {
            case "text":
                return .text(
                    .init(
                        id: id, content: try json.string("text"), providerData: try providerData(json),
                        providerOptions: try providerOptions(json)))
            case "structure":
                let structure = try json.at("structure")
                let content = GeneratedContent(
                    try value("content", of: structure), isComplete: structure.json["isComplete"] != false)
                return .structure(
                    .init(
                        id: id, schemaName: try structure.string("source"), content: content,
                        providerData: try providerData(json), providerOptions: try providerOptions(json)))
            case "attachment":
                return .attachment(
                    .init(
                        id: id, content: try attachment(try json.at("attachment")),
                        label: try json.stringIfPresent("label"), providerOptions: try providerOptions(json)))
            default: throw json.failure("A segment of the type '\(type)' is not known.")
            }
        }
    }

    private func attachment(_ json: Place) throws -> Transcript.Attachment {
        let type = try json.string("type")
        switch type {
        case "image":
            if let data = try json.dataIfPresent("data") {
                return .image(.init(data: data, mimeType: try json.stringIfPresent("mimeType")))
            }
            if let file = try providerFile(json) { return .image(.init(providerFile: file)) }
            return .image(.init(imageURL: try url(json)))
        case "file":
            let mimeType = try json.stringIfPresent("mimeType")
            let filename = try json.stringIfPresent("filename")
            var file: Transcript.FileAttachment
            if let data = try json.dataIfPresent("data") {
                file = .init(data: data, mimeType: mimeType ?? "", filename: filename)
            } else if let providerFile = try providerFile(json) {
                file = .init(providerFile: providerFile, filename: filename)
            } else {
                file = .init(fileURL: try url(json))
            }
            file.mimeType = mimeType
            file.filename = filename
            return .file(file)
        default: throw json.failure("An attachment of the type '\(type)' is not known.")
        }
    }

    private func url(_ json: Place) throws -> URL {
        let text = try json.string("url")
        guard let url = URL(string: text) else { throw json.failure("'\(text)' is no URL.") }
        return url
    }

    private func providerFile(_ json: Place) throws -> Transcript.ProviderFile? {
        guard json.json["providerFile"] != nil else { return nil }
        let file = try json.at("providerFile")
        return .init(provider: try file.string("provider"), id: try file.string("id"))
    }

    private func providerData(_ json: Place) throws -> ProviderData? {
        guard json.json["providerData"] != nil else { return nil }
        guard let data = ProviderData(json: try value("providerData", of: json)) else {
            throw json.failure("'providerData' has no 'provider' or no 'content'.")
        }
        return data
    }

    private func providerOptions(_ json: Place) throws -> ProviderOptions {
        guard json.json["providerOptions"] != nil else { return [:] }
        guard let options = ProviderOptions(json: try value("providerOptions", of: json)) else {
            throw json.failure("'providerOptions' is not an object of objects.")
        }
        return options
    }

    private func tool(_ json: Place) throws -> Transcript.ToolDefinition {
        let function = try json.at("function")
        return Transcript.ToolDefinition(
            name: try function.string("name"), description: try function.string("description"),
            parameters: schema(try function.at("parameters").json), providerOptions: try providerOptions(json))
    }

    private func call(_ json: Place) throws -> Transcript.ToolCall {
        let text = try json.string("arguments")
        let arguments: JSONValue
        do {
            arguments = try JSONValue(parsing: text)
        } catch { throw json.failure("The arguments of the call are no JSON: \(error).") }
        return Transcript.ToolCall(
            id: try json.string("id"), metadata: try metadata(json), toolName: try json.string("name"),
            arguments: GeneratedContent(arguments, isComplete: json.json["isComplete"] != false),
            providerData: try providerData(json))
    }

    private func schema(_ json: JSONValue) -> GenerationSchema {
        GenerationSchema(coded: json, keepsOrder: keepsOrder)
    }

    private func responseFormat(_ json: Place) throws -> Transcript.ResponseFormat? {
        guard json.json["responseFormat"] != nil else { return nil }
        let format = try json.at("responseFormat")
        let type = try format.string("type")
        guard type == "jsonSchema" else { throw format.failure("A response format '\(type)' is not known.") }
        return Transcript.ResponseFormat(schema: schema(try format.at("jsonSchema").at("schema").json))
    }

    private func options(_ json: Place) throws -> GenerationOptions {
        guard json.json["options"] != nil else { return GenerationOptions() }
        let options = try json.at("options")
        var result = GenerationOptions()
        result.maximumResponseTokens = options.json["maximumResponseTokens"]?.intValue
        result.temperature = options.json["temperature"]?.numberValue?.doubleValue
        let seed = options.json["randomSeed"]?.numberValue?.integer(as: UInt64.self)
        let threshold = options.json["probabilityThreshold"]?.numberValue
        if let count = options.json["topK"]?.intValue {
            result.samplingMode =
                threshold.map { .random(top: count, probabilityThreshold: $0.doubleValue, seed: seed) }
                ?? .random(top: count, seed: seed)
        } else if let threshold {
            result.samplingMode = .random(probabilityThreshold: threshold.doubleValue, seed: seed)
        } else if options.json["sampling"] == "greedy" {
            result.samplingMode = .greedy
        }
        if let name = try options.stringIfPresent("toolCallingMode") {
            guard let mode = TranscriptCoding.mode(name) else {
                throw options.failure("A tool calling mode '\(name)' is not known.")
            }
            result.toolCallingMode = mode
        }
        result.stopSequences = try options.listIfPresent("stopSequences").map { try $0.string() }
        result.frequencyPenalty = options.json["frequencyPenalty"]?.numberValue?.doubleValue
        result.presencePenalty = options.json["presencePenalty"]?.numberValue?.doubleValue
        result.providerOptions = try providerOptions(options)
        return result
    }

    private func contextOptions(_ json: Place) throws -> ContextOptions {
        guard json.json["contextOptions"] != nil else { return ContextOptions() }
        let options = try json.at("contextOptions")
        return ContextOptions(
            includeSchemaInPrompt: options.json["includeSchemaInPrompt"]?.boolValue,
            reasoningLevel: try options.stringIfPresent("reasoningLevel").map(TranscriptCoding.level))
    }

    private func metadata(_ json: Place) throws -> [String: GeneratedContent] {
        guard json.json["metadata"] != nil else { return [:] }
        guard case .object(let members) = try value("metadata", of: json) else {
            throw json.failure("'metadata' is no object.")
        }
        let incomplete = Set(try json.listIfPresent("incompleteMetadata").map { try $0.string() })
        var metadata: [String: GeneratedContent] = [:]
        for member in members {
            metadata[member.key] = GeneratedContent(member.value, isComplete: !incomplete.contains(member.key))
        }
        return metadata
    }

    /// A value, of its text where that stands beside it.
    private func value(_ key: String, of json: Place) throws -> JSONValue {
        guard let text = try json.stringIfPresent(key + "JSON") else { return try json.at(key).json }
        do {
            return try JSONValue(parsing: text)
        } catch { throw json.failure("'\(key)JSON' is no JSON: \(error).") }
    }
}

extension TranscriptReader {
    /// A value and where it stands.
    private struct Place {
        let json: JSONValue
        let path: String

        init(_ json: JSONValue, _ path: String) {
            self.json = json
            self.path = path
        }

        func failure(_ reason: String) -> Failure { Failure(path: path, reason: reason) }

        func at(_ key: String) throws -> Place {
            guard let value = json[key] else { throw failure("'\(key)' is missing.") }
            return Place(value, "\(path)/\(JSONPointer.Token.key(key))")
        }

        func list(_ key: String) throws -> [Place] {
            let place = try at(key)
            guard let elements = place.json.arrayValue else { throw place.failure("This is no list.") }
            return elements.enumerated().map { Place($1, "\(place.path)/\($0)") }
        }

        func listIfPresent(_ key: String) throws -> [Place] { json[key] == nil ? [] : try list(key) }

        func string() throws -> String {
            guard let text = json.stringValue else { throw failure("This is no string.") }
            return text
        }

        func string(_ key: String) throws -> String { try at(key).string() }
        func stringIfPresent(_ key: String) throws -> String? { json[key] == nil ? nil : try string(key) }

        func dataIfPresent(_ key: String) throws -> Data? {
            guard let text = try stringIfPresent(key) else { return nil }
            guard let data = Data(base64Encoded: text) else { throw try at(key).failure("This is no Base64.") }
            return data
        }
    }
}
