/// A place that an encoder fills.
///
/// A class, because containers that were handed out go on filling it.
final class EncodingNode {
    private enum Content {
        case nothing
        case value(JSONValue)
        case array([EncodingNode])
        case object([(key: String, node: EncodingNode)])
    }

    private var content = Content.nothing
    /// Set where the encoded type asked for two kinds of container, which have no common JSON.
    private var failure: EncodingError?
    /// Whether the members come from a hash table, whose order changes from run to run.
    var isUnordered = false

    /// The number of elements.
    var count: Int { if case .array(let nodes) = content { nodes.count } else { 0 } }

    func set(_ value: JSONValue) { content = .value(value) }

    func becomeArray(_ codingPath: [any CodingKey]) {
        switch content {
        case .array: break
        case .nothing: content = .array([])
        case .value, .object: fail(codingPath)
        }
    }

    func becomeObject(_ codingPath: [any CodingKey]) {
        switch content {
        case .object: break
        case .nothing: content = .object([])
        case .value, .array: fail(codingPath)
        }
    }

    /// Adds an element.
    func append() -> EncodingNode {
        let node = EncodingNode()
        guard case .array(var nodes) = content else { return node }
        // Emptied first, so that the array is not copied.
        content = .nothing
        nodes.append(node)
        content = .array(nodes)
        return node
    }

    /// Adds a member.
    func append(_ key: String) -> EncodingNode {
        let node = EncodingNode()
        guard case .object(var nodes) = content else { return node }
        content = .nothing
        nodes.append((key, node))
        content = .object(nodes)
        return node
    }

    /// The value; `nil` where nothing was encoded.
    func value() throws -> JSONValue? {
        if let failure { throw failure }
        switch content {
        case .nothing: return nil
        case .value(let value): return value
        // A part that encoded nothing is an empty object, as it is to Foundation's encoder.
        case .array(let nodes): return .array(try nodes.map { try $0.value() ?? [:] })
        case .object(let nodes):
            var members: [JSONObject.Member] = []
            for (key, node) in nodes {
                members.append(JSONObject.Member(key: key, value: try node.value() ?? [:]))
            }
            if isUnordered { members.sort { UnicodeText.precedes($0.key, $1.key) } }
            // A key that was encoded twice has the value of the last time.
            let index = JSONObjectIndex(JSONObject(members: members))
            let positions = index.positions
            return .object(
                JSONObject(members: positions.count == members.count ? members : positions.map { members[$0] }))
        }
    }

    private func fail(_ codingPath: [any CodingKey]) {
        failure = EncodingError.invalidValue(
            (), .init(codingPath: codingPath, debugDescription: "the type asked for two kinds of container"))
    }
}
