import LMJSON
import LMProtocol
import Testing

@Suite struct `Validation` {
    private func mismatches(_ value: String, _ schema: String) throws -> [String] {
        try GenerationSchema(jsonSchema: schema).validate(GeneratedContent(json: value)).map(\.description)
    }

    @Test func `a value of the type is valid, and so is what the type writes`() {
        #expect(Trip.generationSchema.validate(Trip.sample.generatedContent).isEmpty)
        #expect(Tree.generationSchema.validate(Tree(label: "a", children: [Tree(label: "b")]).generatedContent).isEmpty)
    }

    @Test func `every mismatch has its path and a reason`() throws {
        let content = try GeneratedContent(
            json: """
                {"title":5,"weather":"snow","days":[{"city":"A","activities":[],"stars":6,"x":1},{"city":"B"}],\
                "budget":-1}
                """)
        #expect(
            Trip.generationSchema.validate(content).map(\.description) == [
                "Expected string, found 5 at /title",
                #"Expected one of "sun", "sunset", "rain", found "snow" at /weather"#,
                "Expected at least 1 elements, found 0 at /days/0/activities",
                "Expected at most 5, found 6 at /days/0/stars",
                "The property 'x' is not among those allowed at /days/0",
                "The property 'activities' is missing at /days/1", "The property 'stars' is missing at /days/1",
                "Expected at least 0, found -1 at /budget",
            ])
        #expect(Trip.generationSchema.validate(content, limit: 1).count == 1)
    }

    @Test func `a recursion is followed as deep as the value goes`() throws {
        let content = try GeneratedContent(
            json: #"{"label":"a","children":[{"label":"b","children":[{"label":"C","children":[]}]}]}"#)
        #expect(
            Tree.generationSchema.validate(content).map(\.path) == ["/children/0/children/0/label"])
    }

    @Test(arguments: [
        ("1.0", #"{"type":"integer"}"#), ("1", #"{"const":1.0}"#), (#"{"b":1,"a":2}"#, #"{"enum":[{"a":2,"b":1}]}"#),
        ("0.3", #"{"multipleOf":0.1}"#), ("12345678901234567890", #"{"minimum":12345678901234567889}"#),
        (#""é""#, #"{"maxLength":1}"#), (#""x1y""#, #"{"pattern":"\\d"}"#), (#""a\nb""#, #"{"pattern":"^a"}"#),
        ("null", #"{"anyOf":[{"type":"string"},{"type":"null"}]}"#), ("[1,1]", #"{"items":true}"#),
        (#"{"a":null}"#, #"{"properties":{"a":{"type":"string"}}}"#), ("2", #"{"if":{"type":"string"},"then":false}"#),
        ("[1,\"a\"]", #"{"prefixItems":[{"type":"integer"}],"items":{"type":"string"}}"#),
    ]) func `a value keeps to a schema`(_ value: String, _ schema: String) throws {
        #expect(try mismatches(value, schema).isEmpty)
    }

    @Test(arguments: [
        ("1.5", #"{"type":"integer"}"#, "Expected integer, found 1.5"),
        ("1", #"{"const":true}"#, "Expected true, found 1"),
        ("true", #"{"enum":[1]}"#, "Expected one of 1, found true"),
        ("0.35", #"{"multipleOf":0.1}"#, "Expected a multiple of 0.1, found 0.35"),
        (
            "9007199254740993", #"{"maximum":9007199254740992}"#,
            "Expected at most 9007199254740992, found 9007199254740993"
        ),
        ("1", #"{"exclusiveMinimum":1}"#, "Expected more than 1, found 1"),
        (#""e\u0301""#, #"{"maxLength":1}"#, "Expected at most 1 characters, found 2"),
        (#""\u0663""#, #"{"pattern":"^\\d$"}"#, #"The string does not match the pattern ^\d$"#),
        (#""ab\n""#, #"{"pattern":"^ab$"}"#, "The string does not match the pattern ^ab$"),
        (
            "[1,1.0]", #"{"uniqueItems":true}"#,
            "Expected no two elements to be the same, and element 1 was there before"
        ),
        (
            #"{"a":null}"#, #"{"properties":{"a":{"type":"string"}},"required":["a"]}"#,
            "Expected string, found null at /a"
        ),
        (
            "1", #"{"oneOf":[{"type":"integer"},{"minimum":0}]}"#,
            "Expected one of 2 shapes, and the value has 2 of them"
        ),
        ("1", #"{"not":{"type":"integer"}}"#, "The value is of a shape that is excluded"),
        (
            ##"{"a":1}"##, ##"{"$ref":"#/$defs/A","$defs":{"A":{"$ref":"#/$defs/A"}}}"##,
            "The schema refers to itself without an end"
        ),
    ]) func `a value that does not is told why`(_ value: String, _ schema: String, _ reason: String) throws {
        #expect(try mismatches(value, schema) == [reason])
    }

    @Test func `of a choice, the shape that comes closest says what is wrong`() throws {
        let schema = """
            {"anyOf":[{"type":"null"},\
            {"type":"object","properties":{"type":{"const":"circle"},"radius":{"type":"number"}},"required":["type","radius"]},\
            {"type":"object","properties":{"type":{"const":"square"},"side":{"type":"number"}},"required":["type","side"]}]}
            """
        #expect(try mismatches(#"{"type":"square","side":"x"}"#, schema) == [#"Expected number, found "x" at /side"#])
    }

    @Test func `a finished text gives its value, checked`() throws {
        let text = Trip.sample.generatedContent.jsonString
        var parser = StructuredStreamParser()
        parser.append(text)
        #expect(try Trip(Trip.generationSchema.finishedContent(of: parser, rawText: text)) == .sample)
    }

    @Test func `a text that is cut off is a failure of its own, with what is there`() {
        var parser = StructuredStreamParser()
        parser.append(#"{"title":"A","weather":"su"#)
        do {
            _ = try Trip.generationSchema.finishedContent(of: parser, rawText: "raw")
            Issue.record("finished")
        } catch .outputTruncated(let failure) {
            #expect(failure.rawText == "raw")
            #expect(failure.content?.jsonString == #"{"title":"A","weather":"su"}"#)
            #expect(GenerationFailure.outputTruncated(failure).category == .outputInvalid)
            #expect(GenerationFailure.outputTruncated(failure).partial?.text == "raw")
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test(arguments: [
        (#"{"title":"A","#, true), ("", true), ("   ", true), (#"{"title":"A"}"#, false), (#"Sure! {"title""#, false),
        (#"{"title":"A"} and more"#, false),
    ]) func `what does not end well is either cut off or invalid`(_ text: String, _ isTruncated: Bool) {
        var parser = StructuredStreamParser()
        parser.append(text)
        do {
            _ = try Trip.generationSchema.finishedContent(of: parser, rawText: text)
            Issue.record("finished")
        } catch {
            switch error {
            case .outputTruncated: #expect(isTruncated)
            case .outputInvalid(let failure):
                #expect(!isTruncated)
                #expect(!failure.mismatches.isEmpty)
                #expect(failure.rawText == text)
            }
        }
    }
}
