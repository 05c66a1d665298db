import LMJSON

/// Cassettes of vcrpy, the recorder for Python, in either of its serializations.
///
/// Of YAML only what vcrpy writes is read: see ``SimpleYAML``. A body is kept as it stands in the file; vcrpy does not
/// record chunks and times, and joins a stream to one body.
public enum VCRFormat {
    /// Reads a cassette of vcrpy.
    ///
    /// - Throws: ``ImportError`` where the bytes are none, with the interaction or the line that is wrong.
    public static func cassette(from bytes: [UInt8], redaction: Redaction = .standard) throws(ImportError) -> Cassette {
        let root = try parse(bytes)
        guard let entries = root["interactions"]?.arrayValue else {
            throw ImportError("a cassette of vcrpy", "there are no interactions.")
        }
        var interactions: [Interaction] = []
        for (index, entry) in entries.enumerated() {
            guard let interaction = interaction(entry) else {
                throw ImportError("a cassette of vcrpy", "interaction \(index + 1) has no method, uri or status.")
            }
            interactions.append(interaction)
        }
        return ImportedExchange.cassette(interactions, recorder: "vcrpy", recorded: nil, redaction: redaction)
    }

    private static func parse(_ bytes: [UInt8]) throws(ImportError) -> JSONValue {
        if bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") {
            do throws(JSONError) {
                return try JSONValue(parsing: bytes)
            } catch { throw ImportError("a cassette of vcrpy", "\(error).") }
        }
        do throws(SimpleYAML.Problem) {
            return try SimpleYAML.parse(bytes)
        } catch {
            throw ImportError(
                "a cassette of vcrpy",
                "line \(error.line): \(error.reason). vcrpy writes JSON with serializer=\"json\", which can be read.")
        }
    }

    private static func interaction(_ entry: JSONValue) -> Interaction? {
        guard let method = entry["request"]?["method"]?.stringValue, let url = entry["request"]?["uri"]?.stringValue,
            let status = entry["response"]?["status"]?["code"]?.intValue
        else { return nil }
        return Interaction(
            number: 1,
            request: RecordedRequest(
                method: method, url: url,
                headers: ImportedExchange.headers(pairs(entry["request"]), RequestHeaderAllowList.self),
                body: body(entry["request"]?["body"])),
            response: RecordedResponse(
                status: status,
                headers: ImportedExchange.headers(pairs(entry["response"]), ResponseHeaderAllowList.self),
                body: body(entry["response"]?["body"])))
    }

    /// A body is a text, or an object that has it as `string` or as `base64_string`.
    private static func body(_ value: JSONValue?) -> [UInt8] {
        switch value {
        case .string(let text)?: Array(text.utf8)
        case .object(let object)?:
            if let base64 = (object["base64_string"] ?? object["!!binary"])?.stringValue {
                Base64.decode(base64.utf8.filter { $0 > 0x20 }) ?? []
            } else {
                body(object["string"])
            }
        default: []
        }
    }

    private static func pairs(_ message: JSONValue?) -> [(String, String)] {
        (message?["headers"]?.objectValue ?? JSONObject()).flatMap { member -> [(String, String)] in
            let values = member.value.arrayValue ?? [member.value]
            return values.compactMap { $0.stringValue.map { (member.key, $0) } }
        }
    }
}
