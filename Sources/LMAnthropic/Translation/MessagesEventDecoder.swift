import LMJSON

/// One event of a stream, as far as its translation needs it taken apart.
enum MessagesEvent: Sendable {
    /// What a piece of a block adds to.
    enum Piece: String, Sendable, CaseIterable {
        case text = "text_delta"
        case thinking = "thinking_delta"
        case arguments = "input_json_delta"
        case signature = "signature_delta"
    }
    /// A piece of the block at a position, which a server may leave out.
    case piece(Piece, String, at: Int?)
    /// Anything else.
    case other(JSONValue)
}

/// Reads the data of one server-sent event, without a tree of it for the pieces that come by the thousand.
struct MessagesEventDecoder: Sendable {
    private enum Member: String, CaseIterable, Sendable { case type, index, delta }
    private enum DeltaMember: String, CaseIterable, Sendable {
        case type, text, thinking, signature
        case arguments = "partial_json"
    }

    private let members = JSONNameTable<Member>()
    private let deltaMembers = JSONNameTable<DeltaMember>()
    private let deltaType = JSONNameTable<Bool>(["content_block_delta": true])
    private let pieces = JSONNameTable<MessagesEvent.Piece>()

    /// Reads one event.
    func decode(_ data: UnsafeBufferPointer<UInt8>) throws(JSONError) -> MessagesEvent {
        let found: MessagesEvent? = try JSONReader.read(data) { (reader) throws(JSONError) in
            try piece(&reader)
        }
        if let found { return found }
        return .other(
            try JSONReader.read(data) { (reader) throws(JSONError) in
                let value = try reader.value()
                try reader.end()
                return value
            })
    }

    /// The event, if it is nothing but a piece of a block.
    private func piece(_ reader: inout JSONReader) throws(JSONError) -> MessagesEvent? {
        guard reader.peek() == .object else { return nil }
        var isDelta = false
        var index: Int?
        var piece: (kind: MessagesEvent.Piece, words: String)?
        try reader.beginObject()
        while let member = try reader.nextKey(in: members) {
            switch member {
            case .type:
                guard reader.peek() == .string, try reader.string(in: deltaType) != nil else { return nil }
                isDelta = true
            case .index:
                guard reader.peek() == .number else { return nil }
                index = try reader.number().intValue
            case .delta:
                guard reader.peek() == .object, let found = try delta(&reader) else { return nil }
                piece = found
            }
        }
        try reader.end()
        guard isDelta, let piece else { return nil }
        return .piece(piece.kind, piece.words, at: index)
    }

    private func delta(_ reader: inout JSONReader) throws(JSONError) -> (kind: MessagesEvent.Piece, words: String)? {
        var kind: MessagesEvent.Piece?
        var words: (member: DeltaMember, text: String)?
        try reader.beginObject()
        while let member = try reader.nextKey(in: deltaMembers) {
            guard reader.peek() == .string else { return nil }
            if member == .type {
                guard let found = try reader.string(in: pieces) else { return nil }
                kind = found
            } else {
                guard words == nil else { return nil }
                words = (member, try reader.string())
            }
        }
        guard let kind, let words else { return nil }
        let expected: DeltaMember =
            switch kind {
            case .text: .text
            case .thinking: .thinking
            case .arguments: .arguments
            case .signature: .signature
            }
        return words.member == expected ? (kind, words.text) : nil
    }
}
