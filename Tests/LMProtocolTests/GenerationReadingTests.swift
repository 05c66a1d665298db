import Foundation
import LMJSON
import LMProtocol
import Testing

@Suite struct `Schema of JSON Schema text` {
    @Test func `properties keep their order and the name is the title`() throws {
        let schema = try GenerationSchema(
            jsonSchema: #"{"type":"object","title":"Z","properties":{"z":{},"a":{},"m":{}},"required":["m","z"]}"#)
        #expect(schema.name == "Z")
        #expect(schema.jsonSchema["properties"]?.objectValue?.keys == ["z", "a", "m"])
        #expect(try GenerationSchema(jsonSchema: "{}", name: "Other").name == "Other")
        #expect(try GenerationSchema(jsonSchema: "{}").name == "schema")
    }

    @Test func `x-order is followed and left out`() throws {
        let schema = try GenerationSchema(
            jsonSchema: #"{"type":"object","properties":{"a":{},"b":{},"c":{}},"x-order":["c","a","b"],"required":[]}"#)
        #expect(schema.jsonSchema["properties"]?.objectValue?.keys == ["c", "a", "b"])
        #expect(schema.jsonSchema["x-order"] == nil)
    }

    @Test(arguments: [
        (#"{"properties":{"a":{"patternProperties":{}}}}"#, "/properties/a/patternProperties", "additionalProperties"),
        (#"{"$ref":"https://example.com/s.json"}"#, "/$ref", "$defs"),
        (##"{"properties":{"a":{"$ref":"#/$defs/Gone"}}}"##, "/properties/a/$ref", "not in this schema"),
        (#"{"items":[{}]}"#, "/items", "prefixItems"), (#"{"enum":[]}"#, "/enum", "at least one"),
        (#"{"type":"strin"}"#, "/type", "'string'"), (#"{"anyOf":[]}"#, "/anyOf", "at least one"),
        (#"{"pattern":"("}"#, "/pattern", "regular expression"), (#"{"required":"a"}"#, "/required", "list of strings"),
        (#"{"minItems":-1}"#, "/minItems", "from 0"), (#"{"minimum":2,"maximum":1}"#, "", "no value"),
        (#"{"properties":{"a/b":1}}"#, "/properties/a~1b", "an object"), (#"[]"#, "", "an object, not an array"),
        ("false", "", "no value"), (#"{"$defs":{"A":{"contains":{}}}}"#, "/$defs/A/contains", "description"),
    ]) func `what cannot be expressed is an error with its place and a remedy`(
        _ text: String, _ pointer: String, _ remedy: String
    ) {
        do {
            _ = try GenerationSchema(jsonSchema: text)
            Issue.record("read: \(text)")
        } catch GenerationSchema.SchemaError.inexpressible(_, let found, let context) {
            #expect(found == pointer)
            #expect(context.debugDescription.contains(remedy))
        } catch { Issue.record("\(error)") }
    }

    @Test func `a schema that is taken as it is fails when it is used`() {
        let schema = GenerationSchema(name: "S", jsonSchema: ["contains": ["type": "string"]])
        #expect(throws: LanguageModelError.self) { try schema.adapted(to: .generic) }
    }

    @Test func `a schema that is nested too deep is an error and not a crash`() throws {
        let open = String(repeating: #"{"not":"#, count: 400)
        let json = try JSONValue(parsing: open + "{}" + String(repeating: "}", count: 400))
        #expect(throws: GenerationSchema.SchemaError.self) { try GenerationSchema(jsonSchema: json) }
        let schema = GenerationSchema(name: "S", jsonSchema: json)
        #expect(throws: LanguageModelError.self) { try schema.adapted(to: .generic) }
        #expect(schema.validate(GeneratedContent(1)).isEmpty)
    }

    @Test func `text that is no JSON is a parsing error`() {
        #expect(throws: GeneratedContent.ParsingError.self) { try GenerationSchema(jsonSchema: "{") }
    }

    @Test func `a schema inside another brings its definitions along`() throws {
        struct Imported: Generable {
            static var generationSchema: GenerationSchema {
                GenerationSchema(
                    name: "Imported",
                    jsonSchema: [
                        "type": "object",
                        "properties": [
                            "day": ["$ref": "#/$defs/Day"], "self": ["$ref": "#"], "part": ["$ref": "#/properties/day"],
                        ],
                        "$defs": ["Day": ["type": "integer"]],
                    ])
            }
            init(_ content: GeneratedContent) {}
            var generatedContent: GeneratedContent { GeneratedContent(nil as Int?) }
        }
        let schema = GenerationSchema(
            type: Calendar.self,
            properties: [.init(name: "day", type: Trip.Day.self), .init(name: "imported", type: Imported.self)])
        let definitions = schema.jsonSchema["$defs"]
        #expect(definitions?.objectValue?.keys == ["Day", "Imported", "Day_2"])
        #expect(definitions?["Day_2"] == ["type": "integer"])
        #expect(
            definitions?["Imported"]?["properties"] == [
                "day": ["$ref": "#/$defs/Day_2"], "self": ["$ref": "#/$defs/Imported"],
                "part": ["$ref": "#/$defs/Imported/properties/day"],
            ])
        #expect(throws: Never.self) { try schema.adapted(to: .generic) }
    }
}

@Suite struct `Schema in coded form` {
    static let schemas: [GenerationSchema] = [
        Trip.generationSchema, Tree.generationSchema, Calendar.generationSchema, [Trip].generationSchema,
        String.generationSchema, GenerationSchema(type: Tree.self, name: "Plant", properties: []),
        GenerationSchema(name: "X", jsonSchema: ["title": "Y", "type": "object", "properties": ["b": [:], "a": [:]]]),
    ]

    @Test(arguments: schemas) func `Foundation's coders give it back with its order`(_ schema: GenerationSchema) throws
    {
        let data = try JSONEncoder().encode(schema)
        let decoded = try JSONDecoder().decode(GenerationSchema.self, from: data)
        #expect(decoded == schema)
        #expect(decoded.name == schema.name)
        #expect(
            decoded.jsonSchema["properties"]?.objectValue?.keys == schema.jsonSchema["properties"]?.objectValue?.keys)
    }

    @Test(arguments: schemas) func `our own coder gives it back`(_ schema: GenerationSchema) throws {
        let json = try JSONValue.encoding(schema)
        #expect(try JSONValue(parsing: json.text()).decode(GenerationSchema.self) == schema)
    }

    @Test func `it has the title, the order and the closed objects of Apple's form`() throws {
        let json = try JSONValue.encoding(Trip.Day.generationSchema)
        #expect(
            json.text() == """
                {"type":"object","title":"Day","properties":{"city":{"type":"string"},"activities":{"type":"array",\
                "items":{"type":"string"},"minItems":1,"maxItems":2},"stars":{"type":"integer","minimum":1,\
                "maximum":5}},"required":["city","activities","stars"],"additionalProperties":false,\
                "x-order":["city","activities","stars"]}
                """)
    }
}
