import Foundation
import LMTransport
import Testing

@testable import LMReplay

/// A recorder that is killed at any moment leaves the old cassette or the new one, whole.
///
/// `LM_KILL_ROUNDS` sets how many processes are killed; each takes a tenth of a second to start.
@Suite struct KilledRecordingTests {
    private static let rounds = Int(ProcessInfo.processInfo.environment["LM_KILL_ROUNDS"] ?? "") ?? 5

    @Test func `killing a recorder leaves no half cassette`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("x.cassette.jsonl")
        try await Self.record(path, generation: "before")
        for round in 0..<Self.rounds {
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, round = round as Int] in
                try await KilledRecordingTests.recordUntilKilled(path, seed: UInt64(round))
            }
            let cassette = try Cassette(contentsOf: path)
            #expect(cassette.interactions.count == 20)
            #expect(cassette.interactions.allSatisfy(\.isWhole) && cassette.warnings.isEmpty)
        }
        // What the last one left is taken over by the next.
        try await Self.record(path, generation: "after")
        #expect(try Cassette(contentsOf: path).header.recorder == "after")
        #expect(folder.names == ["x.cassette.jsonl"])
    }

    private static func recordUntilKilled(_ path: String, seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let moment = ContinuousClock.now + .microseconds(Int.random(in: 0...40_000, using: &random))
        Thread.detachNewThread {
            while ContinuousClock.now < moment {}
            kill(getpid(), SIGKILL)
        }
        for number in 0... { try await record(path, generation: "round \(seed), recording \(number)") }
    }

    private static func record(_ path: String, generation: String) async throws {
        let recorder = try CassetteRecorder(path: path, options: .init(recorder: generation, settling: .zero))
        let transport = recorder.transport(over: ScriptedTransport([.chunk(Samples.body), .chunk(Samples.body)]))
        for _ in 0..<20 { _ = try await transport.send(.sample()).body.collect() }
        try await recorder.finish()
    }
}
