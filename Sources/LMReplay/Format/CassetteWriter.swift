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
        appendLine(to: &output) { line in
            line.member("cassette", header.version)
            line.optional("recorder", header.recorder)
            line.optional("recorded", header.recorded)
            line.optional("redaction", header.redaction)
            line.optional("scan", header.scan)
            line.optional("upstream", header.upstream)
            if !header.environment.isEmpty {
                line.member("environment", .array(header.environment.map(JSONValue.string)))
            }
            if !header.variables.isEmpty { line.member("variables", .object(header.variables)) }
        }
    }

    /// Adds an interaction, and checks what it wrote by reading it: where the readable form does not give the same
    /// interaction back, its bytes are written as they are.
    func append(_ interaction: Interaction, to output: inout [UInt8]) {
        for isPlain in [false, true] {
            var text: [UInt8] = []
            append(interaction, isPlain: isPlain, to: &text)
            guard isPlain || givesBack(interaction, text) else { continue }
            output += text
            return
        }
    }

    /// Whether lines read as the interaction that they were written for.
    func givesBack(_ interaction: Interaction, _ text: [UInt8]) -> Bool {
        var file: [UInt8] = []
        append(CassetteHeader(), to: &file)
        file += text
        guard let read = try? CassetteReader(limits: limits).read(file).interactions, read.count == 1 else {
            return false
        }
        return read[0].hasContents(of: interaction)
    }

    private func append(_ interaction: Interaction, isPlain: Bool, to output: inout [UInt8]) {
        let limits = isPlain ? self.limits.withoutSplicing : self.limits
        append(interaction.request, number: interaction.number, limits, to: &output)
        if let response = interaction.response { append(response, number: interaction.number, limits, to: &output) }
        guard let ending = interaction.ending else { return }
        appendLine(to: &output) { line in
            line.member("end", interaction.number)
            line.member("how", ending.how.rawValue)
            line.optional("error", ending.failureName)
            line.member("bytes", interaction.response?.body.count ?? 0)
        }
    }

    private func append(_ request: RecordedRequest, number: Int, _ limits: CassetteLimits, to output: inout [UInt8]) {
        appendLine(to: &output) { line in
            line.member("request", number)
            line.member("method", request.method)
            line.member("url", request.url)
            line.fields("headers", request.headers.fields)
        }
        for part in RequestBodyText.parts(of: request.body, limits: limits) {
            appendLine(to: &output) { line in
                line.member("body", number)
                switch part {
                case .member(let path, let json):
                    line.member("at", path)
                    line.member("json", raw: request.body[json])
                case .bytes(let range): line.bytes(request.body[range])
                }
            }
        }
    }

    private func append(_ response: RecordedResponse, number: Int, _ limits: CassetteLimits, to output: inout [UInt8]) {
        appendLine(to: &output) { line in
            line.member("response", number)
            line.member("status", response.status)
            line.fields("headers", response.headers.fields)
        }
        let parts = ResponseBodyText.parts(of: response.body, isEventStream: response.isEventStream, limits: limits)
        for part in parts {
            appendLine(to: &output) { line in
                switch part {
                case .event(let json, let name):
                    line.member("event", number)
                    switch name {
                    case .type: break
                    case .absent: line.member("name", .null)
                    case .text(let text): line.member("name", text)
                    }
                    line.member("json", raw: response.body[json])
                case .eventBytes(let range):
                    line.member("event", number)
                    line.bytes(response.body[range])
                case .contentJSON(let json):
                    line.member("content", number)
                    line.member("json", raw: response.body[json])
                case .contentBytes(let range):
                    line.member("content", number)
                    line.bytes(response.body[range])
                }
            }
        }
        appendCuts(response.cuts, number: number, to: &output)
    }

    private func appendCuts(_ cuts: [Cut], number: Int, to output: inout [UInt8]) {
        // A pair is at most forty bytes long, so so many of them fit a line.
        let limit = max(limits.lineBytes / 48, 1)
        for start in stride(from: 0, to: cuts.count, by: limit) {
            appendLine(to: &output) { line in
                line.member("wire", number)
                line.array("cuts") { array in
                    for cut in cuts[start..<min(start + limit, cuts.count)] {
                        array.array { pair in
                            pair.element(cut.byteCount)
                            pair.element(cut.milliseconds)
                        }
                    }
                }
            }
        }
    }

    private func appendLine(to output: inout [UInt8], _ body: (inout JSONObjectWriter) -> Void) {
        var writer = JSONWriter()
        writer.object(body)
        output.append(contentsOf: writer.bytes)
        output.append(0x0A)
    }
}

extension JSONObjectWriter {
    fileprivate mutating func optional(_ key: String, _ text: String?) {
        if let text { member(key, text) }
    }

    fileprivate mutating func fields(_ key: String, _ fields: HTTPFields) {
        object(key) { object in
            for field in fields { object.member(field.name.canonicalName, field.value) }
        }
    }

    /// Writes bytes as text, or as base64 where they are no text.
    fileprivate mutating func bytes(_ content: ArraySlice<UInt8>) {
        if let text = String(validating: content, as: UTF8.self) {
            member("raw", text)
        } else {
            var text: [UInt8] = []
            Base64.append(content, to: &text)
            member("base64", String(decoding: text, as: UTF8.self))
        }
    }
}
