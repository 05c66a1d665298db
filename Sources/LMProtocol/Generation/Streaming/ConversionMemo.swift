import LMJSON
import Synchronization

/// What the snapshots of one stream have already converted: one for each array that is open or stands in an object
/// that is.
///
/// A finished element is converted once. There are several converted arrays that take turns: appending to an array of
/// which a consumer keeps a copy would copy all of it, and by the time it is an array's turn again, a consumer that
/// replaces each snapshot with the next has let go of it. Memos of arrays inside a finished element are let go with it.
final class ConversionMemo: Sendable {
    /// As many as the parser has replicas of its snapshots: the last two may be kept without a cost.
    private static let bufferCount = 3

    private struct Buffer<Element: Sendable>: Sendable {
        var elements: [Element] = []
        /// How many elements of the source are converted for good; those behind are of an element that was open.
        var finished = 0
    }
    private struct Buffers<Element: Sendable>: Sendable {
        var all: [Buffer<Element>] = []
        var next = 0
    }
    private struct State {
        var properties: [Int: ConversionMemo] = [:]
        var openElement: (index: Int, memo: ConversionMemo)?
        var buffers: (any Sendable)?
    }
    private let state = Mutex(State())

    /// The memo of an object's property by its position, which is sure even where a name stands twice.
    func property(_ position: Int) -> ConversionMemo {
        state.withLock { state in
            if let memo = state.properties[position] { return memo }
            let memo = ConversionMemo()
            state.properties[position] = memo
            return memo
        }
    }

    func openElement(_ index: Int) -> ConversionMemo {
        state.withLock { state in
            if let open = state.openElement, open.index == index { return open.memo }
            let memo = ConversionMemo()
            state.openElement = (index, memo)
            return memo
        }
    }

    func elements<Element: StreamedElement>(of content: GeneratedContent, as type: Element.Type) throws -> [Element] {
        guard case .array(let source) = content.json else { throw content.mismatch("an array") }
        // Taken out, not borrowed: a conversion may come back to this memo, and two conversions at once had better do
        // the work twice than wait for each other.
        var buffers = state.withLock { state in
            defer { state.buffers = nil }
            return state.buffers as? Buffers<Element> ?? Buffers()
        }
        defer { keep(buffers) }
        if buffers.all.count < Self.bufferCount { buffers.all.append(Buffer()) }
        let finished = content.finishedCount(of: source)
        // The buffer may be ahead: then the content is of an older snapshot.
        guard buffers.all[buffers.next].finished <= finished else {
            return try content.convertedElements(as: Element.self)
        }
        try Self.bringUpToDate(&buffers.all[buffers.next], with: content, of: source, finished: finished)
        let elements = buffers.all[buffers.next].elements
        buffers.next = (buffers.next + 1) % Self.bufferCount
        return elements
    }

    private static func bringUpToDate<Element: StreamedElement>(
        _ buffer: inout Buffer<Element>, with content: GeneratedContent, of source: [JSONValue], finished: Int
    ) throws {
        // One at most. Where a conversion throws, those behind the finished ones are dropped the next time.
        while buffer.elements.count > buffer.finished { buffer.elements.removeLast() }
        try content.convert(source, from: buffer.finished, into: &buffer.elements)
        buffer.finished = finished
    }

    private func keep(_ buffers: some Sendable) { state.withLock { $0.buffers = buffers } }
}
