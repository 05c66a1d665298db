/// What a translator has to know of the request that it translates the answer of.
package struct ChatContext: Sendable {
    /// The model that was asked for.
    var requestedModel: String
    /// The family of providers that the server belongs to, for what it keeps with a transcript.
    var provider: String
    /// The tag between which the server writes reasoning at the head of the answer's text; `nil` if it does not.
    var reasoningTag: String?
    /// The identifiers of the calls of the conversation, none of which may be made up once more.
    var callIDs: Set<String>

    package init(
        requestedModel: String, provider: String, reasoningTag: String? = nil, callIDs: Set<String> = []
    ) {
        self.requestedModel = requestedModel
        self.provider = provider
        self.reasoningTag = reasoningTag
        self.callIDs = callIDs
    }

    /// Whether the model that answers is the one that was asked for: by its name, with a folder before it or a date or a
    /// tag behind it.
    func isRequested(_ served: String) -> Bool {
        func stem(_ name: String) -> Substring {
            var name = Substring(name)
            if let slash = name.lastIndex(of: "/") { name = name[name.index(after: slash)...] }
            for ending in [".gguf", "-latest", ":latest", ":free"] where name.hasSuffix(ending) {
                name = name.dropLast(ending.count)
            }
            return name
        }
        let (asked, answering) = (stem(requestedModel), stem(served))
        guard answering.hasPrefix(asked) else { return false }
        let rest = answering.dropFirst(asked.count)
        return rest.isEmpty
            || "-@:".contains(rest.first ?? " ") && rest.dropFirst().allSatisfy { $0.isNumber || $0 == "-" }
    }
}
