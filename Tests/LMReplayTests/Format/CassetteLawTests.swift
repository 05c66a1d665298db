import Testing

@testable import LMReplay

/// The laws of the format that are about bytes, over bodies of every sort.
@Suite struct CassetteLawTests {
    @Test(arguments: 0..<8)
    func `a cassette gives back every body to the byte`(seed: Int) throws {
        var bodies = RandomBodies(seed: UInt64(seed))
        var interactions: [Interaction] = []
        for number in 1...150 {
            var request = Samples.request
            request.body = bodies.requestBody()
            let body = number % 5 == 0 ? bodies.garbage(upTo: 200) : bodies.eventStream()
            interactions.append(
                Samples.interaction(
                    number, request: request, body: body,
                    headers: number % 7 == 0 ? [.contentType: "application/json"] : Samples.eventStream))
        }
        let cassette = Samples.cassette(interactions)
        let read = try Cassette(text: cassette.text)
        #expect(read.interactions == interactions)
        #expect(read.warnings.isEmpty)
    }

    @Test(arguments: 0..<4)
    func `reading and writing again gives the same file, from its text and from its values`(seed: Int) throws {
        var bodies = RandomBodies(seed: 100 + UInt64(seed))
        let interactions = (1...50).map { Samples.interaction($0, body: bodies.eventStream()) }
        let text = Samples.cassette(interactions).text
        let read = try Cassette(text: text)
        #expect(read.text == text)
        #expect(CassetteWriter().text(header: read.header, interactions: read.interactions) == text)
    }

    @Test func `what a later version adds is kept`() throws {
        let text = """
            {"cassette":1,"mood":"fine"}
            {"request":1,"method":"GET","url":"http://127.0.0.1/","headers":{},"later":[1,{"a":null}]}
            {"note":"written by hand","x":1}
            {"response":1,"status":200,"headers":{"content-type":"text/event-stream"}}
            {"event":1,"json":{"a":1},"why":"because"}

            {"end":1,"how":"eof","bytes":15}
            """
        let cassette = try Cassette(text: Array(text.utf8))
        #expect(cassette.text.text == text)
        #expect(cassette.interactions[0].response?.body.text == "data: {\"a\":1}\n\n")
    }

    @Test func `long bodies are spread over lines that stay under the limit`() throws {
        let limits = CassetteLimits(lineBytes: 4500, fileBytes: 1 << 20)
        var bodies = RandomBodies(seed: 7)
        let long = "data: {\"a\":\"" + String(repeating: "Straße\u{1}", count: 900) + "\"}\n\n"
        var request = Samples.request
        request.body = Array("{\"input\":[\"\(String(repeating: "ä", count: 4000))\"]}".utf8)
        let interactions = [
            Samples.interaction(1, request: request, body: Array(long.utf8)),
            Samples.interaction(2, body: (0..<60).flatMap { _ in bodies.garbage(upTo: 300) }),
            Samples.interaction(
                3, body: (0..<900).flatMap { _ in Array("x\n\n".utf8) },
                cuts: (0..<900).map { _ in Cut(byteCount: 3, milliseconds: 1000) }),
        ]
        let text = CassetteWriter(limits: limits).text(header: CassetteHeader(), interactions: interactions)
        #expect(text.split(separator: 0x0A).allSatisfy { $0.count <= limits.lineBytes })
        #expect(try CassetteReader(limits: limits).read(text).interactions == interactions)
    }

    @Test func `a payload that is nested as deep as a line may be is still a line that can be read`() throws {
        for depth in [511, 512, 600] {
            let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            var request = Samples.request
            request.body = Array("{\"a\":\(nested)}".utf8)
            let interaction = Samples.interaction(request: request, body: Array("data: \(nested)\n\n".utf8))
            let cassette = Samples.cassette([interaction])
            #expect(try Cassette(text: cassette.text).interactions == [interaction])
        }
    }
}
