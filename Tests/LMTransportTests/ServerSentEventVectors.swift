import Foundation
import LMTestSupport
import LMTransport
import Testing

/// One of the language-neutral vectors of Fixtures/vectors/sse-vectors.json.
struct ServerSentEventVector: Decodable, CustomTestStringConvertible, Sendable {
    struct Event: Decodable, Equatable {
        var event: String
        var data: String
        var id: String
        var retry: Int?

        init(_ event: ServerSentEvent) {
            self.event = event.name
            data = event.data
            id = event.id
            retry = event.retry
        }

        // String compares by canonical equivalence, which would let a change of the bytes pass.
        static func == (left: Event, right: Event) -> Bool {
            left.event.utf8.elementsEqual(right.event.utf8) && left.data.utf8.elementsEqual(right.data.utf8)
                && left.id.utf8.elementsEqual(right.id.utf8) && left.retry == right.retry
        }
    }

    struct Final: Decodable {
        var lastEventID: String
        var retry: Int?

        enum CodingKeys: String, CodingKey {
            case lastEventID = "last_event_id"
            case retry
        }
    }

    var name: String
    var chunks: [Data]
    var expect: [Event]
    var final: Final
    var rechunk: Int?

    var testDescription: String { name }
    var bytes: [UInt8] { chunks.flatMap { $0 } }

    static let all: [ServerSentEventVector] = {
        guard let bytes = try? Fixtures.bytes("vectors/sse-vectors.json") else { return [] }
        return (try? JSONDecoder().decode([ServerSentEventVector].self, from: Data(bytes))) ?? []
    }()
}

/// Splits bytes into chunks of a given size.
func pieces(of bytes: [UInt8], size: Int) -> [[UInt8]] {
    stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
}

/// A small generator whose sequence its seed decides, so that a failing split can be run again.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
