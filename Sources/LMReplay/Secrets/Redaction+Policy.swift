import LMJSON
import LMTransport

/// Why a text is no redaction policy.
public struct RedactionPolicyError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The rule, from 1; `nil` where it is not about one.
    public var rule: Int?
    /// What is wrong.
    public var reason: String

    /// The rule and what is wrong.
    public var description: String {
        rule.map { "Rule \($0) of the redaction policy: \(reason)" } ?? "The redaction policy: \(reason)"
    }
}

extension Redaction {
    /// Reads a policy that adds rules to the default ones:
    ///
    /// ```json
    /// {"name": "team-1", "keepUserAgent": false, "rules": [
    ///   {"json": "**/user"},
    ///   {"json": "input/*/id", "pseudonym": "id"},
    ///   {"header": "idempotency-key", "pseudonym": "key"},
    ///   {"query": "team", "replace": "TEAM"},
    ///   {"pattern": "[a-z]+@[a-z.]+", "pseudonym": "mail"}
    /// ]}
    /// ```
    ///
    /// A rule has one of `json`, `header`, `query` and `pattern`, and at most one of `pseudonym` and `replace`.
    ///
    /// - Throws: ``RedactionPolicyError`` with the rule that is wrong. Nothing is skipped in silence.
    public init(policy bytes: [UInt8]) throws(RedactionPolicyError) {
        let root: JSONValue
        do throws(JSONError) {
            root = try JSONValue(parsing: bytes)
        } catch { throw RedactionPolicyError(reason: "\(error).") }
        guard let members = root.objectValue else { throw RedactionPolicyError(reason: "it has to be a JSON object.") }
        for member in members where !["name", "rules", "keepUserAgent"].contains(member.key) {
            throw RedactionPolicyError(reason: "there is no member \"\(member.key)\".")
        }
        guard let name = root["name"]?.stringValue, !name.isEmpty else {
            throw RedactionPolicyError(reason: "\"name\" is missing.")
        }
        var rules: [Rule] = []
        for (index, value) in (root["rules"]?.arrayValue ?? []).enumerated() {
            rules.append(try Self.rule(value, number: index + 1))
        }
        self.init(adding: rules, name: name, keepsUserAgent: root["keepUserAgent"]?.boolValue ?? false)
    }

    private static func rule(_ value: JSONValue, number: Int) throws(RedactionPolicyError) -> Rule {
        var places: [Place] = []
        var actions: [Action] = []
        for member in value.objectValue ?? JSONObject() {
            guard let text = member.value.stringValue, !text.isEmpty else {
                throw RedactionPolicyError(rule: number, reason: "\"\(member.key)\" has to be a text.")
            }
            switch member.key {
            case "json": places.append(.json(JSONPathPattern(text)))
            case "query": places.append(.query(text))
            case "header":
                guard let name = HTTPFieldName(text) else {
                    throw RedactionPolicyError(rule: number, reason: "\"\(text)\" is no name of a header field.")
                }
                places.append(.header(name))
            case "pattern":
                guard let pattern = try? RedactionPattern(text) else {
                    throw RedactionPolicyError(rule: number, reason: "\"\(text)\" is no regular expression.")
                }
                places.append(.pattern(pattern))
            case "replace": actions.append(.replace(text))
            case "pseudonym": actions.append(.pseudonym(text))
            default: throw RedactionPolicyError(rule: number, reason: "there is no member \"\(member.key)\".")
            }
        }
        guard places.count == 1, actions.count <= 1 else {
            throw RedactionPolicyError(
                rule: number,
                reason: "it needs one of json, header, query and pattern, and at most one of pseudonym and replace.")
        }
        return Rule(places[0], actions.first ?? .replace(mark))
    }
}
