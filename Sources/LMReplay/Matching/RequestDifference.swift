import LMJSON

/// Where a request that was sent differs from one that was recorded, in words.
struct RequestDifference {
    /// One line a difference: of the method, the path, the query, and the body by JSON path or by part.
    private(set) var lines: [String] = []
    /// The rule that would let the request pass, where it differs in one value alone that is drawn anew from run to run.
    private(set) var proposal: ReplayMiss.Proposal?

    init(
        sent: RecordedRequest, recorded: RecordedRequest, _ leniency: RequestMatcher.Leniency, limit: Int = 20
    ) {
        if sent.method != recorded.method { lines.append("method: \(sent.method) ≠ \(recorded.method)") }
        let (sentURL, recordedURL) = (RecordedURL.parts(of: sent.url), RecordedURL.parts(of: recorded.url))
        if sentURL.path != recordedURL.path { lines.append("path: \(sentURL.path) ≠ \(recordedURL.path)") }
        if sentURL.query != recordedURL.query {
            lines.append("query: \(sentURL.query ?? "(absent)") ≠ \(recordedURL.query ?? "(absent)")")
        }
        guard sent.body != recorded.body else { return }
        guard let left = try? JSONValue(parsing: sent.body), let right = try? JSONValue(parsing: recorded.body) else {
            lines += Self.partLines(sent.body, recorded.body) ?? ["body: \(size(sent.body)) ≠ \(size(recorded.body))"]
            return
        }
        // Some differences may be of what is ignored, so a few more are asked for.
        let differences = JSONDifference.between(left, right, limit: limit + 20).filter { !leniency.allows($0) }
        if lines.isEmpty, differences.count == 1 { proposal = ReplayMiss.Proposal(differences[0]) }
        lines += differences.prefix(limit).map(\.description)
        if differences.count > limit { lines.append("and more") }
    }

    /// The differences of two multipart bodies; `nil` where they are none.
    private static func partLines(_ sent: [UInt8], _ recorded: [UInt8]) -> [String]? {
        sent.withUnsafeBufferPointer { left in
            recorded.withUnsafeBufferPointer { right in
                guard let sent = MultipartBody(left), let recorded = MultipartBody(right) else { return nil }
                var lines: [String] = []
                if sent.parts.count != recorded.parts.count {
                    lines.append("parts: \(sent.parts.count) ≠ \(recorded.parts.count)")
                }
                for (index, (one, other)) in zip(sent.parts, recorded.parts).enumerated() {
                    let name = one.name.map { "part \"\($0)\"" } ?? "part \(index + 1)"
                    if !left[one.head].elementsEqual(right[other.head]) {
                        lines.append("\(name): its header fields differ")
                    }
                    if !left[one.content].elementsEqual(right[other.content]) {
                        lines.append("\(name): \(one.content.count) bytes ≠ \(other.content.count) bytes")
                    }
                }
                return lines
            }
        }
    }
}

private func size(_ body: [UInt8]) -> String { body.isEmpty ? "(absent)" : "\(body.count) bytes" }

extension RequestMatcher.Leniency {
    /// Whether a difference is of what need not agree.
    fileprivate func allows(_ difference: JSONDifference) -> Bool {
        var walk = JSONPathWalk(patterns)
        for (index, token) in difference.path.tokens.enumerated() {
            switch token {
            case .key(let key): walk = walk.descending(to: key)
            case .index(let number): walk = walk.descending(to: String(number))
            }
            guard let pattern = walk.matched else { continue }
            if pattern < ignored.count { return true }
            // Below a loose value all may differ; of the value itself, the kind may not.
            return index + 1 < difference.path.tokens.count || isSameKind(difference)
        }
        return false
    }

    private func isSameKind(_ difference: JSONDifference) -> Bool {
        switch (difference.left, difference.right) {
        case (.object?, .object?), (.array?, .array?), (.string?, .string?), (.number?, .number?), (.bool?, .bool?),
            (.null?, .null?):
            true
        default: false
        }
    }
}
