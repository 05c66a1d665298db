import LMJSON

/// Makes random JSON values.
struct RandomJSON {
    var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func value(depth: Int = 4) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .number(number())
        case 3, 4: return .string(string())
        case 5, 6: return .object(JSONObject(members(depth: depth - 1)))
        default: return .array((0..<Int.random(in: 0...5, using: &random)).map { _ in value(depth: depth - 1) })
        }
    }

    private mutating func members(depth: Int) -> [JSONObject.Member] {
        (0..<Int.random(in: 0...12, using: &random)).map { _ in .init(key: string(), value: value(depth: depth)) }
    }

    private mutating func number() -> JSONNumber {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return JSONNumber(Int64(bitPattern: random.next()))
        case 1: return JSONNumber(Int.random(in: -100...100, using: &random))
        case 2: return JSONNumber(Double(bitPattern: random.next())) ?? 0
        case 3: return JSONNumber(UInt64.max - random.next() % 100)
        default:
            let texts = ["-0", "1E2", "0.10", "1e400", "-1e-400", "1.0", "0e0", "12345678901234567890.5"]
            return JSONNumber(text: texts[Int.random(in: texts.indices, using: &random)]) ?? 0
        }
    }

    private mutating func string() -> String {
        let parts = [
            "a", "key", "\"", "\\", "/", "\n", "\u{0}", "\u{1F}", "é", "e\u{301}", "\u{1F600}", "\u{2028}", "日本",
            "long enough ",
        ]
        return (0..<Int.random(in: 0...6, using: &random)).map { _ in
            parts[Int.random(in: parts.indices, using: &random)]
        }.joined()
    }

    /// Bytes with a few of them changed, removed, added or repeated.
    mutating func mutation(of bytes: [UInt8]) -> [UInt8] {
        var result = bytes
        let interesting = Array(#"{}[]",:\u0eE-+.tfn "#.utf8) + [0, 0x0A, 0x80, 0xC3, 0xE2, 0xED, 0xF0, 0xFF]
        for _ in 0...Int.random(in: 0...3, using: &random) {
            let place = Int.random(in: 0...result.count, using: &random)
            let byte = interesting[Int.random(in: interesting.indices, using: &random)]
            switch Int.random(in: 0..<4, using: &random) {
            case 0 where place < result.count: result[place] = byte
            case 1 where place < result.count: result.remove(at: place)
            case 2: result.removeLast(min(result.count, Int.random(in: 0...3, using: &random)))
            default: result.insert(byte, at: place)
            }
        }
        return result
    }
}
