import LMJSON
import LMProtocol
import Testing

@Suite struct `Streamed values` {
    private let text = Trip.sample.generatedContent.jsonString

    @Test func `each prefix of the bytes has a snapshot that is a beginning of the value`() throws {
        var parser = StructuredStreamParser()
        var title = ""
        var days = 0
        for (index, scalar) in text.unicodeScalars.enumerated() {
            parser.append(String(scalar))
            guard let content = parser.snapshot() else {
                #expect(index == 0)
                continue
            }
            let trip = try #require(try content.convertedIfReady(to: Trip.PartiallyGenerated.self))
            #expect((trip.title ?? "").hasPrefix(title))
            #expect(Trip.sample.title.hasPrefix(trip.title ?? ""))
            #expect(trip.days?.count ?? 0 >= days)
            #expect(trip.weather == nil || trip.weather == .sunset)
            #expect(trip.budget == nil || trip.budget == 1200.5)
            for (day, whole) in zip(trip.days ?? [], Trip.sample.days) {
                #expect(whole.city.unicodeScalars.starts(with: (day.city ?? "").unicodeScalars))
                #expect(day.stars == nil || day.stars == whole.stars)
            }
            title = trip.title ?? ""
            days = trip.days?.count ?? 0
        }
        #expect(parser.state == .complete)
    }

