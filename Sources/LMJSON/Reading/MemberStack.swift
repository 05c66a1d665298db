/// The values of the containers that are being read, innermost last.
///
/// A container's values move out of it into an array of exactly their number when it closes, so that no array grows
/// step by step and no value is retained twice.
struct MemberStack: ~Copyable {
    // Invariant: the first `count` of `capacity` places are initialized.
    private var base: UnsafeMutablePointer<JSONObject.Member>
    private var capacity: Int
    private(set) var count = 0

    init() {
        capacity = 16
        base = .allocate(capacity: capacity)
    }

    deinit {
        base.deinitialize(count: count)
        base.deallocate()
    }

    mutating func push(_ member: consuming JSONObject.Member) {
        if count == capacity { grow() }
        (base + count).initialize(to: member)
        count += 1
    }

    /// Sets the value of the last member.
    mutating func setLast(_ value: consuming JSONValue) {
        guard count > 0 else { return }
        base[count - 1].value = value
    }

    /// Moves out the members from `start` on.
    mutating func popMembers(from start: Int) -> [JSONObject.Member] {
        let length = count - start
        guard length > 0 else { return [] }
        let source = base + start
        count = start
        return Array(unsafeUninitializedCapacity: length) { buffer, initialized in
            buffer.baseAddress?.moveInitialize(from: source, count: length)
            initialized = length
        }
    }

    /// Moves out the values from `start` on.
    mutating func popValues(from start: Int) -> [JSONValue] {
        let length = count - start
        guard length > 0 else { return [] }
        let source = base + start
        count = start
        return Array(unsafeUninitializedCapacity: length) { buffer, initialized in
            for index in 0..<length {
                buffer.initializeElement(at: index, to: (source + index).move().value)
            }
            initialized = length
        }
    }

    private mutating func grow() {
        let larger = UnsafeMutablePointer<JSONObject.Member>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: base, count: count)
        base.deallocate()
        base = larger
        capacity *= 2
    }
}
