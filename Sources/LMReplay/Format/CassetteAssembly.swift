import LMTransport

/// Puts a cassette together from its lines, one after another.
struct CassetteAssembly {
    /// What is wrong with a line.
    struct Problem: Error {
        var kind: CassetteError.Kind = .damaged
        var reason: String
        var remedy = ""
    }

    private struct Draft {
        var number: Int
        var method: String
        var url: String
        var headers: RecordedRequestHeaders
        var requestBody = RequestBodyAssembly()
        var response: RecordedResponse?
        var cuts: [Cut]?
        var cutsLine = 0
        var ending: Ending?
        var statedBytes: Int?
        var endLine = 0
        var lastLine: Int
    }

    private(set) var header: CassetteHeader?
    private(set) var warnings: [CassetteWarning] = []
    private var drafts: [Draft] = []
    private var indexes: [Int: Int] = [:]
    private var current = 0

    /// How many interactions have their `end` line.
    var wholeCount: Int { drafts.count { $0.ending != nil } }

    /// Adds what a line says.
    mutating func add(
        _ line: CassetteLine, text: UnsafeBufferPointer<UInt8>, at lineNumber: Int
    ) throws(Problem) {
        guard header != nil || line.kind == .cassette else {
            throw Problem(
                kind: .notACassette, reason: "This is not a cassette: its first line does not begin {\"cassette\":1.",
                remedy: "A cassette is made by lm-cli record, or by lm-cli cassette import from other formats.")
        }
        switch line.kind {
        case nil: return
        case .cassette: try addHeader(line)
        case .request: try addRequest(line, at: lineNumber)
        case .body, .response, .event, .content, .wire, .end:
            try select(line)
            drafts[current].lastLine = lineNumber
            switch line.kind {
            case .body: try addBody(line, text: text)
            case .response: try addResponse(line, at: lineNumber)
            case .event: try addEvent(line, text: text)
            case .content: try addContent(line, text: text)
            case .wire: try addCuts(line, at: lineNumber)
            default: try addEnding(line, at: lineNumber)
            }
        }
    }

    /// The interactions in the order of their numbers. To be called once, behind the last line.
    mutating func finish() -> [Interaction] {
        var interactions: [Interaction] = []
        interactions.reserveCapacity(drafts.count)
        for index in drafts.indices {
            settleCuts(of: index)
            let draft = drafts[index]
            if draft.ending == nil {
                warnings.append(CassetteWarning(.incomplete, interaction: draft.number, line: draft.lastLine))
            }
            interactions.append(
                Interaction(
                    number: draft.number,
                    request: RecordedRequest(
                        method: draft.method, url: draft.url, headers: draft.headers,
                        body: drafts[index].requestBody.finish()),
                    response: draft.response, ending: draft.ending))
        }
        drafts = []
        warnings.sort { $0.line < $1.line }
        return interactions.sorted { $0.number < $1.number }
    }

    private mutating func addHeader(_ line: CassetteLine) throws(Problem) {
        guard header == nil else { throw Problem(reason: "There is a second cassette line.") }
        guard line.number >= 1 else { throw Problem(reason: "There is no format version \(line.number).") }
        guard line.number <= CassetteHeader.currentVersion else {
            throw Problem(
                kind: .newerVersion(found: line.number, known: CassetteHeader.currentVersion),
                reason: "The cassette has format version \(line.number), and this program reads up to version "
                    + "\(CassetteHeader.currentVersion).",
                remedy: "Use a newer swift-lm, or record the cassette again.")
        }
        header = CassetteHeader(
            version: line.number, recorder: line.recorder, recorded: line.recorded, redaction: line.redaction,
            scan: line.scan, variables: line.variables ?? .init(), upstream: line.upstream,
            environment: line.environment ?? [])
    }

    private mutating func addRequest(_ line: CassetteLine, at lineNumber: Int) throws(Problem) {
        guard line.number >= 1 else { throw Problem(reason: "Interactions are numbered from 1.") }
        guard indexes[line.number] == nil else {
            throw Problem(reason: "There is a second request \(line.number).")
        }
        let method = try required(line.method, "method")
        let url = try required(line.url, "url")
        let headers = RecordedRequestHeaders(keeping: line.headers ?? [:])
        noteIgnored(line.headers, kept: headers.fields, interaction: line.number, at: lineNumber)
        current = drafts.count
        indexes[line.number] = current
        drafts.append(
            Draft(number: line.number, method: method, url: url, headers: headers, lastLine: lineNumber))
    }

    private mutating func select(_ line: CassetteLine) throws(Problem) {
        if !drafts.indices.contains(current) || drafts[current].number != line.number {
            guard let index = indexes[line.number] else {
                throw Problem(reason: "The line belongs to interaction \(line.number), which has no request line yet.")
            }
            current = index
        }
        guard drafts[current].ending == nil else {
            throw Problem(reason: "The line stands behind the end of interaction \(line.number).")
        }
    }

