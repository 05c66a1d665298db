import Synchronization

/// What the snapshots of one stream have already converted: one for each array that is open or stands in an object
/// that is.
///
/// Finished elements are converted once. The converted arrays are two that take turns, for the reason that
/// ``GrowingText`` gives. Memos of arrays inside a finished element are let go with it.
final class ConversionMemo: Sendable {
    private struct Buffer<Element: Sendable>: Sendable {
        var elements: [Element] = []
        /// How many elements of the source are converted for good; those behind are of an element that was open.
        var finished = 0
    }
    private struct Buffers<Element: Sendable>: Sendable {
        var next = Buffer<Element>()
        var other = Buffer<Element>()
    }
    private struct State {
        var properties: [String: ConversionMemo] = [:]
        var openElement: (index: Int, memo: ConversionMemo)?
        var buffers: (any Sendable)?
    }
    private let state = Mutex(State())

    func property(_ name: String) -> ConversionMemo {
        state.withLock { state in
            if let memo = state.properties[name] { return memo }
            let memo = ConversionMemo()
            state.properties[name] = memo
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
        // Taken out, not borrowed: a conversion may come back to this memo, and what two conversions at once would
        // share is not worth a wait.
        let taken = state.withLock { state in
            defer { state.buffers = nil }
            return state.buffers as? Buffers<Element>
        }
        var buffers = taken ?? Buffers()
        let finished = content.finishedElementCount
        // A snapshot that is older than what the buffer has.
        guard buffers.next.finished <= finished else {
            keep(buffers)
            return try content.convertedElements(as: Element.self)
        }
        let elements = try Self.bringUpToDate(&buffers.next, with: content, finished: finished)
        swap(&buffers.next, &buffers.other)
        keep(buffers)
        return elements
    }

    private static func bringUpToDate<Element: StreamedElement>(
        _ buffer: inout Buffer<Element>, with content: GeneratedContent, finished: Int
    ) throws -> [Element] {
        buffer.elements.removeLast(buffer.elements.count - buffer.finished)
        let converted = try content.convertedElements(from: buffer.finished, as: Element.self)
        buffer.elements += converted
        buffer.finished = finished
        return buffer.elements
    }

    private func keep(_ buffers: some Sendable) { state.withLock { $0.buffers = buffers } }
}
