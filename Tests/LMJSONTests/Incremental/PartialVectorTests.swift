import LMJSON
import Testing

/// The vectors of partial-json-vectors.json: what is shown of an unfinished document.
@Suite struct PartialVectorTests {
    @Test func `every vector holds in every chunking`() throws {
        let vectors = try Vectors.load("partial-json-vectors.json")
        #expect(vectors.count > 100)
        for vector in vectors {
            let input = try #require(vector["input_prefix"]?.stringValue)
            let note = Comment(rawValue: "\(input) \(vector["note"]?.stringValue ?? "")")
            for chunks in Chunking.all(Array(input.utf8)) {
                for keepsSnapshots in [false, true] {
                    var parser = IncrementalJSONParser()
                    var kept: [JSONValue] = []
                    for chunk in chunks {
                        parser.feed(chunk)
                        let snapshot = parser.snapshot()
                        if keepsSnapshots, let snapshot { kept.append(snapshot) }
                    }
                    try check(&parser, vector, note)
                    for (earlier, later) in zip(kept, kept.dropFirst()) {
                        #expect(Growth.holds(from: earlier, to: later), note)
                    }
                }
            }
        }
    }

    private func check(_ parser: inout IncrementalJSONParser, _ vector: JSONValue, _ note: Comment) throws {
        let expected = try #require(vector["expect"])
        let snapshot = parser.snapshot()
        #expect(snapshot?.text(.canonical) == expected["value"]?.text(.canonical), note)
        #expect(parser.open?.description == expected["open"]?.stringValue, note)
        #expect(name(parser.state) == expected["state"]?.stringValue, note)
        #expect(name(parser.finish()) == vector["final"]?.stringValue, note)
    }

    private func name(_ state: IncrementalJSONParser.State) -> String {
        switch state {
        case .empty: "empty"
        case .partial: "partial"
        case .complete: "complete"
        case .invalid: "invalid"
        }
    }

    private func name(_ ending: IncrementalJSONParser.Ending) -> String {
        switch ending {
        case .complete: "complete"
        case .truncated: "truncated"
        case .invalid: "invalid"
        }
    }
}