    @Test func `a name that begins like another is not shown before it is whole`() throws {
        var parser = StructuredStreamParser()
        parser.append(#"{"weather":"sun"#)
        #expect(try parser.snapshot()?.convertedIfReady(to: Trip.PartiallyGenerated.self)?.weather == nil)
        parser.append(#"set""#)
        #expect(try parser.snapshot()?.convertedIfReady(to: Trip.PartiallyGenerated.self)?.weather == .sunset)
    }

    @Test func `identifiers stay, and are those of the finished value`() throws {
        var generator = SystemRandomNumberGenerator()
        let root = GenerationID(using: &generator)
        var parser = StructuredStreamParser(id: root)
        var seen: [Int: Set<GenerationID>] = [:]
        for scalar in text.unicodeScalars {
            parser.append(String(scalar))
            guard let content = parser.snapshot(),
                let trip = try content.convertedIfReady(to: Trip.PartiallyGenerated.self)
            else { continue }
            #expect(trip.id == root)
            for (index, day) in (trip.days ?? []).enumerated() { seen[index, default: []].insert(day.id) }
        }
        #expect(seen.mapValues(\.count) == [0: 1, 1: 1])
        #expect(seen[0] != seen[1])
        let last = parser.snapshot()
        let finished = GeneratedContent(try #require(last).json, id: root)
        let partial = try Trip.PartiallyGenerated(finished)
        #expect(Set((partial.days ?? []).map(\.id)) == seen[0]?.union(seen[1] ?? []))
    }

    @Test func `snapshots that are kept stay as they were`() throws {
        var parser = StructuredStreamParser()
        var kept: [(text: String, trip: Trip.PartiallyGenerated)] = []
        var prefix = ""
        for scalar in text.unicodeScalars {
            parser.append(String(scalar))
            prefix.unicodeScalars.append(scalar)
            guard let content = parser.snapshot(),
                let trip = try content.convertedIfReady(to: Trip.PartiallyGenerated.self)
            else { continue }
            kept.append((prefix, trip))
        }
        for (text, trip) in kept {
            let again = try Trip.PartiallyGenerated(GeneratedContent(json: text))
            #expect(trip.days?.map(\.city) == again.days?.map(\.city))
            #expect(trip.days?.map(\.activities) == again.days?.map(\.activities))
        }
    }

    @Test func `a snapshot that is older than the last conversion converts as well`() throws {
        var parser = StructuredStreamParser()
        parser.append(#"[{"city":"A"},{"ci"#)
        let first = parser.snapshot()
        let older = try #require(first)
        parser.append(#"ty":"B"},{"city":"C"},{"#)
        for _ in 0..<4 {
            #expect(
                try parser.snapshot()?.value([Trip.Day.PartiallyGenerated].self).map(\.city) == ["A", "B", "C", nil])
            parser.append(" ")
        }
        #expect(try older.value([Trip.Day.PartiallyGenerated].self).map(\.city) == ["A", nil])
    }

    @Test func `one snapshot converts to several types`() throws {
        var parser = StructuredStreamParser()
        parser.append(#"[{"city":"A"},{"city":"B"#)
        let snapshot = parser.snapshot()
        let content = try #require(snapshot)
        for _ in 0..<3 {
            #expect(try content.value([Trip.Day.PartiallyGenerated].self).map(\.city) == ["A", "B"])
            #expect(
                try content.value([GeneratedContent].self).map(\.jsonString) == [#"{"city":"A"}"#, #"{"city":"B"}"#])
            #expect(try content.value([[String: String]].self) == [["city": "A"], ["city": "B"]])
        }
    }

    @Test func `a name that stands twice shows the later value`() throws {
        var parser = StructuredStreamParser()
        parser.append(#"{"days":[{"city":"A"},{"city":"B"}],"days":[{"city":"C"#)
        #expect(
            try parser.snapshot()?.convertedIfReady(to: Trip.PartiallyGenerated.self)?.days?.map(\.city) == ["C"])
        parser.append(#""},{"city":"D"},{"city":"E"}"#)
        #expect(
            try parser.snapshot()?.convertedIfReady(to: Trip.PartiallyGenerated.self)?.days?.map(\.city)
                == ["C", "D", "E"])
    }

    @Test func `an element that cannot be shown yet is left out`() throws {
        var parser = StructuredStreamParser()
        parser.append(#"["rain","sun"#)
        #expect(try parser.snapshot()?.value([Weather].self) == [.rain])
        parser.append(#"",1"#)
        #expect(try parser.snapshot()?.value([Weather].self) == [.rain, .sun])
        parser.append("]")
        #expect(throws: GeneratedContent.ParsingError.self) { try parser.snapshot()?.value([Weather].self) }
    }

    @Test func `a type without a partial form shows when it is whole`() throws {
        var parser = StructuredStreamParser()
        parser.append(#"{"attachmentLabel":"first"#)
        let partial = try parser.snapshot()?.convertedIfReady(to: ImageReference.self)
        #expect(partial?.attachmentLabel == "first")
        var lone = StructuredStreamParser()
        lone.append(#""ra"#)
        #expect(try lone.snapshot()?.convertedIfReady(to: Weather.self) == nil)
        #expect(try lone.snapshot()?.convertedIfReady(to: String.self) == "ra")
    }

    @Test func `after text that is no JSON the last good snapshot stays`() throws {
        var parser = StructuredStreamParser()
        parser.append(#"{"title":"A"; "x":1}"#)
        #expect(parser.snapshot()?.jsonString == #"{"title":"A"}"#)
        guard case .invalid(let error) = parser.state else {
            Issue.record("valid")
            return
        }
        #expect(error.offset == 12)
    }

    @Test func `a value inside an object is shown by itself`() throws {
        var parser = StructuredStreamParser(property: "value")
        parser.append(#"{"va"#)
        #expect(parser.snapshot() == nil)
        parser.append(#"lue":["a","#)
        #expect(try parser.snapshot()?.value([String].self) == ["a"])
        #expect(parser.snapshot()?.isComplete == false)
        parser.append(#""b"]}"#)
        #expect(parser.snapshot() == ["a", "b"].generatedContent)
        #expect(parser.state == .complete)
    }

    @Test func `elements of a nested array that streams are converted like those of the root`() throws {
        var parser = StructuredStreamParser()
        parser.append(#"{"label":"a","children":[{"label":"b","children":[{"label":"c"},{"label":"d","children":[]"#)
        let tree = try parser.snapshot()?.convertedIfReady(to: Tree.PartiallyGenerated.self)
        #expect(tree?.children?.first?.children?.map(\.label) == ["c", "d"])
        parser.append(#"}]},{"label":"e","children":[{"label":"f"#)
        let later = try parser.snapshot()?.convertedIfReady(to: Tree.PartiallyGenerated.self)
        #expect(later?.children?.map(\.label) == ["b", "e"])
        #expect(later?.children?.first?.children?.map(\.label) == ["c", "d"])
        #expect(later?.children?.last?.children?.map(\.label) == ["f"])
        #expect(later?.children?.first?.id == tree?.children?.first?.id)
        #expect(later?.children?.first?.children?.map(\.id) == tree?.children?.first?.children?.map(\.id))
    }
}
