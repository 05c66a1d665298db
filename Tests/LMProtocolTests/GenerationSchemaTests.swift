import Foundation
import LMJSON
import LMProtocol
import Testing

@Suite struct `Schema of a type` {
    @Test func `properties stand in declared order, optional ones are not required, and named types are defined once`()
    {
        #expect(
            Trip.generationSchema.jsonSchema.text() == """
                {"type":"object","title":"Trip","properties":{"title":{"type":"string"},\
                "weather":{"$ref":"#/$defs/Weather","description":"What it is like"},\
                "days":{"type":"array","items":{"$ref":"#/$defs/Day"},"minItems":1},\
                "budget":{"type":"number","minimum":0}},"required":["title","weather","days"],\
                "additionalProperties":false,"$defs":{\
                "Weather":{"type":"string","title":"Weather","enum":["sun","sunset","rain"]},\
                "Day":{"type":"object","title":"Day","properties":{"city":{"type":"string"},\
                "activities":{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":2},\
                "stars":{"type":"integer","minimum":1,"maximum":5}},"required":["city","activities","stars"],\
                "additionalProperties":false}}}
                """)
    }

    @Test func `a type that contains itself refers to the root`() {
        #expect(
            Tree.generationSchema.jsonSchema.text() == """
                {"type":"object","title":"Tree","description":"A tree","properties":{\
                "label":{"type":"string","description":"The label","pattern":"^[a-z]+$"},\
                "children":{"type":"array","items":{"$ref":"#"},"maxItems":3},"note":{"type":"string"}},\
                "required":["label","children"],"additionalProperties":false}
                """)
    }

    @Test func `a type that contains itself and is not the root is defined by name`() throws {
        let schema = [Tree].generationSchema.jsonSchema
        #expect(schema["items"] == ["$ref": "#/$defs/Tree"])
        #expect(schema["$defs"]?["Tree"]?["properties"]?["children"]?["items"] == ["$ref": "#/$defs/Tree"])
    }

    @Test func `two types of one name get different names`() {
        let schema = Calendar.generationSchema.jsonSchema
        #expect(schema["properties"]?["trip"] == ["$ref": "#/$defs/Day"])
        #expect(schema["properties"]?["today"] == ["$ref": "#/$defs/Calendar_Day"])
        #expect(schema["$defs"]?.objectValue?.keys == ["Day", "Calendar_Day"])
    }

    @Test func `an optional property may be null where nil is explicit`() {
        let schema = GenerationSchema(
            type: Tree.self, representNilExplicitlyInGeneratedContent: true,
            properties: [
                .init(name: "text", type: String?.self), .init(name: "weather", type: Weather?.self),
                .init(name: "count", type: Int.self),
            ])
        #expect(schema.jsonSchema["properties"]?["text"] == ["type": ["string", "null"]])
        #expect(
            schema.jsonSchema["properties"]?["weather"] == ["anyOf": [["$ref": "#/$defs/Weather"], ["type": "null"]]])
        #expect(schema.jsonSchema["required"] == ["count"])
        #expect(schema.validate(GeneratedContent(["text": nil, "weather": nil, "count": 1])).isEmpty)
    }

    @Test func `each guide becomes its keyword`() {
        func property(_ property: GenerationSchema.Property) -> String? {
            GenerationSchema(type: Tree.self, properties: [property]).jsonSchema["properties"]?["p"]?.text()
        }
        #expect(
            property(.init(name: "p", type: String.self, guides: [.constant("x")])) == #"{"type":"string","const":"x"}"#
        )
        #expect(
            property(.init(name: "p", type: String.self, guides: [.anyOf(["a", "b"])]))
                == #"{"type":"string","enum":["a","b"]}"#)
        #expect(
            property(.init(name: "p", type: Decimal.self, guides: [.range(0.1...0.3)]))
                == #"{"type":"number","minimum":0.1,"maximum":0.3}"#)
        #expect(
            property(.init(name: "p", type: Float.self, guides: [.maximum(0.1)])) == #"{"type":"number","maximum":0.1}"#
        )
        #expect(
            property(.init(name: "p", type: [String].self, guides: [.count(2), .element(.anyOf(["a"]))]))
                == #"{"type":"array","items":{"type":"string","enum":["a"]},"minItems":2,"maxItems":2}"#)
        #expect(
            property(.init(name: "p", type: String?.self, guides: [/\d{3}-\d+/]))
                == #"{"type":"string","pattern":"^\\d{3}-\\d+$"}"#)
        #expect(property(.init(name: "p", type: UInt8.self)) == #"{"type":"integer","minimum":0,"maximum":255}"#)
        #expect(property(.init(name: "p", type: URL.self)) == #"{"type":"string","format":"uri"}"#)
        #expect(property(.init(name: "p", type: Date.self)) == #"{"type":"string","format":"date-time"}"#)
        #expect(
            property(.init(name: "p", type: [String: Int].self))
                == #"{"type":"object","additionalProperties":{"type":"integer"}}"#)
    }

    @Test func `a pattern guide is about the whole string`() {
        func pattern(_ regex: Regex<Substring>) -> JSONValue? {
            GenerationSchema(
                type: Tree.self, properties: [.init(name: "p", type: String.self, guides: [.pattern(regex)])]
            ).jsonSchema["properties"]?["p"]?["pattern"]
        }
        #expect(pattern(/a|b/) == "^(?:a|b)$")
        #expect(pattern(/^a/) == "^a$")
        #expect(pattern(/😀+/) == "^😀+$")
        #expect(pattern(/[a\-z]x-y/) == #"^[a\-z]x-y$"#)
        #expect(pattern(/a\$/) == #"^a\$$"#)
    }

    @Test func `a property that stands twice stops the request and names itself`() {
        let schema = GenerationSchema(
            type: Tree.self, properties: [.init(name: "a", type: Int.self), .init(name: "a", type: Int.self)])
        #expect(throws: LanguageModelError.self) { try schema.adapted(to: .generic) }
        do {
            _ = try schema.adapted(to: .generic)
        } catch {
            #expect("\(error)".contains("two properties with the name 'a'"))
        }
    }

    @Test func `a name of the developer's own takes the place of the type's`() {
        let schema = GenerationSchema(type: Tree.self, name: "Plant", properties: [])
        #expect(schema.name == "Plant")
        #expect(schema.jsonSchema["title"] == "Plant")
        #expect(GenerationSchema(type: [String: [Int]].self, properties: []).name == "Dictionary_String_Array_Int")
    }
}

