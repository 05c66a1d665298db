import LMJSON

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A tool that the server runs itself while it answers.
///
/// Its calls come as `GenerationEvent.serverToolCall` and stand in the transcript as data, which later requests send
/// back as it came. What it finds comes as citations of the answer.
///
/// The definition goes into the body of the request, and a recording of the request holds it: with an
/// ``mcp(url:label:description:allowedTools:authorization:headers:)`` tool, its authorization too. Descriptions and
/// mirrors show neither that nor its header fields.
public struct ServerTool: Sendable, Hashable {
    /// The definition as it is sent, with its `type`.
    public var definition: JSONObject
    /// What the response is asked to include for the tool, beyond the answer.
    public var includes: [String]

    /// Makes a tool of its type and the members of its definition; for one that has no function here.
    public init(type: String, _ members: KeyValuePairs<String, JSONValue> = [:], includes: [String] = []) {
        var definition: [JSONObject.Member] = [.init(key: "type", value: .string(type))]
        definition += members.filter { !$0.value.isNull }.map { .init(key: $0.key, value: $0.value) }
        self.definition = JSONObject(definition)
        self.includes = includes
    }

    /// The type, such as `web_search`.
    public var type: String { definition["type"]?.stringValue ?? "" }

    /// Which sites a search may use.
    public enum Domains: Sendable, Hashable {
        /// These only. xAI takes five at most.
        case allowed([String])
        /// All but these. xAI takes five at most.
        case excluded([String])

        var json: JSONValue {
            switch self {
            case .allowed(let domains): ["allowed_domains": .array(domains.map(JSONValue.string))]
            case .excluded(let domains): ["excluded_domains": .array(domains.map(JSONValue.string))]
            }
        }
    }
}

extension ServerTool {
    /// Searches the web and reads pages.
    ///
    /// - Parameters:
    ///   - domains: The sites to use, or not to use.
    ///   - understandsImages: Whether the model also looks at images of the pages; xAI only. `nil` leaves it to the
    ///     server.
    public static func webSearch(domains: Domains? = nil, understandsImages: Bool? = nil) -> ServerTool {
        ServerTool(
            type: "web_search",
            [
                // Where xAI's own client puts them; its documentation has also shown them one level up.
                "filters": domains?.json ?? .null,
                "enable_image_understanding": understandsImages.map(JSONValue.bool) ?? .null,
            ])
    }

    /// Writes and runs programs.
    ///
    /// - Parameters:
    ///   - container: Where they run; OpenAI asks for it and takes `auto`, xAI has none.
    ///   - includesOutputs: Whether the calls come with what the programs printed.
    public static func codeInterpreter(container: String? = nil, includesOutputs: Bool = false) -> ServerTool {
        ServerTool(
            type: "code_interpreter", ["container": container.map { ["type": .string($0)] } ?? .null],
            includes: includesOutputs ? ["code_interpreter_call.outputs"] : [])
    }

    /// Searches files that were uploaded to the server.
    ///
    /// - Parameters:
    ///   - stores: The identifiers of the collections of files.
    ///   - maximumResults: The most results of one search, from 1 to 50; `nil` leaves it to the server.
    ///   - includesResults: Whether the calls come with what they found.
    public static func fileSearch(
        in stores: [String], maximumResults: Int? = nil, includesResults: Bool = false
    ) -> ServerTool {
        ServerTool(
            type: "file_search",
            [
                "vector_store_ids": .array(stores.map(JSONValue.string)),
                "max_num_results": maximumResults.map { .number(JSONNumber(min(max($0, 1), 50))) } ?? .null,
            ], includes: includesResults ? ["file_search_call.results"] : [])
    }

    /// Calls the tools of a server that speaks the Model Context Protocol. The model's server connects to it.
    ///
    /// - Parameters:
    ///   - url: Where the tools' server is.
    ///   - label: The name by which the model speaks of it.
    ///   - description: What it is for.
    ///   - allowedTools: The tools that may be called; `nil` for all.
    ///   - authorization: The token that the tools' server asks for.
    ///   - headers: Header fields that are sent to the tools' server, by name.
    public static func mcp(
        url: URL, label: String, description: String? = nil, allowedTools: [String]? = nil,
        authorization: String? = nil, headers: [String: String] = [:]
    ) -> ServerTool {
        let fields = headers.sorted { $0.key < $1.key }.map { JSONObject.Member(key: $0.key, value: .string($0.value)) }
        return ServerTool(
            type: "mcp",
            [
                "server_url": .string(url.absoluteString), "server_label": .string(label),
                "server_description": description.map(JSONValue.string) ?? .null,
                "allowed_tools": allowedTools.map { .array($0.map(JSONValue.string)) } ?? .null,
                "authorization": authorization.map(JSONValue.string) ?? .null,
                "headers": fields.isEmpty ? .null : .object(JSONObject(fields)),
            ])
    }
}

extension ServerTool: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private var shown: JSONValue {
        .object(
            JSONObject(
                definition.map { member in
                    ["authorization", "headers"].contains(member.key)
                        ? .init(key: member.key, value: .string("redacted")) : member
                }))
    }

    /// The definition without its secrets.
    public var description: String { "ServerTool(\(shown))" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// A mirror that shows no secret.
    public var customMirror: Mirror { Mirror(self, children: ["definition": shown, "includes": includes]) }
}
