import Foundation
import LMTransport
import Testing

@testable import LMReplay
@testable import LMReplayTesting

/// Tests as a package's author writes them, which run only in a process of their own that names a folder for their
/// cassettes. Some of them fail, because they show what is said then.
enum TraitFixtures {
    static let folder = ProcessInfo.processInfo.environment["LM_TRAIT_FOLDER"]
    static var isEnabled: Bool { folder != nil }
    /// What the server of a recording answers with, each time anew.
    static let status = ProcessInfo.processInfo.environment["LM_TRAIT_STATUS"].flatMap(Int.init) ?? 200

    static func cassette(
        _ name: String, leniency: CassetteTrait.Leniency = [], sourceLocation: SourceLocation = #_sourceLocation
    ) -> CassetteTrait {
        .cassette(
            name, in: folder ?? "/nowhere", leniency: leniency,
            upstream: { ScriptedTransport(status: status, [.chunk(Samples.body)]) }, sourceLocation: sourceLocation)
    }

    static func send(_ number: Int, over transport: CassetteTransport) async throws {
        _ = try await transport.send(.sample(body: "{\"n\":\(number)}")).body.collect()
    }
}

@Suite(.enabled(if: TraitFixtures.isEnabled)) struct SharedCassetteFixtures {
    @Test(TraitFixtures.cassette("shared")) func `one`() async throws {
        try await TraitFixtures.send(1, over: .current)
    }

    @Test(TraitFixtures.cassette("shared")) func `two`() async throws {
        try await TraitFixtures.send(2, over: .current)
    }

    @Test(TraitFixtures.cassette("shared")) func `two, and it's "more" than one`() async throws {
        try await TraitFixtures.send(2, over: .current)
        if ProcessInfo.processInfo.environment["LM_TRAIT_FAIL"] != nil { Issue.record("on purpose") }
    }
}

@Suite(.enabled(if: TraitFixtures.isEnabled), TraitFixtures.cassette("suite")) struct SuiteCassetteFixtures {
    @Test func `first`() async throws { try await TraitFixtures.send(1, over: .current) }
    @Test func `second`() async throws { try await TraitFixtures.send(2, over: .current) }
}

@Suite(.enabled(if: TraitFixtures.isEnabled), TraitFixtures.cassette("partial")) struct DisabledTestFixtures {
    @Test func `runs`() async throws { try await TraitFixtures.send(1, over: .current) }
    @Test(.disabled()) func `does not run`() async throws { try await TraitFixtures.send(2, over: .current) }
}

@Suite(.enabled(if: TraitFixtures.isEnabled)) struct FailingFixtures {
    struct Broken: Error {}

    @Test(TraitFixtures.cassette("throws")) func `throws`() async throws {
        try await TraitFixtures.send(1, over: .current)
        throw Broken()
    }

    @Test(TraitFixtures.cassette("expects")) func `expects`() async throws {
        try await TraitFixtures.send(1, over: .current)
        #expect(Bool(false))
    }

    @Test(TraitFixtures.cassette("requires"), arguments: 1...2) func `requires`(number: Int) async throws {
        try await TraitFixtures.send(number, over: .current)
        try #require(number == 1)
    }

    @Test(TraitFixtures.cassette("knows")) func `knows`() async throws {
        try await TraitFixtures.send(1, over: .current)
        withKnownIssue { Issue.record("known") }
    }

    @Test(TraitFixtures.cassette("refused")) func `refused`() async throws {
        try await TraitFixtures.send(1, over: .current)
    }

    @Test(TraitFixtures.cassette("refused", leniency: .keepsErrors)) func `expected refusal`() async throws {
        try await TraitFixtures.send(1, over: .current)
    }
}

@Suite(.enabled(if: TraitFixtures.isEnabled)) struct MissFixtures {
    struct Wrapped: Error {}

    @Test(TraitFixtures.cassette("miss1")) func `thrown`() async throws {
        try await TraitFixtures.send(9, over: .current)
    }

    @Test(TraitFixtures.cassette("miss2")) func `wrapped`() async throws {
        do { try await TraitFixtures.send(9, over: .current) } catch { throw Wrapped() }
    }

    @Test(TraitFixtures.cassette("miss3")) func `hidden and sent three times`() async throws {
        for _ in 0..<3 { try? await TraitFixtures.send(9, over: .current) }
    }

    @Test(TraitFixtures.cassette("miss4")) func `expected otherwise`() async throws {
        let isSent: Void? = try? await TraitFixtures.send(9, over: .current)
        #expect(isSent != nil)
    }
}

@Suite(.enabled(if: TraitFixtures.isEnabled)) struct EarlyEndFixtures {
    @Test(TraitFixtures.cassette("early")) func `leaves early`() async throws {
        let transport = try CassetteTransport.current
        for try await chunk in try await transport.send(.sample()).body {
            #expect(!chunk.isEmpty)
            break
        }
    }

    @Test(TraitFixtures.cassette("detached")) func `asks from a detached task`() async throws {
        try await TraitFixtures.send(1, over: .current)
        _ = await Task.detached { Result { try CassetteTransport.current } }.value.mapError { error in
            print("SAID: \(error)")
            return error
        }
    }
}
