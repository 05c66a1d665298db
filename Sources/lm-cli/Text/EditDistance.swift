/// How many letters have to be changed, added, taken out or swapped with their neighbour to turn one word into another.
enum EditDistance {
    /// The most changes at which a word still counts as a slip of the other.
    static let suggestionLimit = 2

    /// The number of changes between two words.
    static func between(_ left: String, _ right: String) -> Int {
        let left = Array(left.utf8)
        let right = Array(right.utf8)
        if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
        var beforeLast = [Int](repeating: 0, count: right.count + 1)
        var last = Array(0...right.count)
        for i in 1...left.count {
            var current = [i] + [Int](repeating: 0, count: right.count)
            for j in 1...right.count {
                let substitution = last[j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1)
                current[j] = min(last[j] + 1, current[j - 1] + 1, substitution)
                if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
                    current[j] = min(current[j], beforeLast[j - 2] + 1)
                }
            }
            beforeLast = last
            last = current
        }
        return last[right.count]
    }

    /// The candidate that a word most likely stands for; `nil` where none is near. A word of two letters or fewer has
    /// to be one change away, because everything is near it.
    static func suggestion(for word: String, among candidates: some Sequence<String>) -> String? {
        let limit = word.utf8.count <= 2 ? 1 : suggestionLimit
        return candidates.map { (distance: between(word, $0), candidate: $0) }
            .filter { $0.distance <= limit && $0.distance < $0.candidate.utf8.count }
            .min { $0.distance < $1.distance }?.candidate
    }
}
