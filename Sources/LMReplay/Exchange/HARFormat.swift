import LMJSON
import LMTransport

/// HTTP Archive 1.2, which browsers and proxies write.
///
/// It has no place for chunks and endings, so those are in members of their own, `_cuts` and `_how`, which other readers
/// skip; so is a request's body that is no text, `_base64`.
public enum HARFormat {
    /// Writes a cassette as an archive.
    public static func export(_ cassette: Cassette) -> [UInt8] {
        let started = cassette.header.recorded ?? "1970-01-01T00:00:00Z"
        let log: JSONValue = [
            "version": "1.2",
            "creator": ["name": .string(cassette.header.recorder ?? "swift-lm"), "version": "1"],
            "entries": .array(cassette.interactions.map { entry($0, started: started) }),
        ]
        return JSONValue.object(JSONObject([.init(key: "log", value: log)])).bytes(.pretty) + [0x0A]
    }

    /// Reads an archive. Fields that may not be recorded are left out, and the policy is applied.
    ///
    /// - Throws: ``ImportError`` where the bytes are no archive, with the entry that is wrong.
    public static func cassette(from bytes: [UInt8], redaction: Redaction = .standard) throws(ImportError) -> Cassette {
        let root: JSONValue
        do throws(JSONError) {
            root = try JSONValue(parsing: bytes)
        } catch { throw ImportError("HAR", "\(error).") }
        guard let entries = root["log"]?["entries"]?.arrayValue else {
            throw ImportError("HAR", "there is no log with entries.")
        }
        var interactions: [Interaction] = []
        for (index, entry) in entries.enumerated() {
            guard let interaction = interaction(entry) else {
                throw ImportError("HAR", "entry \(index + 1) has no method, address or status.")
            }
            interactions.append(interaction)
        }
        return ImportedExchange.cassette(
            interactions, recorder: "HAR of \(root["log"]?["creator"]?["name"]?.stringValue ?? "unknown")",
            recorded: entries.first?["startedDateTime"]?.stringValue, redaction: redaction)
    }

    // MARK: - Writing

    private static func entry(_ interaction: Interaction, started: String) -> JSONValue {
        let cuts = interaction.response?.cuts ?? []
        let wait = cuts.first?.milliseconds ?? 0
        let receive = cuts.dropFirst().milliseconds
        var members: [JSONObject.Member] = [
            .init(key: "startedDateTime", value: .string(started)),
            .init(key: "time", value: number(cuts.milliseconds)),
            .init(key: "request", value: request(interaction.request)),
            .init(key: "response", value: response(interaction.response)), .init(key: "cache", value: [:]),
            .init(key: "timings", value: ["send": 0, "wait": number(wait), "receive": number(receive)]),
        ]
        if !cuts.isEmpty {
            let pairs = cuts.map { JSONValue.array([number($0.byteCount), number($0.milliseconds)]) }
            members.append(.init(key: "_cuts", value: .array(pairs)))
        }
        if let ending = interaction.ending, !ending.isWhole {
            members.append(.init(key: "_how", value: .string(ending.how.rawValue)))
            if let failure = ending.failureName { members.append(.init(key: "_error", value: .string(failure))) }
        }
        return .object(JSONObject(members))
    }

    private static func request(_ request: RecordedRequest) -> JSONValue {
        let query = (RecordedURL.parts(of: request.url).query ?? "").split(separator: "&").map { pair -> JSONValue in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? RecordedURL.percentDecoded(parts[1]) : ""
            return ["name": .string(RecordedURL.percentDecoded(parts[0])), "value": .string(value)]
        }
        var members: [JSONObject.Member] = [
            .init(key: "method", value: .string(request.method)), .init(key: "url", value: .string(request.url)),
            .init(key: "httpVersion", value: "HTTP/1.1"), .init(key: "cookies", value: []),
            .init(key: "headers", value: headers(request.headers.fields)),
            .init(key: "queryString", value: .array(query)),
            .init(key: "headersSize", value: -1), .init(key: "bodySize", value: number(request.body.count)),
        ]
        if !request.body.isEmpty {
            let (text, base64) = text(request.body)
            var post: [JSONObject.Member] = [
                .init(key: "mimeType", value: .string(request.headers[.contentType] ?? "")),
                .init(key: "text", value: .string(base64 ? "" : text)),
            ]
            if base64 { post.append(.init(key: "_base64", value: .string(text))) }
            members.append(.init(key: "postData", value: .object(JSONObject(post))))
        }
        return .object(JSONObject(members))
    }

