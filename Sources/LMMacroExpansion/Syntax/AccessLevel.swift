/// How far a declaration can be seen.
enum AccessLevel: String, Comparable {
    case `private`, `fileprivate`, `internal`, `package`, `public`

    /// The level that a modifier names; `open` counts as public, for it cannot be written on what an expansion adds.
    init?(modifier: String) {
        if modifier == "open" {
            self = .public
        } else if let level = AccessLevel(rawValue: modifier) {
            self = level
        } else {
            return nil
        }
    }

    private var rank: Int {
        switch self {
        case .private: 0
        case .fileprivate: 1
        case .internal: 2
        case .package: 3
        case .public: 4
        }
    }

    static func < (left: AccessLevel, right: AccessLevel) -> Bool { left.rank < right.rank }

    /// The modifier with a space after it; nothing for the default.
    var prefix: String { self == .internal ? "" : rawValue + " " }
}
