import Foundation
import LMJSON
import LMProtocol
import Testing

@Suite struct `Transcript in coded form` {
    /// One entry of each kind, with each of its parts.
    static let full = Transcript(entries: [
        .instructions(
            .init(
                id: "i", segments: [.text(.init(id: "i1", content: "Be \"brief\".\n"))],
                toolDefinitions: [
                    .init(name: "plan", description: "Plans", parameters: Trip.generationSchema),
                    .init(
                        name: "odd", description: "",
                        parameters: GenerationSchema(name: "odd", jsonSchema: ["contains": ["type": "string"]])),
                ])),
        .prompt(
            .init(
                id: "p", metadata: ["k": exact, "n": GeneratedContent(nil as Int?), "cut": cut],
                segments: [
                    .text(.init(id: "p1", content: "")),
                    .structure(.init(id: "p2", schemaName: "Trip", content: Trip.sample.generatedContent)),
                    .attachment(
                        .init(id: "p3", content: .image(.init(imageURL: URL(filePath: "/tmp/a b.png"))), label: "a")),
                    .attachment(
                        .init(
                            id: "p4",
                            content: .image(
                                .init(imageURL: URL(string: "https://example.com/i?x=1") ?? URL(filePath: "/"))))),
                    .attachment(.init(id: "p5", content: .image(.init(data: Data([0, 255]), mimeType: "image/png")))),
                    .attachment(.init(id: "p6", content: .image(.init(data: Data())))),
                ],
                options: GenerationOptions(
                    samplingMode: .random(top: 5, seed: .max), temperature: 0.7, maximumResponseTokens: 100,
                    toolCallingMode: .disallowed),
                responseFormat: .init(schema: Trip.generationSchema),
                contextOptions: ContextOptions(includeSchemaInPrompt: false, reasoningLevel: .deep))),
        .reasoning(
            .init(
                id: "r", metadata: ["m": GeneratedContent("x")], segments: [.text(.init(id: "r1", content: "Hm."))],
                signature: Data([1, 2, 3]))),
        .reasoning(.init(id: "r2", segments: [])),
        .toolCalls(
            .init(
                id: "t",
                [
                    .init(id: "c1", metadata: ["z": exact], toolName: "plan", arguments: exact),
                    .init(
                        id: "c2", toolName: "plan", arguments: GeneratedContent(.string("{\"a\":"), isComplete: false)),
                ])),
        .toolOutput(.init(id: "c1", toolName: "plan", segments: [.text(.init(id: "o1", content: "done"))])),
        .data(
            .init(
                id: "d", contentType: "application/x-step", content: Data("{}".utf8),
                metadata: ["type": GeneratedContent("search")])),
        .response(
            .init(
                id: "a", assetIDs: ["x"], metadata: ["o": exact],
                segments: [.structure(.init(id: "a1", schemaName: "S", content: exact))])),
    ])

    /// What coders without order and exact numbers lose.
    static let exact = GeneratedContent(
        [
            "z": 1,
            "a": [
                number("12345678901234567890"),
                number("0.1000000000000000055511151231257827"),
            ], "m": ["y": 1, "b": 2],
        ])
    private static func number(_ text: String) -> JSONValue { JSONNumber(text: text).map(JSONValue.number) ?? .null }
    static let cut = GeneratedContent(.string("cut"), isComplete: false)

    @Test func `our own coder gives all of it back`() throws {
        let text = try JSONValue.encoding(Self.full).text()
        #expect(try JSONValue(parsing: text).decode(Transcript.self) == Self.full)
        #expect(!text.contains("contentJSON"))
    }

    @Test func `Foundation's coders give all of it back, with the order of properties and exact numbers`() throws {
        let data = try JSONEncoder().encode(Self.full)
        let decoded = try JSONDecoder().decode(Transcript.self, from: data)
        for (entry, original) in zip(decoded, Self.full) { #expect(entry == original) }
        #expect(decoded == Self.full)
        guard case .toolCalls(let calls) = decoded[4] else { return }
        #expect(calls[0].arguments.jsonString == Self.exact.jsonString)
        #expect(calls[0].metadata["z"]?.jsonString == Self.exact.jsonString)
    }

    @Test(arguments: [
        GenerationOptions.SamplingMode.greedy, .random(top: 3), .random(probabilityThreshold: 0.9, seed: 7),
    ]) func `each sampling mode comes back`(_ mode: GenerationOptions.SamplingMode) throws {
        let transcript = Transcript(entries: [
            .prompt(.init(id: "p", segments: [], options: GenerationOptions(samplingMode: mode)))
        ])
        #expect(try JSONValue.encoding(transcript).decode(Transcript.self) == transcript)
    }

    @Test(arguments: [
        ContextOptions.ReasoningLevel.light, .moderate, .deep, .custom("xhigh"), .custom("light"), .custom("custom:x"),
    ]) func `each reasoning level comes back`(_ level: ContextOptions.ReasoningLevel) throws {
        let transcript = Transcript(entries: [
            .prompt(.init(id: "p", segments: [], contextOptions: ContextOptions(reasoningLevel: level)))
        ])
        #expect(try JSONValue.encoding(transcript).decode(Transcript.self) == transcript)
    }

    @Test func `the shape is that of Foundation Models`() throws {
        let transcript = Transcript(entries: [
            .prompt(.init(id: "p", segments: [.text(.init(id: "s", content: "Hi"))])),
            .toolCalls(
                .init(
                    id: "t", [.init(id: "c", toolName: "f", arguments: GeneratedContent(properties: ["b": 1, "a": 2]))])
            ),
            .toolOutput(.init(id: "c", toolName: "f", segments: [])),
        ])
        #expect(
            try JSONValue.encoding(transcript).text() == """
                {"type":"FoundationModels.Transcript","version":"1.1","transcript":{"entries":[\
                {"id":"p","role":"user","contents":[{"type":"text","text":"Hi","id":"s"}]},\
                {"id":"t","role":"response","toolCalls":[{"id":"c","name":"f","arguments":"{\\"b\\":1,\\"a\\":2}"}]},\
                {"id":"c","role":"tool","contents":[],"toolName":"f","toolCallID":"c"}]}}
                """)
    }

