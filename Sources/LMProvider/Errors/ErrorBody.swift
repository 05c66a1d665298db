import LMJSON

/// What a server says of an error, in whichever of the known shapes it says it.
///
/// The shapes: xAI's `{code, error}` with a string, OpenAI's `{error: {message, type, code}}`, both of them flat and
/// nested in a stream's `error` event, `{message}`, `{detail}`, a bare string, a list of one of these, and any of
/// these encoded once more as a string by a gateway.
public struct ErrorBody: Sendable, Hashable {
    /// The server's code: prose, kebab case, snake case or a number, as servers differ.
    public var code: String?
    /// The server's type of error.
    public var type: String?
    /// The server's words.
    public var message: String?

    /// The HTTP status that an error without one of its own names, as gateways do.
    public var status: Int?

    /// The server's identifier of the request, which Anthropic says in the body too.
    var requestID: String?
    /// The words that Google's `details` tell errors apart by, in lower case: their types, reasons and quotas.
    var details: [String] = []
    /// How long the server asks to wait, where the body says it: Google sends no `Retry-After`.
    var retryDelay: Duration?

    /// Makes a value.
    public init(code: String? = nil, type: String? = nil, message: String? = nil, status: Int? = nil) {
        self.status = status
        self.code = code
        self.type = type
        self.message = message
    }

    /// Reads a body that is JSON; `nil` where it is none or says nothing of an error.
    public init?(bytes: [UInt8]) {
        guard let value = try? JSONValue(parsing: bytes) else { return nil }
        self.init(value)
        if code == nil, message == nil, type == nil { return nil }
    }

    /// Reads what a server sent in place of an answer.
    public init(_ value: JSONValue) {
        self.init(value, depth: 0)
        // xAI marks why a team is blocked at the end of the message; the mark is the better code.
        if let mark = message.flatMap(Self.mark) {
            code = mark.slug
            message = mark.message
        }
    }

    /// Gateways wrap errors in errors; deeper than this nobody does.
    private static let depthLimit = 4

    private init(_ value: JSONValue, depth: Int) {
        self.init()
        guard depth < Self.depthLimit else { return }
        switch value {
        case .string(let text): self = Self.text(text, depth: depth)
        case .array(let elements): if let first = elements.first { self.init(first, depth: depth + 1) }
        case .object:
            if let error = value["error"], !error.isNull, error.boolValue == nil { self.init(error, depth: depth + 1) }
            code = code ?? Self.word(value["code"])
            requestID = requestID ?? value["request_id"]?.stringValue
            type = type ?? (value["type"] ?? value["status"])?.stringValue.flatMap { $0 == "error" ? nil : $0 }
            status = status ?? Self.status(of: value)
            message = message ?? Self.message(of: value)
            takeDetails(value)
            takeInner(value, depth: depth)
        case .null, .bool, .number: break
        }
    }

    private static func text(_ text: String, depth: Int) -> ErrorBody {
        if text.utf8.first == UInt8(ascii: "{"), let inner = try? JSONValue(parsing: text) {
            let body = ErrorBody(inner, depth: depth + 1)
            if body.message != nil { return body }
        }
        return ErrorBody(message: text.isEmpty ? nil : text)
    }

    /// Takes in the body of the server behind a gateway, which stands in the message or beside it.
    private mutating func takeInner(_ value: JSONValue, depth: Int) {
        if let text = message, let start = text.firstIndex(of: "{"),
            let inner = try? JSONValue(parsing: String(text[start...]))
        {
            let body = ErrorBody(inner, depth: depth + 1)
            guard let words = body.message else { return }
            (code, type, message) = (body.code ?? code, body.type ?? type, words)
            status = body.status ?? status
            details += body.details
            retryDelay = body.retryDelay ?? retryDelay
        } else if let raw = value["metadata"]?["raw"] {
            guard let words = ErrorBody(raw, depth: depth + 1).message, words != message else { return }
            message = message.map { "\($0): \(words)" } ?? words
        }
    }

    private mutating func takeDetails(_ value: JSONValue) {
        for detail in value["details"]?.arrayValue ?? [] {
            let quotas = (detail["violations"]?.arrayValue ?? []).map { $0["quotaId"] }
            let type = detail["@type"]?.stringValue.map { String($0.split(separator: ".").last ?? "") }
            for word in [type, detail["reason"]?.stringValue] + quotas.map({ $0?.stringValue }) {
                if let word { details.append(word.lowercased()) }
            }
            if let text = detail["retryDelay"]?.stringValue, text.hasSuffix("s"),
                let wait = RetryAfter(seconds: text.dropLast())
            {
                retryDelay = wait.duration
            }
        }
    }

    private static func status(of value: JSONValue) -> Int? {
        for key in ["status_code", "status", "code"] {
            if let status = value[key]?.intValue ?? value[key]?.stringValue.flatMap({ Int($0) }),
                (400...599).contains(status)
            {
                return status
            }
        }
        return nil
    }

    private static func message(of value: JSONValue) -> String? {
        // Mistral puts what is wrong with each field into the message.
        if let inner = value["message"], inner.objectValue != nil { return message(of: inner) }
        for key in ["message", "detail", "error_description", "title"] {
            if let text = value[key]?.stringValue, !text.isEmpty { return text }
            // FastAPI lists what is wrong with each field.
            if let text = value[key]?[0]?["msg"]?.stringValue { return text }
        }
        return nil
    }

    private static func word(_ value: JSONValue?) -> String? {
        switch value {
        case .string(let text): text.isEmpty ? nil : text
        case .number(let number): number.description
        default: nil
        }
    }

    private static func mark(_ message: String) -> (message: String, slug: String)? {
        guard let open = message.utf8.firstRange(of: "[WKE=".utf8),
            let close = message[open.upperBound...].firstIndex(of: "]")
        else {
            return nil
        }
        let rest = message[..<open.lowerBound] + message[message.index(after: close)...]
        return (String(rest.trimmingSpaces), String(message[open.upperBound..<close]))
    }
}

extension StringProtocol {
    /// The text without the white space around it.
    var trimmingSpaces: SubSequence {
        guard let start = firstIndex(where: { !$0.isWhitespace }), let end = lastIndex(where: { !$0.isWhitespace })
        else { return self[startIndex..<startIndex] }
        return self[start...end]
    }
}
