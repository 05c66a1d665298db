import Foundation
import LMJSON
import LMProtocol
import Testing

/// What a model's JSON becomes in an app, and what is asked of it before.
@Suite struct ValueTests {
    @Generable struct Offer {
        var when: Date
        var link: URL
        var price: Decimal
        var small: Int8
        var big: UInt64
    }

    private static func offer(_ change: String = "", _ value: String = "") -> String {
        let members = [
            "when": #""2026-02-20T09:30:00Z""#, "link": #""http://x.example""#, "price": "1.5", "small": "1",
            "big": "18446744073709551615",
        ]
        return "{"
            + ["when", "link", "price", "small", "big"].map {
                #""\#($0)":\#($0 == change ? value : members[$0] ?? "")"#
            }.joined(separator: ",") + "}"
    }

    static let wrong: [(String, String)] = [
        ("when", #""2026-02-30T09:30:00Z""#), ("when", "7"), ("when", "null"), ("link", #""""#), ("link", "[]"),
        ("price", #""1e999999""#), ("price", "true"), ("small", "300"), ("small", "1.5"), ("small", "1e300"),
        ("price", "1e400"), ("small", "128"), ("small", "-129"), ("big", "1e30"), ("link", #""not an address""#),
        ("big", "-1"), ("big", "18446744073709551616"), ("big", #""9""#),
    ]

    @Test(arguments: wrong, [1, 7, 1000])
    func `a value against its type's own rules is invalid output, with its place, streamed and not`(
        wrong: (member: String, value: String), pieceLength: Int
    ) async throws {
        let text = Self.offer(wrong.member, wrong.value)
        var steps: [ScriptedBackend.Script.Step] = [.events([.textStart(PartID(item: 0))])]
        var rest = text[...]
        while !rest.isEmpty {
            steps.append(.events([.textDelta(PartID(item: 0), String(rest.prefix(pieceLength)))]))
            rest = rest.dropFirst(pieceLength)
        }
        steps.append(.events([.textEnd(PartID(item: 0), text: text), .finished(FinishReason(.stop))]))
        func check(_ work: (LanguageModelSession) async throws -> Void) async throws {
            let session = LanguageModelSession(model: ScriptedBackend([.init(steps)]))
            let error = await #expect(throws: GenerationFailure.self) { try await work(session) }
            guard case .outputInvalid(let failure)? = error else { return }
            #expect(failure.mismatches.map(\.path) == ["/\(wrong.member)"])
            #expect(failure.rawText == text)
            #expect(failure.schemaName == "Offer")
        }
        try await check { _ = try await $0.respond(to: "?", generating: Offer.self) }
        try await check { for try await _ in $0.streamResponse(to: "?", generating: Offer.self) {} }
        try await check { _ = try await $0.streamResponse(to: "?", generating: Offer.self).collect() }
    }

    @Test(arguments: wrong)
    func `such a value is repaired where repair is on`(wrong: (member: String, value: String)) async throws {
        for isStreamed in [false, true] {
            let backend = ScriptedBackend([.text(Self.offer(wrong.member, wrong.value)), .text(Self.offer())])
            let session = LanguageModelSession(model: backend)
            session.outputValidationPolicy = .repairOnce
            if isStreamed {
                var last: Offer.PartiallyGenerated?
                for try await snapshot in session.streamResponse(to: "?", generating: Offer.self) {
                    last = snapshot.content
                }
                #expect(last?.small == 1)
            } else {
                let offer = try await session.respond(to: "?", generating: Offer.self).content
                #expect(offer.big == .max)
            }
            #expect(backend.requests.count == 2)
            #expect(backend.requests[1].transcript.last?.texts.joined().contains("/\(wrong.member)") == true)
        }
    }

    // MARK: Tools

    @Generable enum Choice: Equatable {
        case text(String)
        case number(Int)
    }

    private struct AnyArguments<Arguments: Generable & Sendable>: Tool {
        let name = "choose"
        let description = "Takes anything."
        let seen: @Sendable (Arguments) -> Void
        func call(arguments: Arguments) async throws -> String {
            seen(arguments)
            return "ran"
        }
    }

    private func run<Arguments: Generable & Sendable>(
        _ arguments: String, as type: Arguments.Type
    ) async throws -> (schema: JSONValue, output: [String]) {
        let backend = ScriptedBackend([.toolCalls(("c", "choose", arguments)), .text("ok")])
        let tool = AnyArguments<Arguments> { _ in }
        try await LanguageModelSession(model: backend, tools: [tool]).respond(to: "?")
        return (backend.requests[0].tools[0].parameters.jsonSchema, backend.requests[1].transcript.last?.texts ?? [])
    }

    @Test func `arguments that are no object go in a property of one, and come out of it`() async throws {
        let choice = try await run(#"{"value":{"type":"number","value":7}}"#, as: Choice.self)
        #expect(choice.schema["type"] == "object")
        #expect(choice.output == ["ran"])
        let list = try await run(#"{"value":[1,2]}"#, as: [Int].self)
        #expect(list.schema["type"] == "object")
        #expect(list.schema["required"] == ["value"])
        #expect(list.output == ["ran"])
        let wrong = try await run(#"{"value":["x"]}"#, as: [Int].self)
        #expect(wrong.output.joined().contains("/value/0"))
        let date = try await run(#"{"value":["2026-02-28T00:00:00Z","2026-02-30T00:00:00Z"]}"#, as: [Date].self)
        #expect(date.output.joined().contains("/value/1"))
        let name = try await run(#"{"value":"sunset"}"#, as: Weather.self)
        #expect(name.schema["properties"]?["value"]?["enum"] != nil)
        #expect(name.output == ["ran"])
        for bare in [#""sunset""#, "[]", "7", "null", "{}", #"{"value":null}"#] {
            #expect(try await run(bare, as: Weather.self).output != ["ran"], "\(bare)")
        }
        let object = try await run(#"{"city":"Rome"}"#, as: WeatherTool.Arguments.self)
        #expect(object.output == ["ran"])
    }

    @Test func `a tool's arguments against their type's own rules are told to the model, with their place`()
        async throws
    {
        let told = try await run(Self.offer("when", #""2026-02-30T09:30:00Z""#), as: Offer.self)
        #expect(told.output.joined().contains("RFC 3339"))
        #expect(told.output.joined().contains("/when"))
    }

    // MARK: Guides

    @Generable struct NegativeCount { @Guide(description: "x", .count(-1)) var items: [String] }
    @Generable struct CrossedCounts { @Guide(description: "x", .minimumCount(3), .maximumCount(1)) var items: [String] }
    @Generable struct CrossedBounds { @Guide(description: "x", .minimum(5), .maximum(1)) var items: Int }
    @Generable struct NoNumber { @Guide(description: "x", .minimum(Double.nan)) var items: Double }
    @Generable struct Endless { @Guide(description: "x", .maximum(Double.infinity)) var items: Double }
    @Generable struct NoChoice { @Guide(description: "x", .anyOf([])) var items: String }
    @Generable struct CrossedElements {
        @Guide(description: "x", .element(.range(1...2)), .element(.minimum(9))) var items: [Int]
    }
    @Generable struct Outer { var inner: [CrossedCounts] }
    @Generable struct TwoCounts { @Guide(description: "x", .count(3), .count(5)) var items: [String] }
    @Generable struct CountBelow { @Guide(description: "x", .minimumCount(4), .count(2)) var items: [String] }
    @Generable struct TwoMinimums { @Guide(description: "x", .minimum(9), .minimum(1), .maximum(5)) var items: Int }
    @Generable struct TwiceThere { @Guide(description: "x", .anyOf(["a", "b", "a"])) var items: String }
    @Generable struct NothingInCommon { @Guide(description: "x", .anyOf(["a"]), .anyOf(["b"])) var items: String }
    @Generable struct TwoConstants { @Guide(description: "x", .constant("a"), .constant("b")) var items: String }
    @Generable struct Unmatched { @Guide(description: "x", .anyOf(["a"]), .pattern(/[0-9]/)) var items: String }
    @Generable struct InElements { @Guide(description: "x", .element(.anyOf(["a", "a"]))) var items: [String] }
    @Generable struct NoDecimal { @Guide(description: "x", .maximum(Decimal.nan)) var items: Decimal }
    @Generable struct NoFloat { @Guide(description: "x", .minimum(-Float.infinity)) var items: Float }
    @Generable struct NegativeMaximum { @Guide(description: "x", .maximumCount(-2)) var items: [String] }

    static let impossible: [(String, GenerationSchema)] = [
        ("items", NegativeCount.generationSchema), ("items", CrossedCounts.generationSchema),
        ("items", CrossedBounds.generationSchema), ("items", NoNumber.generationSchema),
        ("items", Endless.generationSchema), ("items", NoChoice.generationSchema),
        ("items", CrossedElements.generationSchema), ("items", Outer.generationSchema),
        ("items", TwoCounts.generationSchema), ("items", CountBelow.generationSchema),
        ("items", TwoMinimums.generationSchema), ("items", TwiceThere.generationSchema),
        ("items", NothingInCommon.generationSchema), ("items", TwoConstants.generationSchema),
        ("items", Unmatched.generationSchema), ("items", InElements.generationSchema),
        ("items", NoDecimal.generationSchema), ("items", NoFloat.generationSchema),
        ("items", NegativeMaximum.generationSchema),
    ]

    @Generable struct Fine {
        @Guide(description: "x", .minimumCount(1), .maximumCount(9), .count(2...4), .element(.anyOf(["a", "b"])))
        var items: [String]
        @Guide(description: "x", .anyOf(["1", "b"]), .pattern(/[0-9]/)) var digit: String
        @Guide(description: "x", .minimum(1), .range(0...5)) var number: Int
    }

    @Test func `guides that hold together are one, whatever their order`() throws {
        let schema = Fine.generationSchema.jsonSchema
        #expect(throws: Never.self) { try Fine.generationSchema.adapted(to: .openAIStrict) }
        #expect(schema["properties"]?["items"]?["minItems"] == 2)
        #expect(schema["properties"]?["items"]?["maxItems"] == 4)
        #expect(schema["properties"]?["number"]?["minimum"] == 1)
        #expect(schema["properties"]?["number"]?["maximum"] == 5)
    }

    @Test func `a schema that is built at run time is refused where it is made, with its property`() {
        let wrong: [DynamicGenerationSchema] = [
            .init(arrayOf: .init(type: String.self), minimumElements: 3, maximumElements: 1),
            .init(arrayOf: .init(type: String.self), minimumElements: -1),
            .init(type: Int.self, guides: [.minimum(5), .maximum(1)]),
            .init(type: String.self, guides: [.anyOf([])]), .init(type: [Int].self, guides: [.count(-1)]),
            .init(type: Double.self, guides: [.minimum(.nan)]),
            .init(arrayOf: .init(type: String.self, guides: [.anyOf(["a", "a"])])),
        ]
        for inner in wrong {
            for root in [
                DynamicGenerationSchema(name: "R", properties: [.init(name: "inner", schema: inner)]),
                DynamicGenerationSchema(
                    name: "R",
                    properties: [
                        .init(
                            name: "outer",
                            schema: .init(name: "O", properties: [.init(name: "inner", schema: inner)]))
                    ]),
            ] {
                let error = #expect(throws: GenerationSchema.SchemaError.self) { try GenerationSchema(root: root) }
                #expect(error?.localizedDescription.contains("inner") == true)
            }
        }
    }

    // MARK: Numbers

    @Test(arguments: ["1e39", "-1e39", "1e400"])
    func `a number beyond a type's greatest is refused`(text: String) throws {
        let content = GeneratedContent(.number(try #require(JSONNumber(text: text))))
        #expect(throws: GeneratedContent.ParsingError.self) { try Float(content) }
        #expect(throws: GeneratedContent.ParsingError.self) { try Int(content) }
        if text == "1e400" { #expect(throws: GeneratedContent.ParsingError.self) { try Double(content) } }
    }

    @Test(arguments: ["1e-400", "-1e-400", "0e999999999999", "1e-999999999999"])
    func `a number too small to tell from nothing ends no process`(text: String) throws {
        let content = GeneratedContent(.number(try #require(JSONNumber(text: text))))
        #expect(try Double(content) == 0)
        let decimal = try? Decimal(content)
        #expect(decimal == nil || decimal?.isFinite == true)
        _ = try? Int(content)
    }

    // MARK: Addresses

    @Test(arguments: [
        "", "not an address", "http://x.example/a b", "http://[::1", "http://x.example/\n", "<http://x.example>",
    ])
    func `what is no address is refused`(text: String) {
        #expect(throws: GeneratedContent.ParsingError.self) { try URL(GeneratedContent(.string(text))) }
    }

    @Test(arguments: ["https://x.example/a?b=c#d", "https://bücher.example/ü", "mailto:a@b.example", "../a/b"])
    func `an address is one`(text: String) {
        #expect(throws: Never.self) { try URL(GeneratedContent(.string(text))) }
    }

    @Test(arguments: impossible)
    func `a guide that no value keeps to is refused before anything is sent, for answers and for tools`(
        property: String, schema: GenerationSchema
    ) async throws {
        struct Named: Tool {
            let name = "tool"
            let description = "d"
            let parameters: GenerationSchema
            func call(arguments: GeneratedContent) async throws -> String { "" }
        }
        let backend = ScriptedBackend([.text("never")])
        for work in [
            { @Sendable in
                _ = try await LanguageModelSession(model: backend).respond(to: "?", schema: schema)
            },
            { @Sendable in
                _ = try await LanguageModelSession(model: backend, tools: [Named(parameters: schema)]).respond(to: "?")
            },
        ] as [@Sendable () async throws -> Void] {
            let error = await #expect(throws: LanguageModelError.self) { try await work() }
            guard case .unsupportedGenerationGuide? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(error?.localizedDescription.contains("/\(property)") == true, "\(String(describing: error))")
        }
        #expect(backend.requests.isEmpty)
    }

    // MARK: Coders

    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    static let transcript: Transcript = {
        let content = GeneratedContent(
            [
                "userID": 1, "zeta_b": ["someKey": [["innerKey": 2]], "a": 1.5], "a_b": 3, "aB": 4,
                "snake_case_key": "x", "": 5, "ЖKey": 6, "nothing": nil, "list": [nil, "$null"], "name": "$null",
            ] as JSONValue)
        let exact =
            (try? GeneratedContent(json: #"{"zKey":12345678901234567890123,"aKey":1.50,"bKey":1e400}"#)) ?? content
        let data = ProviderData(provider: "someProvider", content: ["thoughtSignature": "AAE=", "zFirst": 1.5])
        return Transcript(entries: [
            .instructions(
                .init(
                    id: "1", segments: [.text(.init(id: "s", content: "Be brief."))],
                    toolDefinitions: [.init(tool: WeatherTool())])),
            .prompt(
                .init(
                    id: "2", metadata: ["someKey": content, "other_key": exact],
                    segments: [
                        .structure(.init(id: "t", schemaName: "S", content: exact)),
                        .text(
                            .init(
                                id: "u", content: "t", providerData: data,
                                providerOptions: ["myProvider": ["cacheControl": ["maxAge": 1]]])),
                    ],
                    options: .init(samplingMode: .random(top: 3), temperature: 0.1, maximumResponseTokens: 3),
                    responseFormat: .init(schema: schemas[3]),
                    contextOptions: .init(includeSchemaInPrompt: false, reasoningLevel: .deep))),
            .reasoning(.init(id: "3", segments: [.text(.init(id: "v", content: "Hm."))], providerData: data)),
            .toolCalls(.init(id: "4", [.init(id: "c", toolName: "weather", arguments: content, providerData: data)])),
            .toolOutput(
                .init(
                    id: "c", toolName: "weather",
                    segments: [.structure(.init(id: "w", schemaName: "S", content: content))], isError: true)),
            .data(.init(id: "6", providerData: data)),
            .response(.init(id: "7", segments: [.text(.init(id: "x", content: "ok"))], providerData: data)),
        ])
    }()

    static let keyStrategies: [(String, JSONEncoder.KeyEncodingStrategy, JSONDecoder.KeyDecodingStrategy)] = [
        ("default", .useDefaultKeys, .useDefaultKeys), ("snake case", .convertToSnakeCase, .convertFromSnakeCase),
        ("snake case one way", .convertToSnakeCase, .useDefaultKeys),
        (
            "upper case", .custom { Key(stringValue: ($0.last?.stringValue ?? "").uppercased()) },
            .custom { Key(stringValue: ($0.last?.stringValue ?? "").lowercased()) }
        ),
    ]

    @Test(arguments: keyStrategies.indices, [0, 1])
    func `a transcript is exact under every strategy of its coder`(keys: Int, others: Int) throws {
        let encoder = JSONEncoder()
        let decoder = JSONDecoder()
        encoder.keyEncodingStrategy = Self.keyStrategies[keys].1
        decoder.keyDecodingStrategy = Self.keyStrategies[keys].2
        encoder.outputFormatting = others == 0 ? [.sortedKeys] : [.prettyPrinted]
        encoder.dateEncodingStrategy = others == 0 ? .iso8601 : .millisecondsSince1970
        encoder.dataEncodingStrategy =
            others == 0
            ? .base64
            : .custom { data, encoder in
                var container = encoder.singleValueContainer()
                try container.encode("data of \(data.count) bytes")
            }
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "+", negativeInfinity: "-", nan: "?")
        let back = try decoder.decode(Transcript.self, from: encoder.encode(Self.transcript))
        #expect(back == Self.transcript)
        // Equality of content passes over order and digits; the text does not.
        for (entry, original) in zip(back, Self.transcript) { #expect(entry.texts == original.texts) }
        guard case .prompt(let prompt) = back[1] else { return }
        #expect(
            prompt.metadata["other_key"]?.jsonString == #"{"zKey":12345678901234567890123,"aKey":1.50,"bKey":1e400}"#)
        let nested = ["kept": Self.transcript]
        #expect(try decoder.decode([String: Transcript].self, from: encoder.encode(nested)) == nested)
    }

    static let schemas: [GenerationSchema] = [
        Offer.generationSchema, Fine.generationSchema, Choice.generationSchema,
        GenerationSchema(
            name: "someName",
            jsonSchema: [
                "type": "object", "title": "someName",
                "properties": [
                    "userID": ["type": "number", "minimum": 0.1], "user_id": ["enum": ["aB", "a_b", 1]],
                    "aKey": ["const": ["zKey": 1, "aKey": 2]],
                    "big": ["type": "number", "maximum": .number(JSONNumber(text: "1e400") ?? 1)],
                ], "required": ["user_id", "aKey"],
            ]),
    ]

    @Test(arguments: keyStrategies.indices, schemas.indices)
    func `a schema by itself is exact under every key strategy`(keys: Int, index: Int) throws {
        let encoder = JSONEncoder()
        let decoder = JSONDecoder()
        encoder.keyEncodingStrategy = Self.keyStrategies[keys].1
        decoder.keyDecodingStrategy = Self.keyStrategies[keys].2
        let schema = Self.schemas[index]
        let back = try decoder.decode(GenerationSchema.self, from: encoder.encode(schema))
        #expect(back == schema)
        #expect(back.jsonSchema["properties"]?.objectValue?.keys == schema.jsonSchema["properties"]?.objectValue?.keys)
        let listed = try PropertyListDecoder().decode(
            [GenerationSchema].self, from: PropertyListEncoder().encode([schema]))
        #expect(listed == [schema])
    }

    static let small: [JSONValue] = [
        nil, true, 0, 1.5, -1, "", "$null", "2026-01-01T00:00:00Z", [], [nil], ["$null"], [:], ["someKey": nil],
        ["some_key": "$null"], ["aB": [["cD": [nil, 1]]]], .number(JSONNumber(text: "-0.0") ?? 1),
        .number(JSONNumber(text: "9223372036854775808") ?? 1), .number(JSONNumber(text: "1E2") ?? 1),
        .number(JSONNumber(text: "0.1000000000000000055511151231257827") ?? 1),
    ]

    @Test(arguments: small.indices, keyStrategies.indices)
    func `the smallest contents are exact in every coder too`(index: Int, keys: Int) throws {
        let content = GeneratedContent(Self.small[index])
        let transcript = Transcript(entries: [
            .response(
                .init(
                    id: "1", metadata: ["theKey": content],
                    segments: [.structure(.init(id: "s", schemaName: "S", content: content))],
                    providerData: .init(provider: "p", content: content.json)))
        ])
        let encoder = JSONEncoder()
        let decoder = JSONDecoder()
        encoder.keyEncodingStrategy = Self.keyStrategies[keys].1
        decoder.keyDecodingStrategy = Self.keyStrategies[keys].2
        for back in [
            try decoder.decode(Transcript.self, from: encoder.encode(transcript)),
            try PropertyListDecoder().decode(Transcript.self, from: PropertyListEncoder().encode(transcript)),
            try JSONValue.encoding(transcript).decode(Transcript.self),
        ] {
            #expect(back == transcript)
            guard case .response(let entry)? = back.first else { continue }
            #expect(entry.metadata["theKey"]?.jsonString == content.jsonString)
            #expect(entry.providerData?.content.text() == content.jsonString)
            guard case .structure(let segment)? = entry.segments.first else { continue }
            #expect(segment.content.jsonString == content.jsonString)
        }
    }

    @Test func `a transcript is exact in a property list too`() throws {
        let data = try PropertyListEncoder().encode(Self.transcript)
        #expect(try PropertyListDecoder().decode(Transcript.self, from: data) == Self.transcript)
    }
}
