import LMJSON

/// Where a request that was sent differs from one that was recorded, in words.
enum RequestDifference {
    /// One line a difference: of the method, the path, the query, and the body by JSON path.
    static func lines(
        sent: RecordedRequest, recorded: RecordedRequest, ignoring patterns: [JSONPathPattern] = [], limit: Int = 20
    ) -> [String] {
        var lines: [String] = []
        if sent.method != recorded.method { lines.append("method: \(sent.method) ≠ \(recorded.method)") }
        let (sentURL, recordedURL) = (RecordedURL.parts(of: sent.url), RecordedURL.parts(of: recorded.url))
        if sentURL.path != recordedURL.path { lines.append("path: \(sentURL.path) ≠ \(recordedURL.path)") }
        if sentURL.query != recordedURL.query {
            lines.append("query: \(sentURL.query ?? "(absent)") ≠ \(recordedURL.query ?? "(absent)")")
        }
        guard sent.body != recorded.body else { return lines }
        guard let left = try? JSONValue(parsing: sent.body), let right = try? JSONValue(parsing: recorded.body) else {
            return lines + ["body: \(size(sent.body)) ≠ \(size(recorded.body))"]
        }
        // Some differences may be of what is ignored, so a few more are asked for.
        let differences = JSONDifference.between(left, right, limit: limit + 20)
            .filter { !isIgnored($0.path, by: patterns) }
        lines += differences.prefix(limit).map(\.description)
        if differences.count > limit { lines.append("and more") }
        return lines
    }

    private static func size(_ body: [UInt8]) -> String { body.isEmpty ? "(absent)" : "\(body.count) bytes" }

    private static func isIgnored(_ path: JSONPointer, by patterns: [JSONPathPattern]) -> Bool {
        var walk = JSONPathWalk(patterns)
        for token in path.tokens {
            switch token {
            case .key(let key): walk = walk.descending(to: key)
            case .index(let index): walk = walk.descending(to: String(index))
            }
            if walk.matched != nil { return true }
        }
        return false
    }
}
