/// A conversation: what was said, thought, called and answered, in order.
public struct Transcript: Sendable, Hashable {
    private var entries: [Entry]

    /// Makes a transcript of entries.
    public init(entries: some Sequence<Entry> = []) { self.entries = Array(entries) }

    /// The entries as the array they are, so that a slice of them shares its storage.
    func withEntries<Result>(_ body: ([Entry]) -> Result) -> Result { body(entries) }
}

extension Transcript: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
    /// Makes a value.
    public init() { entries = [] }
    /// The position of the first element.
    public var startIndex: Int { entries.startIndex }
    /// The position behind the last element.
    public var endIndex: Int { entries.endIndex }
    /// The element at a position.
    public subscript(position: Int) -> Entry {
        get { entries[position] }
        set { entries[position] = newValue }
        _modify { yield &entries[position] }
    }
    /// Puts elements in the place of others.
    public mutating func replaceSubrange(_ range: Range<Int>, with newEntries: some Collection<Entry>) {
        entries.replaceSubrange(range, with: newEntries)
    }
}