    private static func response(_ response: RecordedResponse?) -> JSONValue {
        let (text, base64) = text(response?.body ?? [])
        var content: [JSONObject.Member] = [
            .init(key: "size", value: number(response?.body.count ?? 0)),
            .init(key: "mimeType", value: .string(response?.headers[.contentType] ?? "")),
            .init(key: "text", value: .string(text)),
        ]
        if base64 { content.append(.init(key: "encoding", value: "base64")) }
        return [
            // Browsers write 0 for an answer that never came.
            "status": number(response?.status ?? 0), "statusText": "", "httpVersion": "HTTP/1.1", "cookies": [],
            "headers": headers(response?.headers.fields ?? [:]), "content": .object(JSONObject(content)),
            "redirectURL": "", "headersSize": -1, "bodySize": number(response?.body.count ?? 0),
        ]
    }

    private static func headers(_ fields: HTTPFields) -> JSONValue {
        .array(fields.map { ["name": .string($0.name.canonicalName), "value": .string($0.value)] })
    }

    private static func text(_ bytes: [UInt8]) -> (String, isBase64: Bool) {
        if let text = String(validating: bytes, as: UTF8.self) { return (text, false) }
        var base64: [UInt8] = []
        Base64.append(bytes, to: &base64)
        return (String(decoding: base64, as: UTF8.self), true)
    }

    private static func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }

    // MARK: - Reading

    private static func interaction(_ entry: JSONValue) -> Interaction? {
        guard let method = entry["request"]?["method"]?.stringValue, let url = entry["request"]?["url"]?.stringValue,
            let status = entry["response"]?["status"]?.intValue
        else { return nil }
        let post = entry["request"]?["postData"]
        let body = post?["_base64"]?.stringValue.flatMap { Base64.decode($0.utf8) }
        let request = RecordedRequest(
            method: method, url: url,
            headers: ImportedExchange.headers(pairs(entry["request"]), RequestHeaderAllowList.self),
            body: body ?? Array((post?["text"]?.stringValue ?? "").utf8))
        let content = entry["response"]?["content"]
        let text = content?["text"]?.stringValue ?? ""
        let isBase64 = content?["encoding"]?.stringValue == "base64"
        var response = RecordedResponse(
            status: status, headers: ImportedExchange.headers(pairs(entry["response"]), ResponseHeaderAllowList.self),
            body: isBase64 ? Base64.decode(text.utf8) ?? Array(text.utf8) : Array(text.utf8))
        let cuts = (entry["_cuts"]?.arrayValue ?? []).compactMap { pair in
            pair[0]?.intValue.flatMap { count in pair[1]?.intValue.map { Cut(byteCount: count, milliseconds: $0) } }
        }
        if cuts.fit(response.body.count) { response.cuts = cuts }
        let ending = Ending(how: entry["_how"]?.stringValue ?? "eof", failureName: entry["_error"]?.stringValue)
        return Interaction(
            number: 1, request: request, response: status == 0 ? nil : response,
            ending: status == 0 ? ending ?? Ending(.reset, failure: .other) : ending ?? Ending(.eof))
    }

    private static func pairs(_ message: JSONValue?) -> [(String, String)] {
        (message?["headers"]?.arrayValue ?? []).compactMap { field in
            field["name"]?.stringValue.flatMap { name in field["value"]?.stringValue.map { (name, $0) } }
        }
    }
}
