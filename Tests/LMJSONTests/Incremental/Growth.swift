import LMJSON

/// The law that snapshots only grow.
enum Growth {
    static func holds(from earlier: JSONValue, to later: JSONValue) -> Bool {
        switch (earlier, later) {
        case (.string(let earlier), .string(let later)): later.utf8.starts(with: earlier.utf8)
        case (.array(let earlier), .array(let later)):
            earlier.count <= later.count
                && zip(earlier, later).enumerated().allSatisfy { index, pair in
                    index == earlier.count - 1 ? holds(from: pair.0, to: pair.1) : pair.0 == pair.1
                }
        case (.object(let earlier), .object(let later)):
            earlier.count <= later.count
                && zip(earlier, later).enumerated().allSatisfy { index, pair in
                    pair.0.key.utf8.elementsEqual(pair.1.key.utf8)
                        && (index == earlier.count - 1
                            ? holds(from: pair.0.value, to: pair.1.value) : pair.0.value == pair.1.value)
                }
        default: earlier == later
        }
    }
}
