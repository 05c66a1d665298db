/// A conversation: what was said, thought, called and answered, in order.
public struct Transcript: Sendable, Hashable {
    private var entries: [Entry]

    /// Makes a transcript of entries.
    public init(entries: some Sequence<Entry> = []) { self.entries = Array(entries) }
}

extension Transcript: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
    public init() { entries = [] }
    public var startIndex: Int { entries.startIndex }
    public var endIndex: Int { entries.endIndex }
    public subscript(position: Int) -> Entry {
        get { entries[position] }
        set { entries[position] = newValue }
        _modify { yield &entries[position] }
    }
    public mutating func replaceSubrange(_ range: Range<Int>, with newEntries: some Collection<Entry>) {
        entries.replaceSubrange(range, with: newEntries)
    }
}
