/// Seeded input, the same in every run.
enum Inputs {
    /// Deltas of a Responses stream as they stand on the wire, 295 bytes each, behind the events that open a message.
    static func deltas(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count * 295 + 2048)
        let id = "msg_5c1e2f70-9a3b-4d6e-8f10-2b3c4d5e6f70"
        func event(_ type: String, _ fields: String) {
            bytes += "event: \(type)\ndata: {\"type\":\"\(type)\",\(fields)}\n\n".utf8
        }
        let response =
            #""response":{"id":"5c1e2f70-9a3b-4d6e-8f10-2b3c4d5e6f70","model":"grok-4.7","status":"in_progress","output":[],"usage":null}"#
        event("response.created", "\"sequence_number\":0,\(response)")
        event(
            "response.output_item.added",
            "\"sequence_number\":1,\"output_index\":0,\"item\":{\"id\":\"\(id)\",\"type\":\"message\",\"role\":\"assistant\",\"status\":\"in_progress\",\"content\":[]}"
        )
        event(
            "response.content_part.added",
            "\"sequence_number\":2,\"item_id\":\"\(id)\",\"output_index\":0,\"content_index\":0,\"part\":{\"type\":\"output_text\",\"text\":\"\",\"annotations\":[]}"
        )
        var random = SplitMix(seed: 7)
        let words = [" the", " model", " writes", " words", ",", " one", " by", " one", ".", "\\n", " größer", " 東京"]
        for index in 0..<count {
            let word = words[Int(random.next() % UInt64(words.count))]
            let start = bytes.count
            bytes +=
                "event: response.output_text.delta\ndata: {\"type\":\"response.output_text.delta\",\"sequence_number\":\(index + 3),\"item_id\":\"\(id)\",\"output_index\":0,\"content_index\":0,\"delta\":\"\(word)\",\"logprobs\":[],\"obfuscation\":\""
                .utf8
            while bytes.count - start < 295 - 5 { bytes.append(UInt8(ascii: "a") + UInt8(random.next() % 26)) }
            bytes += "\"}\n\n".utf8
        }
        event(
            "response.completed",
            "\"sequence_number\":\(count + 3),\"response\":{\"id\":\"5c1e2f70-9a3b-4d6e-8f10-2b3c4d5e6f70\",\"model\":\"grok-4.7\",\"status\":\"completed\",\"output\":[],\"usage\":{\"input_tokens\":10,\"output_tokens\":\(count),\"total_tokens\":\(count + 10)}}"
        )
        return bytes
    }

    /// One event whose data line has so many bytes.
    static func longLine(_ length: Int) -> [UInt8] {
        Array("data: {\"delta\":\"".utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: length) + Array("\"}\n\n".utf8)
    }

    static func chunks(_ bytes: [UInt8], of size: Int) -> [[UInt8]] {
        stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
    }
}

struct SplitMix: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
