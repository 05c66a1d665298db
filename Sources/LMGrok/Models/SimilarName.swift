/// Finds the name that someone may have meant.
enum SimilarName {
    /// The name with the fewest changes, where these are few for its length; `nil` otherwise.
    static func closest(to name: String, among names: [String]) -> String? {
        let wanted = Array(name.lowercased().utf8)
        let ranked = names.map { ($0, distance(wanted, Array($0.utf8))) }
        guard let best = ranked.min(by: { $0.1 < $1.1 }), best.1 > 0 || best.0 != name,
            best.1 <= max(2, best.0.utf8.count / 3)
        else { return nil }
        return best.0
    }

    /// How many bytes have to be added, removed or replaced to make one name the other.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var row = Array(0...right.count)
        for (i, a) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, b) in right.enumerated() {
                let replaced = diagonal + (a == b ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row[right.count]
    }
}
