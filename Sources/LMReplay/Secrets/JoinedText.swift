import LMJSON

/// What the events of a stream say together: the strings that stand under one path of their payloads, one after another.
///
/// A text, reasoning or the arguments of a call come in pieces, and a secret may be cut between two of them. Pieces are
/// told apart by the members that number them (`index`, `output_index`, `item_id`, …), whatever the wire.
struct JoinedTexts {
    /// A piece of a text.
    struct Piece {
        /// Where it begins in the joined text.
        var start: Int
        /// Where its content stands in the bytes that were read, quotes not included.
        var source: Range<Int>
        /// Where the caller says that it comes from, such as a line.
        var origin: Int
        /// Whether it is written as it reads, without escapes.
        var isPlain: Bool
    }

    /// A joined text.
    struct Text {
        var bytes: [UInt8] = []
        var pieces: [Piece] = []

        /// The indexes of the pieces that a range touches.
        func pieces(in range: Range<Int>) -> Range<Int> {
            let first = (pieces.lastIndex { $0.start <= range.lowerBound }) ?? 0
            let end = pieces[first...].firstIndex { $0.start >= range.upperBound } ?? pieces.count
            return first..<max(end, first)
        }
    }

    private var texts: [String: Text] = [:]
    private static let numbers: Set<String> = [
        "index", "output_index", "content_index", "summary_index", "item_id", "choice_index",
    ]

    /// The texts that have more than one piece, in a fixed order.
    var joined: [Text] { texts.sorted { $0.key < $1.key }.map(\.value).filter { $0.pieces.count > 1 } }

    /// Adds the strings of a payload.
    ///
    /// - Parameters:
    ///   - stream: the stream that it belongs to.
    ///   - offset: where the payload stands in what the caller reads.
    ///   - origin: what is kept with its pieces.
    mutating func add(payload: UnsafeBufferPointer<UInt8>, stream: Int, offset: Int, origin: Int) {
        do throws(JSONError) {
            // A word or a number is a piece of text, too.
            guard let first = payload.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
                return addText(payload, stream: stream, offset: offset, origin: origin)
            }
            let (leaves, numbering) = try JSONReader.read(payload) { reader throws(JSONError) in
                var leaves: [(path: String, range: Range<Int>)] = []
                var numbering = ""
                try Self.collect(&reader, at: "", &leaves, &numbering)
                try reader.end()
                return (leaves, numbering)
            }
            for leaf in leaves {
                let content = leaf.range.lowerBound + 1..<leaf.range.upperBound - 1
                let raw = UnsafeBufferPointer(rebasing: payload[content])
                let isPlain = ByteSearch.firstIndex(of: UInt8(ascii: "\\"), in: raw) == nil
                let text = isPlain ? Array(raw) : SecretForms.jsonUnescaped(Array(raw))
                let piece = Piece(
                    start: 0, source: offset + content.lowerBound..<offset + content.upperBound, origin: origin,
                    isPlain: isPlain)
                // Some servers number what belongs together differently, so the pieces are joined in both ways.
                add(text, under: "\(stream) \(leaf.path)", piece)
                if !numbering.isEmpty { add(text, under: "\(stream) \(leaf.path) \(numbering)", piece) }
            }
        } catch { addText(payload, stream: stream, offset: offset, origin: origin) }
    }

    /// Adds a payload that is a piece of text itself.
    private mutating func addText(_ payload: UnsafeBufferPointer<UInt8>, stream: Int, offset: Int, origin: Int) {
        add(
            Array(payload), under: "\(stream)",
            Piece(start: 0, source: offset..<offset + payload.count, origin: origin, isPlain: true))
    }

    /// Adds a body, or a piece of one: the payload of each of its events, or of each of its lines.
    mutating func add(body: [UInt8], isEventStream: Bool, stream: Int, origin: Int) {
        body.withUnsafeBufferPointer { buffer in
            let payloads =
                isEventStream
                ? EventFraming.blocks(of: body).compactMap { EventFraming.payload(of: body, block: $0.range) }
                : Self.lines(of: buffer)
            for payload in payloads where !payload.isEmpty {
                add(
                    payload: UnsafeBufferPointer(rebasing: buffer[payload]), stream: stream, offset: payload.lowerBound,
                    origin: origin)
            }
        }
    }

    private static func lines(of bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = 0
        while start < bytes.count {
            let end = ByteSearch.firstIndex(of: 0x0A, in: bytes, from: start) ?? bytes.count
            lines.append(start..<end)
            start = end + 1
        }
        return lines
    }

    private mutating func add(_ bytes: [UInt8], under key: String, _ piece: Piece) {
        var piece = piece
        piece.start = texts[key]?.bytes.count ?? 0
        texts[key, default: Text()].bytes += bytes
        texts[key]?.pieces.append(piece)
    }

    private static func collect(
        _ reader: inout JSONReader, at path: String, _ leaves: inout [(path: String, range: Range<Int>)],
        _ numbering: inout String
    ) throws(JSONError) {
        switch reader.peek() {
        case .object:
            try reader.beginObject()
            while try reader.nextKey() {
                let key = try reader.keyString()
                if numbers.contains(key), reader.peek() == .number || reader.peek() == .string {
                    numbering += "\(path)/\(key)="
                    numbering += reader.peek() == .string ? try reader.string() : try reader.number().description
                } else {
                    try collect(&reader, at: "\(path)/\(key)", &leaves, &numbering)
                }
            }
        case .array:
            try reader.beginArray()
            while try reader.nextElement() { try collect(&reader, at: "\(path)/*", &leaves, &numbering) }
        case .string: leaves.append((path, try reader.rawRange()))
        default: try reader.skip()
        }
    }
}
