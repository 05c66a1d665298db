/// An array that only grows, and whose copies cost nothing and stay as they were.
///
/// A snapshot of a stream is a copy that someone may keep. Appending to a shared Swift array copies all of it; here it
/// copies at most a few runs of ``width`` elements, so that n appends cost O(n) whether or not copies are kept.
///
/// The elements lie in a tree of immutable nodes with ``width`` children each, and the last few in a tail.
struct PersistentArray<Element: Sendable>: Sendable {
    private final class Node: Sendable {
        let children: [Node]
        let elements: [Element]
        init(children: [Node]) {
            self.children = children
            elements = []
        }
        init(elements: [Element]) {
            self.elements = elements
            children = []
        }
    }
    private static var bits: Int { 5 }
    private static var width: Int { 1 << bits }

    private var root: Node?
    /// The levels below the root, in bits of the index.
    private var shift = 0
    private var tail: [Element] = []
    private var tailStart = 0

    var count: Int { tailStart + tail.count }
    var isEmpty: Bool { count == 0 }

    subscript(index: Int) -> Element {
        if index >= tailStart { return tail[index - tailStart] }
        return run(at: index)[index & (Self.width - 1)]
    }

    mutating func append(_ element: Element) {
        if tail.count == Self.width { pushTail() }
        tail.append(element)
    }

    /// The elements in order.
    var array: [Element] {
        var all: [Element] = []
        all.reserveCapacity(count)
        forEach { all.append($0) }
        return all
    }

    func map<Value>(_ transform: (Element) -> Value) -> [Value] {
        var all: [Value] = []
        all.reserveCapacity(count)
        forEach { all.append(transform($0)) }
        return all
    }

    func last(where matches: (Element) -> Bool) -> Element? {
        if let match = tail.last(where: matches) { return match }
        var end = tailStart
        while end > 0 {
            if let match = run(at: end - 1).last(where: matches) { return match }
            end -= Self.width
        }
        return nil
    }

    private func forEach(_ body: (Element) -> Void) {
        var start = 0
        while start < tailStart {
            run(at: start).forEach(body)
            start += Self.width
        }
        tail.forEach(body)
    }

    /// The run of ``width`` elements that holds the index, which is before the tail.
    private func run(at index: Int) -> [Element] {
        var node = root
        var level = shift
        while level > 0 {
            node = node?.children[(index >> level) & (Self.width - 1)]
            level -= Self.bits
        }
        return node?.elements ?? []
    }

    private mutating func pushTail() {
        let leaf = Node(elements: tail)
        if let root {
            let isFull = tailStart == Self.width << shift
            if isFull {
                self.root = Node(children: [root, Self.branch(to: leaf, level: shift)])
                shift += Self.bits
            } else {
                self.root = Self.adding(leaf, to: root, at: tailStart, level: shift)
            }
        } else {
            root = leaf
        }
        tailStart += Self.width
        tail = []
        tail.reserveCapacity(Self.width)
    }

    private static func branch(to leaf: Node, level: Int) -> Node {
        level == 0 ? leaf : Node(children: [branch(to: leaf, level: level - bits)])
    }

    private static func adding(_ leaf: Node, to node: Node, at index: Int, level: Int) -> Node {
        var children = node.children
        let place = (index >> level) & (width - 1)
        if place < children.count {
            children[place] = adding(leaf, to: children[place], at: index, level: level - bits)
        } else {
            children.append(branch(to: leaf, level: level - bits))
        }
        return Node(children: children)
    }
}
