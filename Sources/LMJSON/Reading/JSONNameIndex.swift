/// A hash table from names to their numbers that compares bytes.
@usableFromInline
struct JSONNameIndex: Sendable {
    private struct Entry {
        var start: Int32
        var count: Int32
        var number: Int32
    }

    // Open addressing. Invariant: the number of slots is a power of two and at least twice that of the names, so that a
    // search always comes to an empty slot.
    private var slots: [Entry]
    private var bytes: [UInt8] = []
    private let shift: UInt64

    init(_ names: [String]) {
        var bits: UInt64 = 2
        while 1 << bits < names.count * 2 { bits += 1 }
        shift = 64 - bits
        slots = Array(repeating: Entry(start: 0, count: -1, number: -1), count: 1 << bits)
        for (number, name) in names.enumerated() {
            let text = Array(name.utf8)
            text.withUnsafeBufferPointer { buffer in
                guard find(buffer) == nil else { return }
                var slot = Self.hash(buffer, shift: shift)
                while slots[slot].count >= 0 { slot = (slot + 1) & (slots.count - 1) }
                slots[slot] = Entry(start: Int32(bytes.count), count: Int32(text.count), number: Int32(number))
            }
            bytes += text
        }
    }

    /// The number of the name that these bytes are.
    func find(_ name: UnsafeBufferPointer<UInt8>) -> Int? {
        var slot = Self.hash(name, shift: shift)
        while true {
            let entry = slots[slot]
            if entry.count < 0 { return nil }
            if Int(entry.count) == name.count, isEqual(entry, name) { return Int(entry.number) }
            slot = (slot &+ 1) & (slots.count &- 1)
        }
    }

    @inline(__always)
    private func isEqual(_ entry: Entry, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.withUnsafeBufferPointer { all in
            guard let known = all.baseAddress, let base = name.baseAddress else { return name.isEmpty }
            return ByteWord.isEqual(known + Int(entry.start), base, count: name.count)
        }
    }

    /// Mixes the length with the first, the middle and the last bytes: names of one table often share long prefixes.
    @inline(__always)
    private static func hash(_ name: UnsafeBufferPointer<UInt8>, shift: UInt64) -> Int {
        guard let base = name.baseAddress else { return 0 }
        let count = name.count
        var word = UInt64(truncatingIfNeeded: count)
        if count >= 8 {
            word ^= ByteWord.load(base) &* 3
            word ^= ByteWord.load(base + (count - 8)) &* 5
            word ^= ByteWord.load(base + (count - 8) / 2) &* 7
        } else {
            for index in 0..<count { word = word << 8 ^ UInt64(base[index]) }
        }
        return Int(truncatingIfNeeded: (word &* 0x9E37_79B9_7F4A_7C15) >> shift)
    }
}
