import LMJSON

/// The arguments of a call that come as paths with values, one after the other.
struct StreamedArguments: Sendable {
    private enum Step {
        case name(String)
        case index(Int)
    }

    /// The arguments so far.
    private(set) var value: JSONValue = [:]
    /// Whether a path did not fit what was there: the arguments are not those that were meant.
    private(set) var isBroken = false
    /// The path of the text that goes on.
    private var openPath: String?

    /// Takes one piece in.
    mutating func take(_ piece: JSONValue) {
        guard let path = piece["jsonPath"]?.stringValue, let steps = Self.steps(path), !steps.isEmpty else {
            isBroken = true
            return
        }
        let isOpen = openPath == path
        openPath = piece["willContinue"] == true ? path : nil
        var leaf: JSONValue = .null
        for name in ["stringValue", "numberValue", "boolValue"] { if let found = piece[name] { leaf = found } }
        guard let changed = Self.set(value, steps[...], leaf, appends: isOpen) else {
            isBroken = true
            return
        }
        value = changed
    }

    private static func set(
        _ tree: JSONValue?, _ steps: ArraySlice<Step>, _ leaf: JSONValue, appends: Bool
    ) -> JSONValue? {
        guard let step = steps.first else {
            if appends, let earlier = tree?.stringValue, let more = leaf.stringValue { return .string(earlier + more) }
            return leaf
        }
        switch step {
        case .name(let name):
            guard var members = (tree ?? [:]).objectValue,
                let inner = set(members[name], steps.dropFirst(), leaf, appends: appends)
            else { return nil }
            members[name] = inner
            return .object(members)
        case .index(let index):
            guard var elements = (tree ?? []).arrayValue, index <= elements.count,
                let inner = set(
                    index < elements.count ? .some(elements[index]) : .none, steps.dropFirst(), leaf, appends: appends)
            else { return nil }
            if index < elements.count { elements[index] = inner } else { elements.append(inner) }
            return .array(elements)
        }
    }

    /// The steps of a path such as `$.a.b[0]` or `$['a']`; `nil` where it is none.
    private static func steps(_ path: String) -> [Step]? {
        guard path.hasPrefix("$") else { return nil }
        var steps: [Step] = []
        var rest = path.dropFirst()
        while let first = rest.first {
            rest = rest.dropFirst()
            if first == "." {
                let name = rest.prefix { $0 != "." && $0 != "[" }
                guard !name.isEmpty else { return nil }
                steps.append(.name(String(name)))
                rest = rest.dropFirst(name.count)
            } else if first == "[", let quote = rest.first, quote == "'" || quote == "\"" {
                guard let end = rest.dropFirst().firstIndex(of: quote) else { return nil }
                steps.append(.name(String(rest[rest.index(after: rest.startIndex)..<end])))
                rest = rest[rest.index(after: end)...]
                guard rest.first == "]" else { return nil }
                rest = rest.dropFirst()
            } else if first == "[", let end = rest.firstIndex(of: "]"), let index = Int(rest[..<end]), index >= 0 {
                steps.append(.index(index))
                rest = rest[rest.index(after: end)...]
            } else {
                return nil
            }
        }
        return steps
    }
}
