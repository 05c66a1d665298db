import Foundation
import LMTestSupport
import LMTransport
import Testing

@testable import LMReplay

@Suite struct CassetteRecorderTests {
    private let folder: TemporaryFolder
    private let clock = VirtualClock()
    private let name = "x.cassette.jsonl"

    init() throws { folder = try TemporaryFolder() }

    private func recorder(_ options: CassetteRecorder.Options = .init(settling: .zero)) throws -> CassetteRecorder {
        try CassetteRecorder(
            path: folder.file(name), options: options, clock: clock, now: Date(timeIntervalSince1970: 1_796_037_909))
    }

    private func chunks(_ sizes: [Int]) -> [ScriptedTransport.Step] {
        var rest = Samples.body[...]
        return sizes.map { size in
            defer { rest = rest.dropFirst(size) }
            return .chunk(Array(rest.prefix(size)))
        }
    }

    @Test func `a recording is the exchange as it went by, with its chunks and their times`() async throws {
        let recorder = try recorder()
        let chunks = chunks([100, 177])
        let upstream = ScriptedTransport(
            head: [.wait(.milliseconds(380))],
            [.wait(.microseconds(20_400)), chunks[0], .wait(.microseconds(9_400)), chunks[1]], clock: clock)
        let transport = recorder.transport(over: upstream)
        let seen = try await clock.run {
            let response = try await transport.send(.sample())
            #expect(response.status == 200)
            var seen: [[UInt8]] = []
            for try await chunk in response.body { seen.append(chunk) }
            return seen
        }
        #expect(seen.map(\.count) == [100, 177])
        let receipt = try await recorder.finish()
        #expect(receipt.interactions == 1 && receipt.partial == [])
        let expected = Samples.interaction(cuts: [
            Cut(byteCount: 100, milliseconds: 400), Cut(byteCount: 177, milliseconds: 10),
        ])
        let cassette = try Cassette(contentsOf: folder.file(name))
        #expect(cassette.interactions == [expected])
        #expect(cassette.header.recorded == "2026-11-30T11:25:09Z")
        #expect(cassette.header.redaction == "default-2")
        #expect(folder.contents(name)?.count == receipt.bytes)
        #expect(folder.names == [name])
    }

    @Test func `until it is finished, a recording is a part that its owner alone may read`() async throws {
        folder.write(Array("old".utf8), to: name)
        let recorder = try recorder()
        let transport = recorder.transport(over: ScriptedTransport(chunks([277])))
        _ = await (try transport.send(.sample())).body.collect()
        #expect(folder.names == [name, name + ".part"])
        #expect(folder.mode(name + ".part") == 0o600)
        #expect(folder.contents(name)?.text == "old")
        try await recorder.finish()
        #expect(folder.names == [name])
        #expect(try Cassette(contentsOf: folder.file(name)).interactions.count == 1)
    }

    @Test func `a recording that is dropped leaves the old cassette`() async throws {
        folder.write(Array("old".utf8), to: name)
        do {
            let recorder = try recorder()
            _ = try await recorder.transport(over: ScriptedTransport(chunks([277]))).send(.sample()).body.collect()
        }
        #expect(folder.contents(name)?.text == "old")
        let again = try recorder()
        again.discard()
        #expect(folder.names == [name])
    }

