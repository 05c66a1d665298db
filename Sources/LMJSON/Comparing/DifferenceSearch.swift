/// Walks through two values side by side and collects where they differ.
struct DifferenceSearch {
    private(set) var found: [JSONDifference] = []
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    mutating func compare(_ left: JSONValue?, _ right: JSONValue?, at path: String) {
        guard found.count < limit else { return }
        switch (left, right) {
        case (.array(let left)?, .array(let right)?):
            for index in 0..<max(left.count, right.count) where found.count < limit {
                // Not `nil`: beside a `JSONValue` the compiler reads that as the value null.
                compare(
                    index < left.count ? left[index] : .none, index < right.count ? right[index] : .none,
                    at: path.isEmpty ? String(index) : "\(path)/\(index)")
            }
        case (.object(let left)?, .object(let right)?): compare(left, right, at: path)
        default:
            if left != right { found.append(JSONDifference(path: path, left: left, right: right)) }
        }
    }

    private mutating func compare(_ left: JSONObject, _ right: JSONObject, at path: String) {
        let leftIndex = JSONObjectIndex(left)
        let rightIndex = JSONObjectIndex(right)
        for position in leftIndex.positions where found.count < limit {
            let key = left[position].key
            compare(left[position].value, rightIndex.value(of: key), at: Self.path(path, key))
        }
        for position in rightIndex.positions where leftIndex.value(of: right[position].key) == nil {
            compare(nil, right[position].value, at: Self.path(path, right[position].key))
        }
    }

    private static func path(_ path: String, _ key: String) -> String {
        var result = path
        result.appendPointerToken(key)
        if path.isEmpty { result.removeFirst() }
        return result
    }
}