    @Test func `a transcript of the first version is read`() throws {
        let json = try JSONValue(
            parsing: """
                {"type":"FoundationModels.Transcript","version":1,"transcript":{"entries":[{"id":"1","role":"instructions",\
                "contents":[{"type":"text","text":"Hi","id":"2"}],"tools":[{"type":"function","function":{"name":"f",\
                "description":"d","parameters":{"type":"object","title":"A","properties":{"b":{"type":"string"},\
                "a":{"type":"string"}},"required":["b"],"additionalProperties":false,"x-order":["a","b"]}}}]}]}}
                """)
        guard case .instructions(let entry)? = try json.decode(Transcript.self).first else {
            Issue.record("no instructions")
            return
        }
        #expect(entry.toolDefinitions.first?.parameters.name == "A")
        #expect(entry.toolDefinitions.first?.parameters.jsonSchema["properties"]?.objectValue?.keys == ["a", "b"])
    }

    @Test(arguments: [
        (#"{"type":"FoundationModels.Transcript","version":"2.0","transcript":{"entries":[]}}"#, #"version "2.0""#),
        (#"{"type":"FoundationModels.Transcript","transcript":{"entries":[]}}"#, "version none"),
        (#"{"type":"Other"}"#, "no transcript"), ("[]", "no transcript"),
        (
            #"{"type":"FoundationModels.Transcript","version":"1.1","transcript":{}}"#,
            "'entries' is missing. At /transcript"
        ),
        (
            #"{"type":"FoundationModels.Transcript","version":"1.1","transcript":{"entries":[{"id":"1","role":"odd"}]}}"#,
            "role 'odd' is not known. At /transcript/entries/0"
        ),
        (
            #"{"type":"FoundationModels.Transcript","version":"1.1","transcript":{"entries":[{"id":"1","role":"user","contents":[{"id":"2","type":"video"}]}]}}"#,
            "type 'video' is not known. At /transcript/entries/0/contents/0"
        ),
        (
            #"{"type":"FoundationModels.Transcript","version":"1.1","transcript":{"entries":[{"id":"1","role":"reasoning","signature":"?"}]}}"#,
            "no Base64. At /transcript/entries/0/signature"
        ),
    ]) func `what cannot be read says what and where`(_ text: String, _ reason: String) throws {
        let json = try JSONValue(parsing: text)
        do {
            _ = try json.decode(Transcript.self)
            Issue.record("read")
        } catch DecodingError.dataCorrupted(let context) {
            #expect(context.debugDescription.contains(reason))
        }
    }
}

@Suite struct `Transcript as a collection` {
    @Test func `the history is what follows the instructions`() {
        var transcript = Transcript(entries: [
            .instructions(.init(id: "i", segments: [])), .prompt(.init(id: "p", segments: [])),
            .response(.init(id: "r", segments: [])),
        ])
        #expect(transcript.history.map(\.id) == ["p", "r"])
        transcript.history.removeFirst()
        #expect(transcript.map(\.id) == ["i", "r"])
        transcript.history = []
        #expect(transcript.map(\.id) == ["i"])
        transcript.history.append(.prompt(.init(id: "q", segments: [])))
        #expect(transcript.map(\.id) == ["i", "q"])
        #expect(Transcript().history.isEmpty)
    }
}

@Suite struct `Image formats` {
    static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + [
            0, 0, 1, 0, 0, 0, 0, 16, 8,
        ]
    static let jpeg: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xDB, 0, 3, 9, 0xFF, 0xC2, 0, 17, 8, 0x01, 0x02, 0x03, 0x04]

    @Test func `JPEG and PNG are known by their bytes, with their size`() {
        #expect(ImageFormat(Self.png) == .png)
        #expect(ImageSize(ofImage: Self.png) == ImageSize(width: 256, height: 16))
        #expect(ImageFormat(Self.jpeg) == .jpeg)
        #expect(ImageSize(ofImage: Self.jpeg) == ImageSize(width: 0x0304, height: 0x0102))
        #expect(ImageFormat("GIF89a".utf8) == nil)
        #expect(ImageFormat([]) == nil)
    }

    @Test func `a header that is cut off anywhere has no size`() {
        for image in [Self.png.dropLast(), Self.jpeg[...]] {
            for length in 0..<image.count { #expect(ImageSize(ofImage: image.prefix(length)) == nil) }
        }
        #expect(ImageSize(ofImage: [0xFF, 0xD8, 0xFF, 0xDA] + [UInt8](repeating: 0, count: 20)) == nil)
        #expect(ImageSize(ofImage: [0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 0xFF, 0xC0]) == nil)
    }

    @Test func `the type of an attachment is told from its bytes unless it is given`() {
        #expect(Transcript.ImageAttachment(data: Data(Self.png)).resolvedMIMEType == "image/png")
        #expect(Transcript.ImageAttachment(data: Data(Self.png), mimeType: "image/x").resolvedMIMEType == "image/x")
        #expect(Transcript.ImageAttachment(data: Data([1])).resolvedMIMEType == nil)
        #expect(Transcript.ImageAttachment(data: Data(Self.jpeg).dropFirst(0)).size?.height == 0x0102)
        #expect(Transcript.ImageAttachment(imageURL: URL(filePath: "/a.png")).size == nil)
    }
}
