import LMJSON

/// A JSON value whose end has not come yet. At most one part of it is still open: the last.
indirect enum GrowingValue: Sendable {
    case string(String)
    case array(PersistentArray<JSONValue>, open: GrowingValue?)
    case object(PersistentArray<JSONObject.Member>, open: Member?)

    /// The property that is still open.
    struct Member: Sendable {
        var key: String
        var value: GrowingValue
    }

    /// The value as it stands, closed.
    var json: JSONValue {
        switch self {
        case .string(let text): .string(text)
        case .array(let finished, let open): .array(finished.array + (open.map { [$0.json] } ?? []))
        case .object(let finished, let open):
            .object(JSONObject(finished.array + (open.map { [.init(key: $0.key, value: $0.value.json)] } ?? [])))
        }
    }
}
