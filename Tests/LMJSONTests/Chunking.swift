/// Ways to cut bytes into chunks.
enum Chunking {
    /// Whole, byte by byte, and at random places.
    static func all(_ bytes: [UInt8], seeds: Range<UInt64> = 0..<4) -> [[ArraySlice<UInt8>]] {
        var ways = [[bytes[...]], bytes.indices.map { bytes[$0...$0] }]
        for seed in seeds { ways.append(random(bytes, seed: seed)) }
        return ways
    }

    static func random(_ bytes: [UInt8], seed: UInt64) -> [ArraySlice<UInt8>] {
        var random = SeededGenerator(seed: seed)
        var chunks: [ArraySlice<UInt8>] = []
        var start = 0
        while start < bytes.count {
            // Empty chunks are possible, too.
            let end = min(start + Int.random(in: 0...9, using: &random), bytes.count)
            chunks.append(bytes[start..<end])
            start = end
        }
        return chunks
    }
}
