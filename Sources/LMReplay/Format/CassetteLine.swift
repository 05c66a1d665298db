import LMJSON
import LMTransport

/// What one line of a cassette says, before it is fitted to the lines around it.
struct CassetteLine {
    /// The kinds that are known.
    enum Kind: String, CaseIterable, Sendable {
        case cassette, request, body, response, event, content, wire, end
    }

    private enum Key: String, CaseIterable, Sendable {
        case recorder, recorded, redaction, scan, upstream, environment, variables
        case method, url, headers, at, json, raw, base64, status, name, cuts, how, bytes, error
    }

    /// The kind; `nil` for one that is not known, whose keys are not looked at.
    var kind: Kind?
    /// The interaction, or the format's version on the first line.
    var number = 0

    var recorder: String?
    var recorded: String?
    var redaction: String?
    var scan: String?
    var upstream: String?
    var environment: [String]?
    var variables: JSONObject?
    var method: String?
    var url: String?
    var headers: HTTPFields?
    var at: String?
    /// Where the value of `json` stands in the line.
    var json: Range<Int>?
    var raw: String?
    var base64: String?
    var status: Int?
    /// The value of `name`, which is `nil` inside where it is `null`.
    var name: String??
    var cuts: [Cut]?
    var how: String?
    var bytes: Int?
    var error: String?

    private static let keys = JSONNameTable<Key>()

    /// The keys that are known, whatever the kind.
    static var knownKeys: [String] { Key.allCases.map(\.rawValue) }

    /// Reads a line, which is without its line feed. Throws where it is not one JSON object, or where a key that is
    /// known has a value of another type.
    init(_ text: UnsafeBufferPointer<UInt8>) throws(JSONError) {
        self = try JSONReader.read(text) { reader throws(JSONError) in
            var line = CassetteLine()
            try line.read(&reader)
            try reader.end()
            return line
        }
        if let fault = JSONCheck.firstFault(in: text) {
            throw JSONError(offset: fault, reason: text[fault] == UInt8(ascii: "\\") ? .invalidEscape : .invalidUTF8)
        }
    }

    private init() {}

    private mutating func read(_ reader: inout JSONReader) throws(JSONError) {
        try reader.beginObject()
        // The first key is the kind. A table of keys would step over the ones that are not known.
        guard try reader.nextKey() else { return }
        kind = Kind(rawValue: try reader.keyString())
        if kind == nil {
            try reader.skip()
            while try reader.nextKey() { try reader.skip() }
            return
        }
        number = try reader.int()
        while let key = try reader.nextKey(in: Self.keys) {
            switch key {
            case .json: json = try reader.rawRange()
            case .raw: raw = try reader.string()
            case .base64: base64 = try reader.string()
            case .at: at = try reader.string()
            case .name: name = .some(try reader.stringOrNil())
            case .method: method = try reader.string()
            case .url: url = try reader.string()
            case .headers: headers = try Self.readHeaders(&reader)
            case .status: status = try reader.int()
            case .cuts: cuts = try Self.readCuts(&reader)
            case .how: how = try reader.string()
            case .bytes: bytes = try reader.int()
            case .error: error = try reader.string()
            case .recorder: recorder = try reader.stringOrNil()
            case .recorded: recorded = try reader.stringOrNil()
            case .redaction: redaction = try reader.stringOrNil()
            case .scan: scan = try reader.stringOrNil()
            case .upstream: upstream = try reader.stringOrNil()
            case .environment: environment = try reader.value().arrayValue?.compactMap(\.stringValue)
            case .variables: variables = try reader.value().objectValue
            }
        }
    }

    private static func readHeaders(_ reader: inout JSONReader) throws(JSONError) -> HTTPFields {
        var fields = HTTPFields()
        try reader.beginObject()
        while try reader.nextKey() {
            let name = try reader.keyString()
            let value = try reader.string()
            if let name = HTTPFieldName(name) { fields.append(name, value) }
        }
        return fields
    }

    private static func readCuts(_ reader: inout JSONReader) throws(JSONError) -> [Cut] {
        var cuts: [Cut] = []
        try reader.beginArray()
        while try reader.nextElement() {
            try reader.beginArray()
            var pair = (0, 0)
            var count = 0
            while try reader.nextElement() {
                let number = try reader.int()
                if count == 0 { pair.0 = number } else { pair.1 = number }
                count += 1
            }
            cuts.append(Cut(byteCount: pair.0, milliseconds: pair.1))
        }
        return cuts
    }
}
