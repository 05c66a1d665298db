import LMReplay
import Testing

@Suite struct ReplayWordsTests {
    @Test func `segmentations have words`() {
        #expect(
            ["recorded", "event", "whole", "byte", "seed:7"].map { Segmentation($0) } == [
                .recorded, .perEvent, .whole, .everyByte, .seeded(7),
            ])
        for text in ["", "seed:", "seed:-1", "Byte", "events"] { #expect(Segmentation(text) == nil) }
    }

    @Test func `speeds have words`() {
        #expect(
            ["instant", "recorded", "realtime", "4x", "0.5x"].map { ReplaySpeed($0) } == [
                .instant, .recorded, .recorded, .scaled(4), .scaled(0.5),
            ])
        for text in ["", "x", "0x", "-1x", "4", "infx", "nanx"] { #expect(ReplaySpeed(text) == nil) }
    }

    @Test func `faults have words`() {
        #expect(Fault("drop:3") == .drop(afterEvent: 3))
        #expect(Fault("reset:4097*2") == .reset(atByte: 4097, firstAttempts: 2))
        #expect(Fault("stall:2:60s") == .stall(afterEvent: 2, for: .seconds(60)))
        #expect(Fault("stall:2:1.5s") == .stall(afterEvent: 2, for: .milliseconds(1500)))
        #expect(Fault("corrupt:5*1") == .corrupt(event: 5, firstAttempts: 1))
        #expect(Fault("status:429") == .status(429))
        #expect(Fault("status:503:250ms*1") == .status(503, retryAfter: .milliseconds(250), firstAttempts: 1))
        for text in [
            "", "drop", "drop:x", "reset:-1", "drop:1:2", "stall:1", "stall:1:60", "status:99", "status:429:s",
            "drop:1*0", "drop:1*",
        ] {
            #expect(Fault(text) == nil, "\(text)")
        }
    }
}