    private mutating func addBody(_ line: CassetteLine, text: UnsafeBufferPointer<UInt8>) throws(Problem) {
        if let path = line.at {
            guard let json = line.json else { throw Problem(reason: "A body line with \"at\" needs \"json\".") }
            guard !drafts[current].requestBody.holdsBytes else {
                throw Problem(reason: "A request body cannot be partly members and partly bytes.")
            }
            drafts[current].requestBody.add(path, UnsafeBufferPointer(rebasing: text[json]))
            return
        }
        guard !drafts[current].requestBody.holdsMembers else {
            throw Problem(reason: "A request body cannot be partly members and partly bytes.")
        }
        guard let bytes = try bytes(of: line) else {
            throw Problem(reason: "A body line needs \"at\" and \"json\", or \"raw\", or \"base64\".")
        }
        drafts[current].requestBody.add(bytes: bytes)
    }

    private mutating func addResponse(_ line: CassetteLine, at lineNumber: Int) throws(Problem) {
        guard drafts[current].response == nil else {
            throw Problem(reason: "Interaction \(line.number) has a second response line.")
        }
        let status = try required(line.status, "status")
        let headers = RecordedResponseHeaders(keeping: line.headers ?? [:])
        noteIgnored(line.headers, kept: headers.fields, interaction: line.number, at: lineNumber)
        drafts[current].response = RecordedResponse(status: status, headers: headers)
    }

    private mutating func addEvent(_ line: CassetteLine, text: UnsafeBufferPointer<UInt8>) throws(Problem) {
        try requireResponse(line)
        guard let json = line.json else { return try addBytes(line) }
        let name: ResponseBodyText.EventName =
            switch line.name {
            case nil: .type
            case .some(nil): .absent
            case .some(.some(let text)): .text(text)
            }
        drafts[current].response?.appendEvent(UnsafeBufferPointer(rebasing: text[json]), name: name)
    }

    private mutating func addContent(_ line: CassetteLine, text: UnsafeBufferPointer<UInt8>) throws(Problem) {
        try requireResponse(line)
        guard let json = line.json else { return try addBytes(line) }
        drafts[current].response?.body.append(contentsOf: text[json])
    }

    private mutating func addBytes(_ line: CassetteLine) throws(Problem) {
        guard let bytes = try bytes(of: line) else {
            throw Problem(reason: "The line needs \"json\", \"raw\" or \"base64\".")
        }
        drafts[current].response?.body.append(contentsOf: bytes)
    }

    private mutating func addCuts(_ line: CassetteLine, at lineNumber: Int) throws(Problem) {
        let cuts = try required(line.cuts, "cuts")
        drafts[current].cuts = (drafts[current].cuts ?? []) + cuts
        drafts[current].cutsLine = lineNumber
    }

    private mutating func addEnding(_ line: CassetteLine, at lineNumber: Int) throws(Problem) {
        let how = try required(line.how, "how")
        guard let ending = Ending(how: how, failureName: line.error) else {
            throw Problem(
                reason: "The ending \"\(how)\"\(line.error.map { " with the error \"\($0)\"" } ?? "") is not known.",
                remedy: "Known are \(Ending.How.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        drafts[current].ending = ending
        drafts[current].statedBytes = line.bytes
        drafts[current].endLine = lineNumber
    }

    /// Takes over the cuts where they fit the body. They need not after an edit by hand.
    private mutating func settleCuts(of index: Int) {
        let draft = drafts[index]
        let size = draft.response?.body.count ?? 0
        if let stated = draft.statedBytes, stated != size {
            warnings.append(
                CassetteWarning(
                    .byteCountDiffers(stated: stated, bytes: size), interaction: draft.number, line: draft.endLine))
        }
        guard let cuts = draft.cuts else { return }
        if cuts.fit(size) {
            drafts[index].response?.cuts = cuts
        } else {
            warnings.append(
                CassetteWarning(
                    .cutsIgnored(sum: cuts.byteCount, bytes: size), interaction: draft.number, line: draft.cutsLine))
        }
    }

    private mutating func noteIgnored(
        _ fields: HTTPFields?, kept: HTTPFields, interaction: Int, at lineNumber: Int
    ) {
        for field in fields ?? [:] where kept[field.name] == nil {
            warnings.append(
                CassetteWarning(
                    .headerIgnored(name: field.name.canonicalName), interaction: interaction, line: lineNumber))
        }
    }

    private func bytes(of line: CassetteLine) throws(Problem) -> [UInt8]? {
        if let raw = line.raw { return Array(raw.utf8) }
        guard let base64 = line.base64 else { return nil }
        guard let bytes = Base64.decode(base64.utf8) else { throw Problem(reason: "\"base64\" is not base64.") }
        return bytes
    }

    private func requireResponse(_ line: CassetteLine) throws(Problem) {
        guard drafts[current].response != nil else {
            throw Problem(reason: "Interaction \(line.number) has a body and no response line before it.")
        }
    }

    private func required<Value>(_ value: Value?, _ key: String) throws(Problem) -> Value {
        guard let value else { throw Problem(reason: "The key \"\(key)\" is missing.") }
        return value
    }
}

extension RecordedResponse {
    fileprivate mutating func appendEvent(_ json: UnsafeBufferPointer<UInt8>, name: ResponseBodyText.EventName) {
        ResponseBodyText.render(json: json, name: name, to: &body)
    }
}
