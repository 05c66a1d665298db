import LMJSON

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A tool that Anthropic's servers run themselves while Claude answers.
///
/// Its calls and what they found come as `GenerationEvent.serverToolCall`, stand in the transcript as data, and go back
/// unchanged with later requests. What an answer cites comes as its citations.
///
/// The definition goes into the body of the request, and a recording of the request holds it: with an
/// ``mcp(url:name:authorization:allowedTools:)`` tool, its authorization too. Descriptions and mirrors do not show that.
public struct ClaudeServerTool: Sendable, Hashable {
    /// The definition as it is sent, with its `type`.
    public var definition: JSONObject
    /// The server of tools that the definition speaks of, a member of `mcp_servers`; `nil` for Anthropic's own tools.
    public var server: JSONObject?

    /// Makes a tool of its dated type, such as `web_search_20260318`, its name, and the members of its definition; for one
    /// that has no function here.
    public init(type: String, name: String? = nil, _ members: KeyValuePairs<String, JSONValue> = [:]) {
        var definition = [JSONObject.Member(key: "type", value: .string(type))]
        if let name { definition.append(.init(key: "name", value: .string(name))) }
        definition += members.filter { !$0.value.isNull }.map { .init(key: $0.key, value: $0.value) }
        self.definition = JSONObject(definition)
    }

    /// Which sites a search may use.
    public enum Domains: Sendable, Hashable {
        /// These only.
        case allowed([String])
        /// All but these.
        case blocked([String])

        fileprivate var members: (allowed: JSONValue, blocked: JSONValue) {
            switch self {
            case .allowed(let domains): (.array(domains.map(JSONValue.string)), .null)
            case .blocked(let domains): (.null, .array(domains.map(JSONValue.string)))
            }
        }
    }

    /// Searches the web.
    ///
    /// - Parameters:
    ///   - maximumUses: The most searches of one request; `nil` leaves it to the server.
    ///   - domains: The sites to use, or not to use.
    public static func webSearch(maximumUses: Int? = nil, domains: Domains? = nil) -> ClaudeServerTool {
        fetching("web_search_20250305", "web_search", maximumUses, domains)
    }

    /// Reads pages and PDFs whose addresses stand in the conversation.
    ///
    /// - Parameters:
    ///   - maximumUses: The most pages of one request; `nil` leaves it to the server.
    ///   - domains: The sites to read, or not to read.
    ///   - cites: Whether the answer cites what was read.
    public static func webFetch(
        maximumUses: Int? = nil, domains: Domains? = nil, cites: Bool = false
    ) -> ClaudeServerTool {
        var tool = fetching("web_fetch_20250910", "web_fetch", maximumUses, domains)
        if cites { tool.definition["citations"] = ["enabled": true] }
        return tool
    }

    private static func fetching(
        _ type: String, _ name: String, _ maximumUses: Int?, _ domains: Domains?
    ) -> ClaudeServerTool {
        let domains = domains?.members ?? (.null, .null)
        return ClaudeServerTool(
            type: type, name: name,
            [
                "max_uses": maximumUses.map { .number(JSONNumber(max($0, 1))) } ?? .null,
                "allowed_domains": domains.0, "blocked_domains": domains.1,
            ])
    }

    /// Writes and runs programs in a container of the server's.
    public static func codeExecution() -> ClaudeServerTool {
        ClaudeServerTool(type: "code_execution_20250825", name: "code_execution")
    }

    /// Calls the tools of a server that speaks the Model Context Protocol. Anthropic's server connects to it.
    ///
    /// - Parameters:
    ///   - url: Where the tools' server is.
    ///   - name: The name by which the conversation speaks of it.
    ///   - authorization: The token that the tools' server asks for.
    ///   - allowedTools: The tools that may be called; `nil` for all.
    public static func mcp(
        url: URL, name: String, authorization: String? = nil, allowedTools: [String]? = nil
    ) -> ClaudeServerTool {
        var tool = ClaudeServerTool(type: "mcp_toolset", ["mcp_server_name": .string(name)])
        if let allowedTools {
            tool.definition["default_config"] = ["enabled": false]
            let configs = allowedTools.map { JSONObject.Member(key: $0, value: ["enabled": true]) }
            tool.definition["configs"] = .object(JSONObject(configs))
        }
        var server = JSONObject(["type": "url", "url": .string(url.absoluteString), "name": .string(name)])
        if let authorization { server["authorization_token"] = .string(authorization) }
        tool.server = server
        return tool
    }
}

extension ClaudeServerTool: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private var shownServer: JSONObject? {
        guard var server else { return nil }
        if server["authorization_token"] != nil { server["authorization_token"] = "redacted" }
        return server
    }

    /// The definition without its secrets.
    public var description: String {
        let server = shownServer.map { ", \(JSONValue.object($0))" } ?? ""
        return "ClaudeServerTool(\(JSONValue.object(definition))\(server))"
    }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// A mirror that shows no secret.
    public var customMirror: Mirror {
        Mirror(self, children: ["definition": JSONValue.object(definition), "server": shownServer as Any])
    }
}
