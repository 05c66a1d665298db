import LMJSON
import LMProtocol
import LMTestSupport
import Testing

@testable import LMResponses

/// Every recorded stream decodes to what its own terminal response says.
@Suite(.enabled(if: Traffic.isThere, "LM_TRAFFIC does not say where the recorded traffic is"))
struct StreamTrafficTests {
    /// The recordings that are no whole answer, and why.
    static let failures: [String: (category: FailureCategory, reason: String)] = [
        "openai/014-1.sse": (.quotaExhausted, "an error event after response.created"),
        "openai/045-1.sse": (.malformedResponse, "written by hand, with a brace missing in response.created"),
        "openai/317-2.sse": (.incompleteStream, "an empty body"),
    ]

    /// The recordings whose terminal response contradicts their own deltas, and why. What was streamed stays.
    static let mismatches: [String: String] = ["openai/036-1.sse": "its deltas were shortened by hand"]

    /// The recordings that hold several streams, one behind the other: the answers of several requests.
    static let severals = ["azure/003-1.sse": 4, "openai/032-1.sse": 4, "openai/040-1.sse": 2]

    @Test(arguments: Traffic.files(".sse").flatMap(Traffic.streams))
    func `a recorded stream decodes to what its terminal response says`(_ stream: Traffic.Stream) throws {
        let model = Traffic.exchange(stream.file)?["request"]?["body"]?["model"]?.stringValue ?? "m"
        let decoded = Decoding([stream.bytes], model: model)
        #expect(decoded.violations.isEmpty)
        if let expected = Self.failures[stream.file] {
            #expect(decoded.failure?.category == expected.category, "\(expected.reason)")
            return
        }
        #expect(decoded.failure == nil)
        let reference = try #require(Reference(stream: stream.bytes))
        reference.check(EventLog(decoded.events), isMismatch: Self.mismatches[stream.file] != nil)
    }

    @Test func `the recordings of several streams are known, and each is read as its first`() {
        let counts = Dictionary(uniqueKeysWithValues: Traffic.files(".sse").map { ($0, Traffic.streams($0).count) })
        #expect(counts.filter { $0.value != 1 } == Self.severals)
        for file in Self.severals.keys {
            // What follows the terminal event belongs to no answer.
            #expect(Decoding([Traffic.bytes(file)]).events == Decoding([Traffic.streams(file)[0].bytes]).events)
        }
    }

    @Test(arguments: Traffic.files(".sse"))
    func `a recorded stream decodes to the same events however it is cut`(file: String) {
        let bytes = Traffic.bytes(file)
        let whole = Decoding([bytes])
        // One event at a time, as most servers write them.
        var events: [[UInt8]] = [[]]
        for byte in bytes {
            if byte == 10, events[events.count - 1].last == 10 {
                events[events.count - 1].append(byte)
                events.append([])
            } else {
                events[events.count - 1].append(byte)
            }
        }
        let perEvent = Decoding(events)
        #expect(perEvent.events == whole.events)
        #expect(perEvent.failure == whole.failure)
        for size in bytes.count < 20_000 ? [1, 1000] : [61, 1000] {
            let pieces = stride(from: 0, to: bytes.count, by: size).map {
                Array(bytes[$0..<min($0 + size, bytes.count)])
            }
            let cut = Decoding(pieces)
            #expect(cut.events == whole.events)
            #expect(cut.failure == whole.failure)
        }
    }
}
