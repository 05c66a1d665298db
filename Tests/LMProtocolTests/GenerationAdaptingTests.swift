import LMJSON
import LMProtocol
import Testing

@Suite struct `Schema for a provider` {
    private func schema(_ text: String) throws -> GenerationSchema { try GenerationSchema(jsonSchema: text, name: "S") }

    private func adapted(
        _ text: String, _ dialect: SchemaDialect
    ) throws -> (schema: String, changes: [String]) {
        let result = try schema(text).adapted(to: dialect)
        return (result.schema.text(), result.adjustments.map(\.message))
    }

    /// What is said where the provider cannot take the schema.
    private func refusal(_ text: String, _ dialect: SchemaDialect) -> String? {
        do {
            _ = try schema(text).adapted(to: dialect)
            return nil
        } catch LanguageModelError.unsupportedGenerationGuide(let failure) {
            return failure.debugDescription
        } catch { return "\(error)" }
    }

    @Test func `a typed schema goes to xAI as it is`() throws {
        let (schema, adjustments) = try Trip.generationSchema.adapted(to: .xai)
        #expect(schema == Trip.generationSchema.jsonSchema)
        #expect(adjustments.isEmpty)
    }

    @Test func `OpenAI's strict mode has every property required and what is optional nullable`() throws {
        let (schema, adjustments) = try Trip.generationSchema.adapted(to: .openAIStrict)
        #expect(schema["required"] == ["title", "weather", "days", "budget"])
        #expect(schema["properties"]?["budget"]?["type"] == ["number", "null"])
        #expect(adjustments.map(\.kind) == [.schemaChanged])
        #expect(adjustments.first?.message.contains("'properties/budget'") == false)
        #expect(adjustments.first?.message.contains("'budget'") == true)
    }

