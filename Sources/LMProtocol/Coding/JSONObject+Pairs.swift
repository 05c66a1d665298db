import LMJSON

extension JSONObject {
    /// Makes an object of a literal, in its order.
    init(_ pairs: KeyValuePairs<String, JSONValue>) { self.init(pairs.map { Member(key: $0.key, value: $0.value) }) }
}
