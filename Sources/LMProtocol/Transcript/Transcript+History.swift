extension Transcript {
    /// The conversation without the instructions it begins with.
    ///
    /// Setting it leaves the instructions as they are.
    public var history: HistoryView {
        get { HistoryView(self[historyStart...]) }
        set { replaceSubrange(historyStart..<endIndex, with: newValue) }
    }

    private var historyStart: Int {
        firstIndex { entry in
            if case .instructions = entry { false } else { true }
        } ?? endIndex
    }

    /// The entries of a conversation behind its instructions.
    public struct HistoryView: Sendable, Hashable {
        private var entries: ArraySlice<Entry>

        /// Makes a history of entries.
        public init(_ entries: some Sequence<Entry>) { self.entries = ArraySlice(entries) }

        fileprivate init(slice: ArraySlice<Entry>) { entries = slice }
    }
}

extension Transcript.HistoryView: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
    /// Makes a history of nothing.
    public init() { entries = [] }
    /// The position of the first entry.
    public var startIndex: Int { entries.startIndex }
    /// The position behind the last entry.
    public var endIndex: Int { entries.endIndex }
    /// The entry at a position.
    public subscript(position: Int) -> Transcript.Entry {
        get { entries[position] }
        set { entries[position] = newValue }
        _modify { yield &entries[position] }
    }
    /// A part of the history, which is a history too: `history = history.suffix(4)`. It has the positions of the whole.
    public subscript(bounds: Range<Int>) -> Transcript.HistoryView {
        get { Transcript.HistoryView(slice: entries[bounds]) }
        set { entries[bounds] = newValue.entries }
    }
    /// Puts entries in the place of others.
    public mutating func replaceSubrange(_ range: Range<Int>, with newEntries: some Collection<Transcript.Entry>) {
        entries.replaceSubrange(range, with: newEntries)
    }
}

extension Transcript.HistoryView: ExpressibleByArrayLiteral {
    /// Makes a history of the entries of a literal.
    public init(arrayLiteral elements: Transcript.Entry...) { self.init(elements) }
}