@Suite struct `Schema at run time` {
    typealias Dynamic = DynamicGenerationSchema

    @Test func `schemas inside others are defined, and dependencies where they are used`() throws {
        let root = Dynamic(
            name: "Menu",
            properties: [
                .init(name: "soup", schema: Dynamic(name: "Soup", anyOf: ["tomato", "leek"])),
                .init(name: "dishes", schema: Dynamic(arrayOf: Dynamic(referenceTo: "Dish"), maximumElements: 3)),
                .init(name: "price", schema: Dynamic(type: Double.self, guides: [.minimum(0)]), isOptional: true),
                .init(name: "again", schema: Dynamic(referenceTo: "Menu"), isOptional: true),
            ])
        let dish = Dynamic(name: "Dish", properties: [.init(name: "soup", schema: Dynamic(referenceTo: "Soup"))])
        let unused = Dynamic(name: "Unused", properties: [])
        let schema = try GenerationSchema(root: root, dependencies: [dish, unused])
        #expect(
            schema.jsonSchema.text() == """
                {"type":"object","title":"Menu","properties":{"soup":{"$ref":"#/$defs/Soup"},\
                "dishes":{"type":"array","items":{"$ref":"#/$defs/Dish"},"maxItems":3},\
                "price":{"type":"number","minimum":0},"again":{"$ref":"#"}},"required":["soup","dishes"],\
                "additionalProperties":false,"$defs":{"Soup":{"type":"string","title":"Soup","enum":["tomato","leek"]},\
                "Dish":{"type":"object","title":"Dish","properties":{"soup":{"$ref":"#/$defs/Soup"}},\
                "required":["soup"],"additionalProperties":false}}}
                """)
    }

    @Test func `a choice of schemas is anyOf, and null is a type`() throws {
        let root = Dynamic(name: "Either", anyOf: [Dynamic(type: Trip.Day.self), .null])
        let schema = try GenerationSchema(root: root, dependencies: [])
        #expect(schema.jsonSchema["anyOf"] == [["$ref": "#/$defs/Day"], ["type": "null"]])
    }

    @Test func `the schema of a type as root is that type's schema`() throws {
        let schema = try GenerationSchema(root: Dynamic(type: Trip.self), dependencies: [])
        #expect(schema == Trip.generationSchema)
    }

    @Test func `each mistake has an error of its own`() {
        func failure(_ root: Dynamic, _ dependencies: [Dynamic] = []) -> GenerationSchema.SchemaError? {
            do {
                _ = try GenerationSchema(root: root, dependencies: dependencies)
                return nil
            } catch { return error as? GenerationSchema.SchemaError }
        }
        let item = Dynamic(name: "Item", properties: [])
        let other = Dynamic(name: "Item", anyOf: ["a"])
        let root = Dynamic(name: "Root", properties: [.init(name: "a", schema: item), .init(name: "b", schema: other)])
        if case .duplicateType("Root", "Item", _)? = failure(root) {} else { Issue.record("duplicate inside") }
        if case .duplicateType("Item", "Item", _)? = failure(item, [item]) {} else { Issue.record("duplicate root") }
        let same = Dynamic(name: "Root", properties: [.init(name: "a", schema: item), .init(name: "b", schema: item)])
        #expect(failure(same) == nil)
        let twice = Dynamic(name: "Root", properties: [.init(name: "a", schema: item), .init(name: "a", schema: item)])
        if case .duplicateProperty("Root", "a", _)? = failure(twice) {} else { Issue.record("duplicate property") }
        if case .emptyTypeChoices("None", _)? = failure(Dynamic(name: "None", anyOf: [String]())) {
        } else {
            Issue.record("empty choice")
        }
        let dangling = Dynamic(name: "Root", properties: [.init(name: "a", schema: Dynamic(referenceTo: "Gone"))])
        if case .undefinedReferences("Root", ["Gone"], _)? = failure(dangling) {} else { Issue.record("undefined") }
    }
}
