import LMJSON
import LMTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A cassette as a folder of plain files, for editing with any tool.
///
/// ```
/// cassette.json          the first line
/// 001/request.json       method, address, header fields
/// 001/request.body       the body's bytes
/// 001/response.json      status, header fields, chunks, ending
/// 001/response.body      the body's bytes, as curl would save them
/// ```
public enum FolderFormat {
    /// Writes a cassette into a folder, which is made and must be empty if it is there.
    ///
    /// - Throws: ``CassetteError`` where a file cannot be written, or the folder has files.
    public static func unpack(_ cassette: Cassette, to path: String) throws(CassetteError) {
        let files = FileManager.default
        if let names = try? files.contentsOfDirectory(atPath: path), !names.isEmpty {
            throw CassetteError(.unwritable, "The folder is not empty.", remedy: "Choose another.", path: path)
        }
        try write(headerValue(cassette.header).bytes(.pretty), to: "\(path)/cassette.json")
        for interaction in cassette.interactions {
            let folder = "\(path)/\(folderName(interaction.number))"
            try write(requestValue(interaction.request).bytes(.pretty), to: "\(folder)/request.json")
            if !interaction.request.body.isEmpty { try write(interaction.request.body, to: "\(folder)/request.body") }
            try write(responseValue(interaction).bytes(.pretty), to: "\(folder)/response.json")
            if let body = interaction.response?.body, !body.isEmpty {
                try write(body, to: "\(folder)/response.body")
            }
        }
    }

    /// Makes a cassette of such a folder. Cuts that no longer fit a body are left out.
    ///
    /// - Throws: ``CassetteError`` with the file that is missing or wrong.
    public static func pack(_ path: String) throws(CassetteError) -> Cassette {
        let header = try value(at: "\(path)/cassette.json")
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path)
        } catch { throw CassetteError(.missing, "The folder cannot be read.", path: path) }
        var interactions: [Interaction] = []
        for name in names.filter({ Int($0) != nil }).sorted(by: { Int($0) ?? 0 < Int($1) ?? 0 }) {
            interactions.append(try interaction(in: "\(path)/\(name)", number: interactions.count + 1))
        }
        return Cassette(
            header: CassetteHeader(
                recorder: header["recorder"]?.stringValue, recorded: header["recorded"]?.stringValue,
                redaction: header["redaction"]?.stringValue, scan: header["scan"]?.stringValue,
                variables: header["variables"]?.objectValue ?? JSONObject()),
            interactions: interactions)
    }

    // MARK: - Values

    private static func headerValue(_ header: CassetteHeader) -> JSONValue {
        object([
            ("recorder", header.recorder.map(JSONValue.string)), ("recorded", header.recorded.map(JSONValue.string)),
            ("redaction", header.redaction.map(JSONValue.string)), ("scan", header.scan.map(JSONValue.string)),
            ("variables", header.variables.isEmpty ? .none : .object(header.variables)),
        ])
    }

    private static func requestValue(_ request: RecordedRequest) -> JSONValue {
        ["method": .string(request.method), "url": .string(request.url), "headers": headers(request.headers.fields)]
    }

    private static func responseValue(_ interaction: Interaction) -> JSONValue {
        let response = interaction.response
        let cuts = (response?.cuts ?? []).map { cut in
            JSONValue.array([.number(JSONNumber(cut.byteCount)), .number(JSONNumber(cut.milliseconds))])
        }
        return object([
            ("status", response.map { .number(JSONNumber($0.status)) }),
            ("headers", response.map { headers($0.headers.fields) }),
            ("cuts", cuts.isEmpty ? .none : .array(cuts)), ("how", interaction.ending.map { .string($0.how.rawValue) }),
            ("error", interaction.ending?.failureName.map(JSONValue.string)),
        ])
    }

    private static func headers(_ fields: HTTPFields) -> JSONValue {
        object(fields.map { ($0.name.canonicalName, .string($0.value)) })
    }

    private static func object(_ members: [(String, JSONValue?)]) -> JSONValue {
        .object(JSONObject(members.compactMap { key, value in value.map { .init(key: key, value: $0) } }))
    }

    // MARK: - Files

    private static func folderName(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(3 - digits.count, 0)) + digits
    }

    private static func interaction(in folder: String, number: Int) throws(CassetteError) -> Interaction {
        let request = try value(at: "\(folder)/request.json")
        guard let method = request["method"]?.stringValue, let url = request["url"]?.stringValue else {
            throw CassetteError(.damaged, "There is no method or url.", path: "\(folder)/request.json")
        }
        let head = try value(at: "\(folder)/response.json")
        let ending = head["how"]?.stringValue.flatMap { Ending(how: $0, failureName: head["error"]?.stringValue) }
        var response: RecordedResponse?
        if let status = head["status"]?.intValue {
            let body = try optionalFile("\(folder)/response.body")
            var cuts = (head["cuts"]?.arrayValue ?? []).compactMap { pair in
                pair[0]?.intValue.flatMap { count in pair[1]?.intValue.map { Cut(byteCount: count, milliseconds: $0) } }
            }
            if !cuts.fit(body.count) { cuts = [] }
            response = RecordedResponse(
                status: status, headers: ImportedExchange.headers(pairs(head), ResponseHeaderAllowList.self),
                body: body,
                cuts: cuts)
        }
        return Interaction(
            number: number,
            request: RecordedRequest(
                method: method, url: url,
                headers: ImportedExchange.headers(pairs(request), RequestHeaderAllowList.self),
                body: try optionalFile("\(folder)/request.body")),
            response: response, ending: ending)
    }

    private static func pairs(_ value: JSONValue) -> [(String, String)] {
        (value["headers"]?.objectValue ?? JSONObject()).compactMap { member in
            member.value.stringValue.map { (member.key, $0) }
        }
    }

    private static func value(at path: String) throws(CassetteError) -> JSONValue {
        let bytes = try CassetteFile.read(path, limit: CassetteLimits.standard.lineBytes)
        do throws(JSONError) {
            return try JSONValue(parsing: bytes)
        } catch { throw CassetteError(.damaged, "This is not JSON: \(error).", path: path) }
    }

    private static func optionalFile(_ path: String) throws(CassetteError) -> [UInt8] {
        do throws(CassetteError) {
            return try CassetteFile.read(path, limit: CassetteLimits.standard.fileBytes)
        } catch {
            guard error.kind == .missing else { throw error }
            return []
        }
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(CassetteError) {
        do {
            let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? "."
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(bytes).write(to: URL(filePath: path))
        } catch { throw CassetteError(.unwritable, "The file cannot be written.", path: path) }
    }
}
