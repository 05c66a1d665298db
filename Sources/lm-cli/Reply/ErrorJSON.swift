import LMJSON

/// A failure in JSON.
enum ErrorJSON {
    /// The members of the error, the same under `--json` and in the last line of `--events`.
    static func members(of failure: CLIError) -> [JSONObject.Member] {
        let details = failure.details
        var members: [JSONObject.Member] = [
            .init(key: "kind", value: .string(failure.kind)),
            .init(key: "message", value: .string(URLText.withoutUserInfo(failure.message))),
        ]
        func add(_ key: String, _ value: JSONValue?) {
            if let value { members.append(.init(key: key, value: value)) }
        }
        add("status", details.status.map { .number(JSONNumber($0)) })
        add("code", details.code.map(JSONValue.string))
        add("requestID", details.requestID.map(JSONValue.string))
        add("retryAfter", details.retryAfter.map(number))
        add("retryable", .bool(details.isRetryable))
        add(
            "hint",
            failure.hints.isEmpty ? nil : .string(URLText.withoutUserInfo(failure.hints.joined(separator: "\n"))))
        add("partial", details.partial.map(JSONValue.string))
        return members
    }

    /// The one value that `--json` prints for a failure.
    static func document(of failure: CLIError) -> JSONValue {
        .object(JSONObject([.init(key: "error", value: .object(JSONObject(members(of: failure))))]))
    }

    /// A number without a fraction where it has none.
    private static func number(_ value: Double) -> JSONValue {
        if let whole = Int(exactly: value) { return .number(JSONNumber(whole)) }
        return JSONNumber(value).map(JSONValue.number) ?? .null
    }
}
