import Foundation
import LMJSON
import LMProtocol
import Testing

@Suite struct `Generated content` {
    @Test func `a value goes to content and back`() throws {
        #expect(try Trip(Trip.sample.generatedContent) == .sample)
        #expect(try Trip(GeneratedContent(json: Trip.sample.generatedContent.jsonString)) == .sample)
    }

    @Test func `properties keep the order they are given, and a name that stands twice its first place`() throws {
        let content = GeneratedContent(properties: ["z": 1, "a": "x", "z": [true]])
        #expect(content.jsonString == #"{"z":[true],"a":"x"}"#)
        let summed = try GeneratedContent(
            properties: [("n", 1 as any ConvertibleToGeneratedContent), ("n", 2)],
            uniquingKeysWith: { try $0.value(Int.self) + $1.value(Int.self) })
        #expect(summed.jsonString == #"{"n":3}"#)
    }

    @Test func `numbers are exact`() throws {
        let text = #"{"big":12345678901234567890,"money":0.10,"huge":1e400,"small":9007199254740993}"#
        let content = try GeneratedContent(json: text)
        #expect(content.jsonString == text)
        #expect(try content.value(UInt64.self, forProperty: "big") == 12_345_678_901_234_567_890)
        #expect(try content.value(Int.self, forProperty: "small") == 9_007_199_254_740_993)
        #expect(try content.value(Decimal.self, forProperty: "money") == Decimal(string: "0.10"))
        #expect(throws: GeneratedContent.ParsingError.self) { try content.value(Double.self, forProperty: "huge") }
        #expect(try content.value(GeneratedContent.self, forProperty: "huge").number?.description == "1e400")
        #expect(Decimal(string: "0.1234567890123456789")?.generatedContent.jsonString == "0.1234567890123456789")
        #expect(Float(0.1).generatedContent.jsonString == "0.1")
    }

    @Test func `kinds are those of JSON, with the order of keys`() throws {
        let content = try GeneratedContent(json: #"{"b":[1,null],"a":"x","c":true}"#)
        guard case .structure(let properties, let keys) = content.kind else {
            Issue.record("no structure")
            return
        }
        #expect(keys == ["b", "a", "c"])
        #expect(properties["a"]?.kind == .string("x"))
        #expect(properties["b"]?.kind == .array([GeneratedContent(1), GeneratedContent(kind: .null)]))
        #expect(GeneratedContent(kind: content.kind) == content)
        #expect(GeneratedContent(kind: .number(.nan)).kind == .null)
    }

    @Test func `equality is of values, not of identifiers`() throws {
        #expect(GeneratedContent("a", id: GenerationID()) == GeneratedContent("a"))
        #expect(try GeneratedContent(json: #"["a"]"#) != GeneratedContent(json: #"["a""#))
        #expect(GeneratedContent(1) == GeneratedContent(1.0))
    }

    @Test(arguments: [
        ("1.0", true), ("1e2", true), ("1.5", false), ("1e30", false), (#""1""#, false), ("true", false),
        ("null", false),
    ]) func `an integer is a whole number that fits`(_ text: String, _ isInteger: Bool) throws {
        let content = try GeneratedContent(json: text)
        #expect(((try? Int(content)) != nil) == isInteger)
    }

    @Test func `a narrow integer refuses what does not fit, and says so`() throws {
        do {
            _ = try UInt8(GeneratedContent(256))
            Issue.record("it fits")
        } catch let error as GeneratedContent.ParsingError {
            #expect(error.debugDescription == "Expected a whole number that fits UInt8, found the number 256.")
            #expect(error.rawContent == "256")
            #expect(error.category == .outputInvalid)
        }
    }

    @Test func `an error names the place of what is wrong`() throws {
        let content = try GeneratedContent(
            json: #"{"title":"A","weather":"sun","days":[{"city":"A","activities":["x",1],"stars":1}]}"#)
        do {
            _ = try Trip(content)
            Issue.record("converted")
        } catch let error as GeneratedContent.ParsingError {
            #expect(error.path == "/days/0/activities/1")
            #expect(error.debugDescription.contains("Expected a string, found the number 1."))
        }
    }

    @Test func `a missing property is named, and an optional one is nil`() throws {
        let content = try GeneratedContent(json: #"{"a":null}"#)
        do {
            _ = try content.value(String.self, forProperty: "b")
            Issue.record("found")
        } catch let error as GeneratedContent.ParsingError {
            #expect(error.debugDescription == "GeneratedContent does not contain a property 'b'.")
        }
        let absent: String? = try content.value(forProperty: "b")
        let null: String? = try content.value(forProperty: "a")
        #expect(absent == nil)
        #expect(null == nil)
        #expect(throws: GeneratedContent.ParsingError.self) {
            try GeneratedContent(json: "[]").value(String?.self, forProperty: "a")
        }
    }

    @Test func `text that is cut off gives what is there`() throws {
        let content = try GeneratedContent(json: #"{"a":"x\u00"#)
        #expect(content.jsonString == #"{"a":"x"}"#)
        #expect(!content.isComplete)
        #expect(try content.value(String.self, forProperty: "a") == "x")
        #expect(try GeneratedContent(json: #"{"a":"x"}"#).isComplete)
        #expect(throws: GeneratedContent.ParsingError.self) { try GeneratedContent(json: "") }
        #expect(throws: GeneratedContent.ParsingError.self) { try GeneratedContent(json: "{]") }
    }

    @Test func `dates and addresses are strings of their formats`() throws {
        let date = Date(timeIntervalSinceReferenceDate: 0.25)
        #expect(date.generatedContent.jsonString == #""2001-01-01T00:00:00.250Z""#)
        #expect(try Date(date.generatedContent) == date)
        #expect(try Date(GeneratedContent("2001-01-01T01:00:00+01:00")) == Date(timeIntervalSinceReferenceDate: 0))
        #expect(throws: GeneratedContent.ParsingError.self) { try Date(GeneratedContent("today")) }
        #expect(try URL(GeneratedContent("https://example.com/a?b")).absoluteString == "https://example.com/a?b")
    }

    @Test func `a dictionary is an object, always written in the same order`() throws {
        let content = ["b": 2, "a": 1, "é": 3].generatedContent
        #expect(content.jsonString == #"{"a":1,"b":2,"é":3}"#)
        #expect(try [String: Int](content) == ["b": 2, "a": 1, "é": 3])
    }

    @Test func `a value and its partial form have the same parts`() {
        let partial = Trip.sample.asPartiallyGenerated()
        #expect(partial.title == Trip.sample.title)
        #expect(partial.days?.map(\.city) == ["Kyōto", "Ōsaka"])
        #expect(Weather.sun.asPartiallyGenerated() == .sun)
    }

    @Test func `a value that is nested too deep for a type is an error and not a crash`() throws {
        func tree(_ depth: Int) throws -> GeneratedContent {
            let open = String(repeating: #"{"label":"a","children":["#, count: depth)
            return try GeneratedContent(json: open + String(repeating: "]}", count: depth))
        }
        #expect(throws: Never.self) { try Tree(tree(40)) }
        #expect(Tree.generationSchema.validate(try tree(40)).isEmpty)
        #expect(throws: GeneratedContent.ParsingError.self) { try Tree(tree(200)) }
        let mismatches = Tree.generationSchema.validate(try tree(200))
        #expect(Set(mismatches.map(\.reason)) == ["The value is nested deeper than 100 levels"])
    }
}
