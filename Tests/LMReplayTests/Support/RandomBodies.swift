@testable import LMReplay

/// Bodies of every sort, the same ones for the same seed.
struct RandomBodies {
    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// A body of some framing: sound events, odd events, cut events, garbage.
    mutating func eventStream() -> [UInt8] {
        var body: [UInt8] = []
        if chance(20) { body += [0xEF, 0xBB, 0xBF] }
        for _ in 0..<Int.random(in: 0...12, using: &random) { body += block() }
        if chance(4), !body.isEmpty { body.removeLast(Int.random(in: 0...min(5, body.count), using: &random)) }
        if chance(8) { body += garbage(upTo: 40) }
        return body
    }

    /// Bytes without any sense.
    mutating func garbage(upTo limit: Int) -> [UInt8] {
        (0..<Int.random(in: 0...limit, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    /// A request's body: an object in some layout, or something else.
    mutating func requestBody() -> [UInt8] {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: return garbage(upTo: 60)
        case 1: return Array(json(depth: 3).utf8)
        case 2: return []
        case 3: return Array("{}".utf8)
        case 4: return Array(" \(object(depth: 2, space: " ")) ".utf8)
        case 5: return Array(object(depth: 2, space: "\n  ").utf8)
        default: return Array(object(depth: 3, space: "").utf8)
        }
    }

    private mutating func block() -> [UInt8] {
        let end = pick(["\n", "\n", "\n", "\n", "\r\n", "\r"])
        let payload = object(depth: 2, space: chance(5) ? " " : "")
        let type = pick(["response.created", "a", "", "ü", "tab\\tname"])
        let typed = "{\"type\":\"\(type)\",\"n\":\(payload)}"
        let text =
            switch Int.random(in: 0..<14, using: &random) {
            case 0: ": keepalive\(end)\(end)"
            case 1: "data: [DONE]\(end)\(end)"
            case 2: "data:\(payload)\(end)\(end)"
            case 3: "event: other\(end)data: \(typed)\(end)\(end)"
            case 4: "data: \(typed)\(end)\(end)"
            case 5: "data: \(payload)\(end)\(end)"
            case 6: "id: 7\(end)event: \(type)\(end)data: \(typed)\(end)\(end)"
            case 7: "data: {\(end)data: }\(end)\(end)"
            case 8: "\(end)"
            case 9: "event: \(type)\(end)data: {\"type\":\"\(type)\",\(end)\(end)"
            case 10: "event: \(type)\(end)data: {\"type\":\"x\",\"type\":\"\(type)\"}\(end)\(end)"
            default: "event: \(type)\(end)data: \(typed)\(end)\(end)"
            }
        var bytes = Array(text.utf8)
        if chance(10), !bytes.isEmpty {
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        return bytes
    }

    private mutating func object(depth: Int, space: String) -> String {
        let members = (0..<Int.random(in: 0...4, using: &random)).map { _ in
            let key = pick(["a", "b", "input", "x/y", "~1", "", "é", "e\\u0301", "quote\\\"", "\\u0061"])
            return "\"\(key)\":\(space)\(json(depth: depth - 1))"
        }
        return "{\(members.joined(separator: ",\(space)"))}"
    }

    private mutating func json(depth: Int) -> String {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &random) {
        case 0: return pick(["null", "true", "false"])
        case 1: return pick(["0", "-0", "12345678901234567890", "1e400", "0.10", "-1.5E-7"])
        case 2: return "\"plain\""
        case 3: return pick(["\"a\\nb\"", "\"\\ud800\"", "\"\\u0000\"", "\"😀\"", "\"\u{7F}\u{2028}\"", "\"\\/\""])
        case 4: return "[]"
        case 5: return "{}"
        case 6: return object(depth: depth, space: "")
        default:
            let elements = (0..<Int.random(in: 0...3, using: &random)).map { _ in json(depth: depth - 1) }
            return "[\(elements.joined(separator: pick([",", ",", ", "])))]"
        }
    }

    private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

    private mutating func pick(_ choices: [String]) -> String {
        choices[Int.random(in: 0..<choices.count, using: &random)]
    }
}