    @Test func `two recordings cannot grow in one file`() throws {
        let first = try recorder()
        do {
            _ = try recorder()
            Issue.record("It was opened twice.")
        } catch let error as CassetteError { #expect(error.kind == .busy) }
        first.discard()
    }

    @Test(arguments: [
        (TransportError(.connectionReset, "r"), Ending(.reset)),
        (TransportError(.truncatedBody, "t"), Ending(.reset, failure: .truncatedBody)),
        (TransportError(.timeout(.idle), "i"), Ending(.timeout)),
        (TransportError(.timeout(.total), "i"), Ending(.timeout, failure: .timeout(.total))),
    ])
    func `a body that breaks is recorded as far as it came`(error: TransportError, ending: Ending) async throws {
        let recorder = try recorder(.init(keepsPartial: true, settling: .zero))
        let transport = recorder.transport(over: ScriptedTransport(chunks([100]) + [.fail(error)]))
        let (bytes, thrown) = try await transport.send(.sample()).body.collect()
        #expect(bytes.count == 100 && thrown as? TransportError == error)
        #expect(try await recorder.finish().partial == [1])
        let interaction = try Cassette(contentsOf: folder.file(name)).interactions[0]
        #expect(interaction.ending == ending)
        #expect(interaction.response?.body == Array(Samples.body[..<100]))
    }

    @Test func `a request that gets no answer is recorded with its reason`() async throws {
        let recorder = try recorder(.init(keepsPartial: true, settling: .zero))
        let refused = TransportError(.connectionRefused, "Nothing listens there.")
        let transport = recorder.transport(over: ScriptedTransport(head: [.fail(refused)], []))
        await #expect(throws: refused) { try await transport.send(.sample()) }
        try await recorder.finish()
        let interaction = try Cassette(contentsOf: folder.file(name)).interactions[0]
        #expect(interaction.response == nil)
        #expect(interaction.ending == Ending(.reset, failure: .connectionRefused))
    }

    @Test func `a recording with a broken exchange does not replace a cassette unless it may`() async throws {
        folder.write(Array("old".utf8), to: name)
        let recorder = try recorder()
        let upstream = ScriptedTransport(chunks([100]) + [.fail(TransportError(.connectionReset, "r"))])
        _ = try await recorder.transport(over: upstream).send(.sample()).body.collect()
        do {
            try await recorder.finish()
            Issue.record("It was written.")
        } catch {
            #expect(error.kind == .partialRecording)
            #expect(error.description.contains("--keep-partial"))
        }
        #expect(folder.contents(name)?.text == "old")
        #expect(folder.names == [name, name + ".part"])
    }

    @Test func `letting go of a body ends the transfer and is recorded as cancelled`() async throws {
        let recorder = try recorder(.init(keepsPartial: true, settling: .zero))
        let upstream = ScriptedTransport(chunks([100, 177]))
        for try await _ in try await recorder.transport(over: upstream).send(.sample()).body { break }
        #expect(upstream.cancellations.all.count == 1)
        try await recorder.finish()
        #expect(try Cassette(contentsOf: folder.file(name)).interactions[0].ending == Ending(.cancelled))
    }

    @Test func `a cancelled task is recorded as cancelled`() async throws {
        let recorder = try recorder(.init(keepsPartial: true, settling: .zero))
        let transport = recorder.transport(over: ScriptedTransport(chunks([100]) + [.wait(.seconds(60))], clock: clock))
        let task = Task { try await transport.send(.sample()).body.collect() }
        try await clock.waitForSleepers()
        task.cancel()
        #expect(try await task.value.error is CancellationError)
        try await recorder.finish()
        #expect(try Cassette(contentsOf: folder.file(name)).interactions[0].ending == Ending(.cancelled))
    }

    @Test func `a body let go of at its last event is read on to its end`() async throws {
        let recorder = try recorder(.init(settling: .seconds(1)))
        let upstream = ScriptedTransport(
            chunks([277]) + [.wait(.milliseconds(900)), .chunk(Array(": bye\n\n".utf8))], clock: clock)
        for try await _ in try await recorder.transport(over: upstream).send(.sample()).body { break }
        try await clock.waitForSleepers(2)
        clock.advance(by: .milliseconds(900))
        try await recorder.finish()
        let interaction = try Cassette(contentsOf: folder.file(name)).interactions[0]
        #expect(interaction.ending == Ending(.eof))
        #expect(interaction.response?.body.count == 284)
    }

    @Test func `a body that goes on is not read for longer than that`() async throws {
        let recorder = try recorder(.init(keepsPartial: true, settling: .seconds(1)))
        let upstream = ScriptedTransport(chunks([277]) + [.wait(.seconds(5)), .chunk([1])], clock: clock)
        for try await _ in try await recorder.transport(over: upstream).send(.sample()).body { break }
        try await clock.waitForSleepers(2)
        clock.advance(by: .seconds(1))
        try await recorder.finish()
        #expect(try Cassette(contentsOf: folder.file(name)).interactions[0].ending == Ending(.cancelled))
    }

    @Test func `exchanges that overlap are in the order in which they were sent`() async throws {
        let recorder = try recorder()
        let slow = recorder.transport(over: ScriptedTransport([.wait(.seconds(2))] + chunks([277]), clock: clock))
        let fast = recorder.transport(over: ScriptedTransport([.wait(.seconds(1))] + chunks([277]), clock: clock))
        try await clock.run {
            let first = try await slow.send(.sample(body: "{\"n\":1}"))
            let second = try await fast.send(.sample(body: "{\"n\":2}"))
            async let firstBody = first.body.collect()
            async let secondBody = second.body.collect()
            _ = await (firstBody, secondBody)
        }
        try await recorder.finish()
        let cassette = try Cassette(contentsOf: folder.file(name))
        #expect(cassette.interactions.map(\.request.body.text) == ["{\"n\":1}", "{\"n\":2}"])
        #expect(CassetteWriter().text(header: cassette.header, interactions: cassette.interactions) == cassette.text)
    }

    @Test func `nothing recorded is no cassette`() async throws {
        let recorder = try recorder()
        do {
            try await recorder.finish()
            Issue.record("It was written.")
        } catch { #expect(error.kind == .partialRecording) }
        #expect(folder.names == [])
    }

    @Test func `a folder that is not there is named`() throws {
        do {
            _ = try CassetteRecorder(path: folder.file("none/x.cassette.jsonl"))
            Issue.record("It was made.")
        } catch { #expect(error.kind == .unwritable && error.remedy.contains("folder")) }
    }

    @Test func `a key in the credential, the headers or the address is not written`() async throws {
        let recorder = try recorder()
        let upstream = ScriptedTransport(
            headers: [.contentType: "text/event-stream", "set-cookie": canaryKey, "x-echo": canaryKey], chunks([277]))
        var request = HTTPRequest.sample(
            url: "https://\(canaryKey):\(canaryKey)@api.x.ai/v1?api_key=\(canaryKey)#\(canaryKey)",
            credential: Credential(bearer: canaryKey))
        request.headers.append(.authorization, "Bearer \(canaryKey)")
        request.headers.append("cookie", canaryKey)
        _ = try await recorder.transport(over: upstream).send(request).body.collect()
        try await recorder.finish()
        let text = try #require(folder.contents(name)?.text)
        #expect(!text.contains("CANARY"))
        #expect(upstream.requests.all.first?.credential == Credential(bearer: canaryKey))
    }

    @Test func `a key that a server gives back refuses the whole file`() async throws {
        folder.write(Array("old".utf8), to: name)
        let secret = "the0live0key0of0no0shape"
        var encoded: [UInt8] = []
        Base64.append("echo \(secret)".utf8, to: &encoded)
        for body in ["{\"error\":\"bad key \(secret)\"}", encoded.text, "%74he0live0key0of0no0shape"] {
            let recorder = try recorder()
            let upstream = ScriptedTransport(status: 400, [.chunk(Array(body.utf8))])
            let request = HTTPRequest.sample(credential: Credential(bearer: secret))
            _ = try await recorder.transport(over: upstream).send(request).body.collect()
            do {
                try await recorder.finish()
                Issue.record("It was written.")
            } catch {
                #expect(error.kind == .secretFound && error.line == 7)
                #expect(!"\(error)".contains(secret) && "\(error)".contains("live-key"))
            }
            #expect(folder.names == [name])
            #expect(folder.contents(name)?.text == "old")
        }
    }

    @Test func `redaction makes an echoed key recordable`() async throws {
        let redaction = Redaction(
            adding: [.init(.pattern(try RedactionPattern("xai-[A-Za-z0-9]+")), .replace("xai-REDACTED"))], name: "keys")
        let recorder = try recorder(.init(redaction: redaction, settling: .zero))
        let upstream = ScriptedTransport(status: 400, [.chunk(Array("bad \(canaryKey)".utf8))])
        _ = try await recorder.transport(over: upstream).send(.sample(credential: Credential(bearer: canaryKey))).body
            .collect()
        try await recorder.finish()
        let cassette = try Cassette(contentsOf: folder.file(name))
        #expect(cassette.interactions[0].response?.body.text == "bad xai-REDACTED")
        #expect(cassette.header.redaction == "default-2+keys")
    }
}
