/// Where the lists that are open stand in the source, so that each level can be drawn two columns further in.
struct ListNesting: Sendable {
    private struct Level: Sendable {
        /// The column of the marker.
        var marker: Int
        /// The column of the item's text.
        var content: Int
    }
    private var levels: [Level] = []

    /// Whether no list is open.
    var isEmpty: Bool { levels.isEmpty }

    /// Enters an item whose marker stands in a column. Gives how deep it is, from 0.
    mutating func enterItem(marker: Int, content: Int) -> Int {
        while let last = levels.last, marker < last.marker { levels.removeLast() }
        // A marker left of the words of the item before is its sibling, one under its words its child.
        if let last = levels.last, marker < min(last.content, last.marker + 2) { levels.removeLast() }
        levels.append(Level(marker: marker, content: content))
        return levels.count - 1
    }

    /// How many columns a line of text that starts in a column is drawn in; lists that it does not belong to end.
    mutating func indent(forText column: Int) -> Int {
        while let last = levels.last, column < min(last.content, last.marker + 2) { levels.removeLast() }
        return levels.count * 2
    }

    /// Ends all lists.
    mutating func leaveAll() { levels.removeAll() }
}
