import LMJSON
import LMTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A request as a person reads it, without secrets.
enum RequestDescription {
    /// The longest text inside the body that is shown in full.
    static let textLimit = 4000

    /// The lines: method and address, header fields, and the body as indented JSON.
    static func text(of request: HTTPRequest, keySource: String?) -> String {
        var lines = ["\(request.method) \(URLText.withoutUserInfo(request.url.absoluteString))"]
        lines += request.headers.map { "\($0.name): \($0.value)" }
        if let field = request.credential?.field.name {
            lines.append("\(field): (\(keySource.map { "key from \($0)" } ?? "key"), removed)")
        }
        lines.append("")
        if let body = try? JSONValue(parsing: request.body) {
            lines.append(shortened(body).text(.pretty))
        } else if !request.body.isEmpty {
            lines.append("(\(ByteCount.readable(request.body.count)))")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The same as JSON, with the body as it would be sent.
    static func json(of request: HTTPRequest) -> JSONValue {
        var headers = JSONObject()
        for field in request.headers { headers[field.name.canonicalName] = .string(field.value) }
        var object = JSONObject()
        object["method"] = .string(request.method)
        object["url"] = .string(URLText.withoutUserInfo(request.url.absoluteString))
        object["headers"] = .object(headers)
        object["body"] = (try? JSONValue(parsing: request.body)) ?? .null
        return .object(JSONObject([.init(key: "request", value: .object(object))]))
    }

    /// Images are long, and nobody reads them.
    private static func shortened(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text) where text.hasPrefix("data:") && text.utf8.count > 80:
            .string("\(text.prefix(48))… (\(ByteCount.readable(text.utf8.count)))")
        case .string(let text) where text.utf8.count > textLimit:
            .string("\(text.prefix(textLimit))… (\(ByteCount.readable(text.utf8.count)))")
        case .array(let elements): .array(elements.map(shortened))
        case .object(let object): .object(JSONObject(object.map { .init(key: $0.key, value: shortened($0.value)) }))
        default: value
        }
    }
}
