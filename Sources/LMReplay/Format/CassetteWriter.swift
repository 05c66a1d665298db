import LMJSON
import LMTransport

/// Writes the text of a cassette: one line a fact, keys in one order for each kind, a line feed behind each line.
///
/// The same values always give the same bytes.
public struct CassetteWriter: Sendable {
    let limits: CassetteLimits

    /// Makes a writer.
    public init() { self.init(limits: .standard) }

    init(limits: CassetteLimits) { self.limits = limits }

    /// The text of a cassette.
    public func text(header: CassetteHeader, interactions: [Interaction]) -> [UInt8] {
        var output: [UInt8] = []
        append(header, to: &output)
        for interaction in interactions { append(interaction, to: &output) }
        return output
    }

    func append(_ header: CassetteHeader, to output: inout [UInt8]) {
        var line = Line("cassette", header.version)
        line.add("recorder", header.recorder)
        line.add("recorded", header.recorded)
        line.add("redaction", header.redaction)
        line.add("scan", header.scan)
        line.end(in: &output)
    }

    func append(_ interaction: Interaction, to output: inout [UInt8]) {
        let number = interaction.number
        append(interaction.request, number: number, to: &output)
        if let response = interaction.response { append(response, number: number, to: &output) }
        guard let ending = interaction.ending else { return }
        var line = Line("end", number)
        line.add("how", ending.how.rawValue)
        line.add("error", ending.failureName)
        line.add("bytes", interaction.response?.body.count ?? 0)
        line.end(in: &output)
    }

    private func append(_ request: RecordedRequest, number: Int, to output: inout [UInt8]) {
        var line = Line("request", number)
        line.add("method", request.method)
        line.add("url", request.url)
        line.add("headers", request.headers.fields)
        line.end(in: &output)
        for part in RequestBodyText.parts(of: request.body, limits: limits) {
            var line = Line("body", number)
            switch part {
            case .member(let path, let json):
                line.add("at", path)
                line.add("json", json: request.body[json])
            case .bytes(let range): line.add(bytes: request.body[range])
            }
            line.end(in: &output)
        }
    }

    private func append(_ response: RecordedResponse, number: Int, to output: inout [UInt8]) {
        var line = Line("response", number)
        line.add("status", response.status)
        line.add("headers", response.headers.fields)
        line.end(in: &output)
        let parts = ResponseBodyText.parts(
            of: response.body, isEventStream: response.isEventStream, limits: limits)
        for part in parts {
            var line: Line
            switch part {
            case .event(let json, let name):
                line = Line("event", number)
                switch name {
                case .type: break
                case .absent: line.addNull("name")
                case .text(let text): line.add("name", text)
                }
                line.add("json", json: response.body[json])
            case .eventBytes(let range):
                line = Line("event", number)
                line.add(bytes: response.body[range])
            case .contentJSON(let json):
                line = Line("content", number)
                line.add("json", json: response.body[json])
            case .contentBytes(let range):
                line = Line("content", number)
                line.add(bytes: response.body[range])
            }
            line.end(in: &output)
        }
        appendCuts(response.cuts, number: number, to: &output)
    }

    private func appendCuts(_ cuts: [Cut], number: Int, to output: inout [UInt8]) {
        // A pair is at most forty bytes long, so so many of them fit a line.
        let limit = max(limits.lineBytes / 48, 1)
        for start in stride(from: 0, to: cuts.count, by: limit) {
            var line = Line("wire", number)
            line.add("cuts", cuts[start..<min(start + limit, cuts.count)])
            line.end(in: &output)
        }
    }
}

/// A line while it is put together.
private struct Line {
    private var bytes: [UInt8] = []

    init(_ kind: StaticString, _ number: Int) {
        JSONText.append("{\"", to: &bytes)
        JSONText.append(kind, to: &bytes)
        JSONText.append("\":", to: &bytes)
        JSONText.append(number, to: &bytes)
    }

    mutating func add(_ key: StaticString, _ text: String?) {
        guard let text else { return }
        addKey(key)
        JSONText.append(string: text, to: &bytes)
    }

    mutating func add(_ key: StaticString, _ number: Int) {
        addKey(key)
        JSONText.append(number, to: &bytes)
    }

    mutating func add(_ key: StaticString, json: ArraySlice<UInt8>) {
        addKey(key)
        bytes.append(contentsOf: json)
    }

    mutating func addNull(_ key: StaticString) {
        addKey(key)
        JSONText.append("null", to: &bytes)
    }

    mutating func add(_ key: StaticString, _ fields: HTTPFields) {
        addKey(key)
        bytes.append(UInt8(ascii: "{"))
        for (index, field) in fields.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            JSONText.append(string: field.name.canonicalName, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            JSONText.append(string: field.value, to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    mutating func add(_ key: StaticString, _ cuts: ArraySlice<Cut>) {
        addKey(key)
        bytes.append(UInt8(ascii: "["))
        for (index, cut) in cuts.enumerated() {
            JSONText.append(index > 0 ? ",[" : "[", to: &bytes)
            JSONText.append(cut.byteCount, to: &bytes)
            bytes.append(UInt8(ascii: ","))
            JSONText.append(cut.milliseconds, to: &bytes)
            bytes.append(UInt8(ascii: "]"))
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Adds bytes as text, or as base64 where they are no text.
    mutating func add(bytes content: ArraySlice<UInt8>) {
        if content.withUnsafeBufferPointer({ UTF8Check.firstInvalid(in: $0) }) == nil {
            addKey("raw")
            JSONText.append(string: content, to: &bytes)
        } else {
            addKey("base64")
            bytes.append(UInt8(ascii: "\""))
            Base64.append(content, to: &bytes)
            bytes.append(UInt8(ascii: "\""))
        }
    }

    mutating func end(in output: inout [UInt8]) {
        output.append(contentsOf: bytes)
        JSONText.append("}\n", to: &output)
    }

    private mutating func addKey(_ key: StaticString) {
        JSONText.append(",\"", to: &bytes)
        JSONText.append(key, to: &bytes)
        JSONText.append("\":", to: &bytes)
    }
}
