import LMJSON
import Testing

/// Random values and random damage, the same in each run.
@Suite struct FuzzTests {
    @Test func `random values survive being written and read`() throws {
        for seed in 0..<150 as Range<UInt64> {
            var source = RandomJSON(seed: seed)
            let value = source.value()
            let bytes = value.bytes()
            let again = try JSONValue(parsing: bytes)
            #expect(again == value, "seed \(seed)")
            #expect(again.hashValue == value.hashValue, "seed \(seed)")
            #expect(again.bytes() == bytes, "seed \(seed)")
            #expect(try JSONValue(parsing: value.bytes(.pretty)).bytes() == bytes, "seed \(seed)")
            let canonical = value.bytes(.canonical)
            #expect(try JSONValue(parsing: canonical).bytes(.canonical) == canonical, "seed \(seed)")
            #expect(JSONDifference.between(value, try JSONValue(parsing: canonical)) == [], "seed \(seed)")
            #expect(try JSONValue.encoding(value) == value, "seed \(seed)")
            #expect(try value.decode(JSONValue.self) == value, "seed \(seed)")
        }
    }

    @Test func `random values survive being cut, and snapshots only grow`() throws {
        for seed in 0..<15 as Range<UInt64> {
            var source = RandomJSON(seed: seed)
            let value = source.value()
            let bytes = value.bytes() + [0x20]
            for chunks in Chunking.all(bytes, seeds: seed..<seed + 2) {
                var parser = IncrementalJSONParser()
                var last: JSONValue?
                for chunk in chunks {
                    parser.feed(chunk)
                    let snapshot = parser.snapshot()
                    if let last, let snapshot { #expect(Growth.holds(from: last, to: snapshot), "seed \(seed)") }
                    last = snapshot
                }
                #expect(last?.bytes() == value.bytes(), "seed \(seed)")
            }
        }
    }

    @Test func `damaged documents never crash, and all parsers say the same of them`() {
        for seed in 0..<600 as Range<UInt64> {
            var source = RandomJSON(seed: seed)
            let bytes = source.mutation(of: source.value(depth: 3).bytes())
            let expected = Result { () throws(JSONError) in try JSONValue(parsing: bytes) }
            let chunks = seed % 2 == 0 ? Chunking.random(bytes, seed: seed) : bytes.indices.map { bytes[$0...$0] }
            var parser = IncrementalJSONParser()
            for chunk in chunks {
                parser.feed(chunk)
                _ = parser.snapshot()
            }
            switch (expected, parser.finish()) {
            case (.success(let value), .complete): #expect(parser.snapshot() == value, "seed \(seed)")
            case (.failure(let error), .truncated): #expect(error.reason == .endOfInput, "seed \(seed)")
            case (.failure(let error), .invalid(let found)): #expect(error == found, "seed \(seed)")
            default: Issue.record("seed \(seed): \(expected) but \(parser.state)")
            }
        }
    }

    @Test func `random calls on damaged documents never crash`() {
        for seed in 0..<600 as Range<UInt64> {
            var source = RandomJSON(seed: seed)
            let bytes = source.mutation(of: source.value(depth: 3).bytes())
            JSONReader.read(bytes) { reader in
                for _ in 0..<40 {
                    // An error does not stop the reader here: whatever follows must stay inside the bytes, too.
                    switch Int.random(in: 0..<12, using: &source.random) {
                    case 0: try? reader.beginObject()
                    case 1: try? reader.beginArray()
                    case 2, 3: _ = try? reader.nextKey()
                    case 4, 5: _ = try? reader.nextElement()
                    case 6: _ = try? reader.string()
                    case 7: _ = try? reader.number()
                    case 8: _ = try? reader.skipNull()
                    case 9: _ = try? reader.rawRange()
                    case 10: _ = reader.keyEquals("key") ? try? reader.keyString() : nil
                    default: _ = try? reader.value()
                    }
                }
                #expect(reader.offset <= bytes.count, "seed \(seed)")
            }
        }
    }
}
