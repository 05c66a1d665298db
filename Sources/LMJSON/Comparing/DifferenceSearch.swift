/// Walks through two values side by side and collects where they differ.
struct DifferenceSearch {
    private(set) var found: [JSONDifference] = []
    private let limit: Int
    /// Where the walk is; made into text only where there is a difference.
    private var path = JSONPointer()

    init(limit: Int) { self.limit = limit }

    mutating func compare(_ left: JSONValue?, _ right: JSONValue?) {
        guard found.count < limit else { return }
        switch (left, right) {
        case (.array(let left)?, .array(let right)?):
            for index in 0..<max(left.count, right.count) where found.count < limit {
                // Not `nil`: beside a `JSONValue` the compiler reads that as the value null.
                compare(
                    index < left.count ? left[index] : .none, index < right.count ? right[index] : .none,
                    at: .index(index))
            }
        case (.object(let left)?, .object(let right)?): compare(left, right)
        default:
            if left != right { found.append(JSONDifference(path: path, left: left, right: right)) }
        }
    }

    private mutating func compare(_ left: JSONObject, _ right: JSONObject) {
        let leftIndex = JSONObjectIndex(left)
        let rightIndex = JSONObjectIndex(right)
        for position in leftIndex.positions where found.count < limit {
            let key = left[position].key
            compare(left[position].value, rightIndex.value(of: key), at: .key(key))
        }
        for position in rightIndex.positions where found.count < limit {
            let key = right[position].key
            if leftIndex.position(of: key) == nil { compare(.none, right[position].value, at: .key(key)) }
        }
    }

    private mutating func compare(_ left: JSONValue?, _ right: JSONValue?, at token: JSONPointer.Token) {
        path.tokens.append(token)
        compare(left, right)
        path.tokens.removeLast()
    }
}
