import LMTransport
import Testing

@testable import LMReplay

/// What a reader says about files that are not as they should be.
@Suite struct CassetteReaderTests {
    private let head = "{\"cassette\":1}\n{\"request\":1,\"method\":\"GET\",\"url\":\"http://h/\",\"headers\":{}}\n"

    private func problem(_ text: String, limits: CassetteLimits = .standard) -> CassetteError? {
        do {
            _ = try CassetteReader(limits: limits).read(Array(text.utf8), path: "x.cassette.jsonl")
            return nil
        } catch { return error }
    }

    @Test func `a newer version is refused with both versions`() throws {
        let error = try #require(problem("{\"cassette\":2}\n"))
        #expect(error.kind == .newerVersion(found: 2, known: 1))
        #expect(error.description.contains("version 2") && error.description.contains("version 1"))
    }

    @Test(arguments: [
        ("", CassetteError.Kind.notACassette), ("{\"log\":{}}\n", .notACassette),
        ("event: a\ndata: {}\n\n", .notACassette),
        ("PK\u{3}\u{4}", .notACassette), ("{\"cassette\":\"1\"}", .damaged), ("{\"cassette\":0}", .damaged),
        ("{\"cassette\":1", .damaged),
    ])
    func `a file that is something else says so at its first line`(text: String, kind: CassetteError.Kind) throws {
        let error = try #require(problem(text))
        #expect(error.kind == kind)
        #expect(error.line == (text.isEmpty ? nil : 1))
    }

    @Test func `a bare event stream is told apart`() throws {
        #expect(try #require(problem("event: a\ndata: {}\n\n")).remedy.contains(".sse"))
    }

    @Test(arguments: [
        "{\"event\":1,\"json\":{}}", "{\"response\":1,\"status\":\"200\"}", "{\"response\":1}", "{\"body\":1}",
        "{\"body\":2,\"raw\":\"\"}", "{\"cassette\":1}", "{\"end\":1,\"how\":\"well\"}", "{\"end\":1}", "not json",
        "[1]",
        "{\"response\":1,\"status\":200,\"headers\":{\"a\":1}}", "{\"body\":1,\"base64\":\"?\"}",
        "{\"body\":1,\"at\":\"a\"}",
        "{\"body\":1,\"raw\":\"\\q\"}", "{\"x\":1}}", "{\"x\":\"\\u12\"}",
        "{\"request\":1,\"method\":\"GET\",\"url\":\"\"}",
        "{\"request\":0,\"method\":\"GET\",\"url\":\"\"}", "{\"wire\":1,\"cuts\":[1]}",
        "{\"body\":99999999999999999999}",
    ])
    func `a bad line is one error with its number`(line: String) throws {
        let error = try #require(problem(head + line + "\n{\"end\":1,\"how\":\"eof\",\"bytes\":0}\n"))
        #expect(error.kind == .damaged)
        #expect(error.line == 3)
        #expect(error.description.hasPrefix("x.cassette.jsonl: line 3: "))
    }

    @Test func `a byte that is not UTF-8 is an error with its line`() throws {
        var text = Array((head + "{\"note\":\"").utf8)
        text += [0xFF] + Array("\"}\n".utf8)
        do {
            _ = try Cassette(text: text)
            Issue.record("It was read.")
        } catch {
            #expect(error.line == 3 && error.reason.contains("UTF-8"))
        }
    }

    @Test func `lines behind the end of an interaction are an error`() throws {
        let error = try #require(problem(head + "{\"end\":1,\"how\":\"eof\"}\n{\"body\":1,\"raw\":\"\"}\n"))
        #expect(error.line == 4 && error.wholeInteractions == 1)
    }

