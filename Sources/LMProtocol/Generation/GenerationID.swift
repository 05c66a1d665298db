/// Names one generated value across the snapshots of a stream, so that a list can follow its elements.
///
/// A stream makes one identifier, for its root. The identifiers of the values inside follow from it and from their
/// place, so they cost nothing to keep, and the same place has the same identifier in every snapshot and in the
/// finished value: generated JSON only grows at its end, so a place never comes to hold another value.
public struct GenerationID: Sendable, Hashable {
    private let high: UInt64
    private let low: UInt64

    /// Makes an identifier that no other has.
    public init() {
        var generator = SystemRandomNumberGenerator()
        self.init(using: &generator)
    }

    /// Makes an identifier of a given source of randomness.
    public init(using generator: inout some RandomNumberGenerator) {
        high = generator.next()
        low = generator.next()
    }

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The identifier of an element of the array that bears this one.
    func element(_ index: Int) -> GenerationID { mixed(with: UInt64(truncatingIfNeeded: index), kind: 1) }

    /// The identifier of a property of the object that bears this one.
    func property(_ name: String) -> GenerationID {
        // FNV-1a; Swift's own hash differs from one process to the next.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        return mixed(with: hash, kind: 2)
    }

    private func mixed(with value: UInt64, kind: UInt64) -> GenerationID {
        GenerationID(
            high: Self.scramble(high ^ Self.scramble(value &+ kind)),
            low: Self.scramble(low &+ Self.scramble(value ^ (kind << 62)) &+ high))
    }

    /// The finalizer of SplitMix64: each bit of the input changes about half of the output.
    private static func scramble(_ value: UInt64) -> UInt64 {
        var mixed = value &+ 0x9e37_79b9_7f4a_7c15
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
