/// A stack whose elements move out in blocks.
///
/// The parts of the containers that are being read lie on one, innermost last. When a container closes, its parts move
/// into an array of exactly their number: no array grows step by step, and no part is retained twice.
struct MoveStack<Element>: ~Copyable {
    // Invariant: the first `count` of `capacity` places are initialized.
    private var base: UnsafeMutablePointer<Element>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = capacity
        base = .allocate(capacity: capacity)
    }

    deinit {
        base.deinitialize(count: count)
        base.deallocate()
    }

    @inline(__always)
    mutating func push(_ element: consuming Element) {
        if count == capacity { grow() }
        (base + count).initialize(to: element)
        count += 1
    }

    /// Replaces the last element.
    mutating func setLast(_ element: consuming Element) {
        guard count > 0 else { return }
        base[count - 1] = element
    }

    /// Takes away the elements from `start` on and moves them to where `body` says.
    ///
    /// `body` must move all elements out of the buffer that it is given.
    @inline(__always)
    mutating func pop<Result>(from start: Int, _ body: (UnsafeMutableBufferPointer<Element>) -> Result) -> Result {
        let popped = UnsafeMutableBufferPointer(start: base + start, count: count - start)
        count = start
        return body(popped)
    }

    /// Moves the elements from `start` on into an array.
    mutating func popArray(from start: Int) -> [Element] {
        guard count > start else { return [] }
        return pop(from: start) { popped in
            var array: [Element] = []
            // For the few elements that most arrays have, faster than `init(unsafeUninitializedCapacity:)`, which looks
            // up the array's metadata each time.
            array.reserveCapacity(popped.count)
            for index in popped.indices { array.append(popped.moveElement(from: index)) }
            return array
        }
    }

    private mutating func grow() {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: base, count: count)
        base.deallocate()
        base = larger
        capacity *= 2
    }
}
