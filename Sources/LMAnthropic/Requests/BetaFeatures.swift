import LMJSON

/// The features of a request that Anthropic takes only if they are asked for by name, in `anthropic-beta`.
enum BetaFeatures {
    /// Thinking between calls on models that take a budget.
    static let interleavedThinking = "interleaved-thinking-2025-05-14"

    /// Members of the body that need a name.
    private static let members = [
        "mcp_servers": "mcp-client-2025-11-20", "context_management": "context-management-2025-06-27",
        "output_format": "structured-outputs-2025-11-13", "fallbacks": "server-side-fallback-2026-07-01",
    ]
    /// Types of tools that need a name; those without a date in the name have left the beta.
    private static let tools = [
        "computer_20250124": "computer-use-2025-01-24", "computer_20251124": "computer-use-2025-11-24",
        "advisor_20260301": "advisor-tool-2026-03-01",
    ]

    /// The names that a body needs, sorted.
    static func names(for body: JSONObject) -> [String] {
        var names = Set(body.compactMap { members[$0.key] })
        for tool in body["tools"]?.arrayValue ?? [] {
            if let name = tool["type"]?.stringValue.flatMap({ tools[$0] }) { names.insert(name) }
        }
        if body["speed"] == "fast" { names.insert("fast-mode-2026-02-01") }
        if body["thinking"]?["block_binding"] != nil { names.insert("thinking-binding-controls-2026-08-01") }
        if body["container"]?["skills"] != nil { names.insert("skills-2025-10-02") }
        for edit in body["context_management"]?["edits"]?.arrayValue ?? [] where edit["type"] == "compact_20260112" {
            names.insert("compact-2026-01-12")
        }
        let messages = body["messages"]?.arrayValue ?? []
        if messages.contains(where: { holdsFile($0["content"]) }) { names.insert("files-api-2025-04-14") }
        return names.sorted()
    }

    private static func holdsFile(_ content: JSONValue?) -> Bool {
        (content?.arrayValue ?? []).contains { block in
            block["source"]?["type"] == "file" || block["type"] == "container_upload" || holdsFile(block["content"])
        }
    }
}