    @Test func `OpenAI's strict mode has no keyword beside a reference`() throws {
        let (schema, _) = try Trip.generationSchema.adapted(to: .openAIStrict)
        #expect(
            schema["properties"]?["weather"] == [
                "type": "string", "title": "Weather", "description": "What it is like",
                "enum": ["sun", "sunset", "rain"],
            ])
        #expect(schema["$defs"]?.objectValue?.keys == ["Day"])
    }

    @Test func `a reference that leads back keeps its description in a choice of one`() throws {
        let (schema, _) = try adapted(
            """
            {"type":"object","properties":{"next":{"$ref":"#","description":"The next"}},"required":["next"],\
            "additionalProperties":false}
            """, .openAIStrict)
        #expect(schema.contains(##""next":{"description":"The next","anyOf":[{"$ref":"#"}]}"##))
    }

    @Test func `a schema that contains itself is refused where the provider has no recursion`() throws {
        for dialect in [SchemaDialect.xai, .portable] {
            do {
                _ = try Tree.generationSchema.adapted(to: dialect)
                Issue.record("\(dialect.name) takes a recursion")
            } catch LanguageModelError.unsupportedGenerationGuide(let failure) {
                #expect(failure.schemaName == "Tree")
                #expect(failure.debugDescription.contains("contains itself"))
            }
        }
        #expect(throws: Never.self) { try Tree.generationSchema.adapted(to: .openAIStrict) }
    }

    @Test func `that an object is closed is left out where it is the provider's default`() throws {
        var dialect = SchemaDialect.xai
        dialect.closedObjects = .byDefault
        let (schema, adjustments) = try Trip.generationSchema.adapted(to: dialect)
        #expect(!schema.text().contains("additionalProperties"))
        #expect(adjustments.isEmpty)
        let open = try adapted(#"{"type":"object","properties":{},"additionalProperties":true}"#, dialect)
        #expect(open.schema.contains(#""additionalProperties":true"#))
    }

    @Test(arguments: [
        ("minLength", "3", "At least 3 characters."), ("maxLength", "9", "At most 9 characters."),
        ("format", #""uri""#, "Format: uri."),
    ]) func `a bound that OpenAI does not take is said in the description`(
        _ keyword: String, _ value: String, _ note: String
    )
        throws
    {
        let result = try adapted(
            """
            {"type":"object","properties":{"a":{"type":"string","description":"A.","\(keyword)":\(value)}},\
            "required":["a"],"additionalProperties":false}
            """, .openAIStrict)
        #expect(result.schema.contains(#""a":{"type":"string","description":"A. \#(note)"}"#))
        #expect(result.changes.count == 1)
        #expect(result.changes.first?.contains("'\(keyword)'") == true)
        #expect(result.changes.first?.contains("/properties/a") == true)
    }

    @Test(arguments: [
        ("abc", ".*abc.*", "^.*abc.*$"), ("^abc$", "abc", "^abc$"), ("^a|b$", "(?:a.*|.*b)", "^(?:a.*|.*b)$"),
        ("[|]", ".*[|].*", "^.*[|].*$"),
    ]) func `a pattern means the same to a provider that anchors it`(
        _ pattern: String, _ whole: String, _ either: String
    )
        throws
    {
        let text = """
            {"type":"object","properties":{"a":{"type":"string","pattern":"\(pattern)"}},"required":["a"],\
            "additionalProperties":false}
            """
        func sent(_ dialect: SchemaDialect) throws -> JSONValue? {
            let result = try schema(text).adapted(to: dialect)
            #expect(result.adjustments.isEmpty)
            return result.schema["properties"]?["a"]?["pattern"]
        }
        #expect(try sent(.xai) == .string(whole))
        #expect(try sent(.portable) == .string(either))
        #expect(try sent(.openAIStrict) == .string(pattern))
    }

    @Test(arguments: [#"a(?=b)"#, #"\bword"#, #"\p{L}+"#, #"(a)\1"#])
    func `a pattern with what xAI lacks is said in the description`(_ pattern: String) throws {
        let escaped = JSONValue.string(pattern).text()
        let result = try adapted(#"{"type":"string","pattern":\#(escaped)}"#, .xai)
        #expect(!result.schema.contains(#""pattern""#))
        #expect(result.schema.contains("Matches the regular expression"))
        #expect(result.changes.count == 1)
    }

    @Test func `what xAI may not keep to is sent and told`() throws {
        let result = try adapted(
            """
            {"type":"object","properties":{"a":{"type":"array","items":{"type":"integer"},"maxItems":1000},\
            "b":{"type":"string","format":"hostname"}},"required":["a","b"],"additionalProperties":false,\
            "allOf":[{"minProperties":1},{"maxProperties":2}]}
            """, .xai)
        #expect(result.schema.contains(#""maxItems":1000"#))
        #expect(result.schema.contains(#""format":"hostname""#))
        #expect(result.changes.count == 3)
        #expect(result.changes.allSatisfy { $0.contains("may not keep to") })
    }

    @Test func `oneOf goes to OpenAI as anyOf, and allOf of one schema as that schema`() throws {
        let result = try adapted(
            """
            {"type":"object","properties":{"a":{"oneOf":[{"type":"string"},{"type":"null"}]},\
            "b":{"allOf":[{"$ref":"#/$defs/B"}],"description":"B"}},"required":["a","b"],\
            "additionalProperties":false,"$defs":{"B":{"type":"integer"}}}
            """, .openAIStrict)
        #expect(result.schema.contains(#""a":{"anyOf":[{"type":"string"},{"type":"null"}]}"#))
        #expect(result.schema.contains(#""b":{"type":"integer","description":"B"}"#))
        #expect(!result.schema.contains("$defs"))
        #expect(result.changes.count == 1)
    }

    @Test func `an annotation that OpenAI does not take is left out and told`() throws {
        let result = try adapted(
            #"{"$schema":"x","type":"object","properties":{"a":{"type":"integer","default":1}},"required":["a"]}"#,
            .openAIStrict)
        #expect(!result.schema.contains("default"))
        #expect(result.schema.contains(#""additionalProperties":false"#))
        #expect(result.changes.count == 3)
    }

    @Test func `an enum without a type gets that of its values for OpenAI`() throws {
        let result = try adapted(
            #"{"type":"object","properties":{"a":{"enum":[1,null]},"b":{"const":"x"}},"required":["a","b"]}"#,
            .openAIStrict)
        #expect(result.schema.contains(#""a":{"type":["integer","null"],"enum":[1,null]}"#))
        #expect(result.schema.contains(#""b":{"type":"string","const":"x"}"#))
    }

    @Test func `what would mean something else is refused before anything is sent`() {
        let inside: (String) -> String = {
            #"{"type":"object","properties":{"a":\#($0)},"required":["a"],"additionalProperties":false}"#
        }
        let cases: [(String, SchemaDialect, String)] = [
            (#"{"type":"array","items":{"type":"string"}}"#, .openAIStrict, "only an object as the whole value"),
            (#"{"anyOf":[{"type":"object","properties":{}}]}"#, .openAIStrict, "only an object as the whole value"),
            (inside(#"{"type":"object","additionalProperties":{"type":"string"}}"#), .openAIStrict, "not listed"),
            (inside(#"{"type":"object"}"#), .openAIStrict, "not listed"),
            (inside(#"{"type":"array","items":{"type":"object"}}"#), .openAIStrict, "not listed"),
            (inside("{}"), .openAIStrict, "type of every value"),
            (inside(#"{"not":{"type":"string"}}"#), .openAIStrict, "'not'"),
            (inside(#"{"allOf":[{"type":"string"},{"minLength":1}]}"#), .openAIStrict, "several schemas"),
            (inside(#"{"type":"array","prefixItems":[{"type":"string"}]}"#), .portable, "'prefixItems'"),
        ]
        for (text, dialect, reason) in cases {
            #expect(refusal(text, dialect)?.contains(reason) == true, "\(text)")
        }
        #expect(refusal(inside("{}"), .openAIStrict)?.contains("/properties/a") == true)
    }

    @Test func `a schema over OpenAI's limits is refused`() throws {
        var properties = JSONObject()
        for index in 0...5000 { properties.append(key: "p\(index)", value: ["type": "string"]) }
        let many = GenerationSchema(
            name: "Many",
            jsonSchema: ["type": "object", "properties": .object(properties), "additionalProperties": false])
        #expect(throws: LanguageModelError.self) { try many.adapted(to: .openAIStrict) }
        #expect(throws: Never.self) { try many.adapted(to: .xai) }

        var deep: JSONValue = ["type": "string"]
        for _ in 0..<10 {
            deep = ["type": "object", "properties": ["a": deep], "required": ["a"], "additionalProperties": false]
        }
        #expect(throws: Never.self) { try GenerationSchema(name: "Deep", jsonSchema: deep).adapted(to: .openAIStrict) }
        deep = ["type": "object", "properties": ["a": deep], "required": ["a"], "additionalProperties": false]
        #expect(throws: LanguageModelError.self) {
            try GenerationSchema(name: "Deep", jsonSchema: deep).adapted(to: .openAIStrict)
        }
    }

    @Test func `a value that is no object stands in one where the provider wants that`() throws {
        let (wrapped, property) = [Trip.Day].generationSchema.rootedInObject
        #expect(property == "value")
        let (schema, _) = try wrapped.adapted(to: .openAIStrict)
        #expect(schema["properties"]?["value"]?["items"] == ["$ref": "#/$defs/Day"])
        #expect(Trip.generationSchema.rootedInObject.property == nil)

        let union = try GenerationSchema(jsonSchema: ##"{"title":"U","anyOf":[{"type":"null"},{"$ref":"#"}]}"##)
        let recursive = union.rootedInObject.schema.jsonSchema
        #expect(recursive["properties"]?["value"] == ["$ref": "#/$defs/U"])
        #expect(recursive["$defs"]?["U"]?["anyOf"] == [["type": "null"], ["$ref": "#/$defs/U"]])
    }
}