    @Test func `limits on line, file and nesting are kept`() throws {
        let limits = CassetteLimits(lineBytes: 200, fileBytes: 400)
        let long = try #require(
            problem(head + "{\"note\":\"\(String(repeating: "x", count: 200))\"}\n", limits: limits))
        #expect(long.kind == .tooLarge && long.line == 3)
        let large = try #require(problem(String(repeating: head, count: 9), limits: limits))
        #expect(large.kind == .tooLarge)
        let nested = String(repeating: "[", count: 513)
        let deep = try #require(problem(head + "{\"body\":1,\"at\":\"a\",\"json\":\(nested)"))
        #expect(deep.kind == .tooLarge && deep.line == 3)
    }

    @Test func `a recording that was broken off says so`() throws {
        let cassette = try Cassette(text: Array(head.utf8))
        #expect(!cassette.isComplete)
        #expect(cassette.warnings == [CassetteWarning(.incomplete, interaction: 1, line: 2)])
        #expect(cassette.interactions[0].ending == nil)
    }

    @Test func `cuts that no longer fit the body are ignored with a warning`() throws {
        let cuts = [Cut(byteCount: 200, milliseconds: 1), Cut(byteCount: 77, milliseconds: 0)]
        let text = Samples.cassette([Samples.interaction(cuts: cuts)]).text.text
            .replacing("Hello", with: "Hello there")
        let cassette = try Cassette(text: Array(text.utf8))
        #expect(cassette.interactions[0].response?.cuts == [])
        #expect(cassette.interactions[0].response?.body.count == 283)
        #expect(
            cassette.warnings == [
                CassetteWarning(.cutsIgnored(sum: 277, bytes: 283), interaction: 1, line: 10),
                CassetteWarning(.byteCountDiffers(stated: 277, bytes: 283), interaction: 1, line: 11),
            ])
        #expect(cassette.text.text == text)
    }

    @Test(arguments: [
        "[[-1,0],[278,0]]", "[[9223372036854775807,0],[9223372036854775807,0]]", "[[277,-5]]",
        "[[277,9223372036854775807]]", "[[270,9223372036854775800],[7,9]]",
    ])
    func `cuts of impossible size are ignored`(cuts: String) throws {
        let text = Samples.cassette([Samples.interaction(cuts: [Cut(byteCount: 277, milliseconds: 1)])]).text.text
            .replacing("[[277,1]]", with: cuts)
        #expect(try Cassette(text: Array(text.utf8)).interactions[0].response?.cuts == [])
    }

    @Test func `a header that may not be recorded is left out with a warning`() throws {
        let text = head.replacing(
            "\"headers\":{}", with: "\"headers\":{\"authorization\":\"Bearer x\",\"accept\":\"a\"}")
        let cassette = try Cassette(text: Array(text.utf8))
        #expect(cassette.interactions[0].request.headers.fields == [.accept: "a"])
        #expect(cassette.warnings.first?.kind == .headerIgnored(name: "authorization"))
    }

    @Test func `interactions whose lines are mixed are told apart by their numbers`() throws {
        let text = """
            {"cassette":1}
            {"request":2,"method":"GET","url":"http://h/2","headers":{}}
            {"request":1,"method":"GET","url":"http://h/1","headers":{}}
            {"response":2,"status":202,"headers":{}}
            {"response":1,"status":201,"headers":{}}
            {"content":2,"raw":"b"}
            {"content":1,"raw":"a"}
            {"end":2,"how":"eof","bytes":1}
            {"end":1,"how":"eof","bytes":1}

            """
        let cassette = try Cassette(text: Array(text.utf8))
        #expect(cassette.interactions.map(\.request.url) == ["http://h/1", "http://h/2"])
        #expect(cassette.interactions.map { $0.response?.body.text } == ["a", "b"])
        #expect(cassette.text.text == text)
    }

    @Test func `line ends of Windows and a byte order mark do no harm`() throws {
        let lines = Samples.cassette([Samples.interaction()]).text.text.replacing("\n", with: "\r\n")
        let text = Array("\u{FEFF}\(lines)".utf8)
        let cassette = try Cassette(text: text)
        #expect(cassette.interactions == [Samples.interaction()])
        #expect(cassette.text == text)
    }

    @Test(arguments: 0..<6)
    func `no damage to a file crashes the reader`(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        var bodies = RandomBodies(seed: UInt64(seed))
        let text = Samples.cassette((1...3).map { Samples.interaction($0, body: bodies.eventStream()) }).text
        for _ in 0..<400 {
            var damaged = text
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<damaged.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: damaged[place] = UInt8.random(in: 0...255, using: &random)
                case 1: damaged.remove(at: place)
                default: damaged.removeSubrange(place..<min(place + 40, damaged.count))
                }
            }
            if let cassette = try? Cassette(text: damaged) { #expect(cassette.text == damaged) }
        }
    }

    @Test func `the part of a recording is explained`() {
        for path in ["/nowhere/x.cassette.jsonl.part", "/nowhere/x.cassette.jsonl"] {
            do {
                _ = try Cassette(contentsOf: path)
                Issue.record("It was read.")
            } catch {
                #expect(error.kind == (path.hasSuffix(".part") ? .unfinishedRecording : .missing))
            }
        }
    }
}
