import Foundation
import LMJSON
import LMProtocol
import Testing

@testable import LMResponses

/// What each entry of a transcript becomes, and what is mended before a server would refuse it.
struct InputItemsTests {
    private func items(
        _ entries: [Transcript.Entry], _ dialect: ResponsesDialect = .xai, omitsReasoning: Bool = false
    ) throws -> (items: [JSONValue], adjustments: [Adjustment]) {
        var builder = RequestBuilder(settings: RequestSettings(card: RequestBuilderTests.card, dialect: dialect)) { _ in
            throw CocoaError(.fileNoSuchFile)
        }
        builder.omitsReasoning = omitsReasoning
        var (transcript, adjustments) = TranscriptCheck.check(Transcript(entries: entries))
        let items = try builder.inputItems(transcript, &adjustments)
        return (items, adjustments)
    }

    private static func text(_ text: String) -> Transcript.Segment { .text(.init(id: "s", content: text)) }
    private static let user = RequestBuilderTests.prompt("Hi")
    private static let userItem: JSONValue = ["type": "message", "role": "user", "content": "Hi"]
    private static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    private static func image(_ label: String? = nil) -> Transcript.Segment {
        .attachment(.init(id: "a", content: .image(.init(data: png)), label: label))
    }
    private static let imagePart: JSONValue = [
        "type": "input_image", "image_url": .string("data:image/png;base64,iVBORw0KGgo="),
    ]
    private static func call(
        _ id: String, _ name: String = "f", arguments: GeneratedContent = GeneratedContent([:])
    )
        -> Transcript.Entry
    { .toolCalls(.init(id: "t", [.init(id: id, toolName: name, arguments: arguments)])) }
    private static func callItem(_ id: String, _ arguments: String = "{}") -> JSONValue {
        ["type": "function_call", "call_id": .string(id), "name": "f", "arguments": .string(arguments)]
    }
    private static func output(_ id: String, _ segments: [Transcript.Segment] = [text("out")]) -> Transcript.Entry {
        .toolOutput(.init(id: id, toolName: "f", segments: segments))
    }
    private static func outputItem(_ id: String, _ output: JSONValue = "out") -> JSONValue {
        ["type": "function_call_output", "call_id": .string(id), "output": output]
    }
    private static func reasoning(
        _ texts: [String] = ["a", "b"], encrypted: String? = "E", id: String? = "rs_1", requested: String = "grok-4.3",
        served: String? = nil
    ) -> Transcript.Entry {
        let signature = ProviderData.encryptedReasoning(id: id, encrypted, requested: requested, served: served)
        return .reasoning(.init(id: "r", segments: texts.map(text), providerData: signature))
    }
    private static func answer(_ text: String) -> Transcript.Entry {
        .response(.init(id: "x", segments: [Self.text(text)]))
    }
    private static func answerItem(_ text: String) -> JSONValue {
        ["type": "message", "role": "assistant", "content": .string(text)]
    }

    // MARK: The table

    @Test func `instructions are a system message`() throws {
        let entry = Transcript.Entry.instructions(
            .init(id: "i", segments: [Self.text("Be brief."), Self.text("Be kind.")]))
        #expect(
            try items([entry]).items == [["type": "message", "role": "system", "content": "Be brief.\nBe kind."]])
        #expect(try items([.instructions(.init(id: "i", segments: []))]).items == [])
    }

    @Test func `images of instructions move to a user message for xAI, and stay elsewhere`() throws {
        let entry = Transcript.Entry.instructions(.init(id: "i", segments: [Self.text("See:"), Self.image()]))
        #expect(
            try items([entry]).items == [
                ["type": "message", "role": "system", "content": "See:"],
                ["type": "message", "role": "user", "content": [Self.imagePart]],
            ])
        #expect(
            try items([entry], .openai).items == [
                [
                    "type": "message", "role": "system",
                    "content": [["type": "input_text", "text": "See:"], Self.imagePart],
                ]
            ])
    }

    @Test func `a prompt is a user message of text and images, in order, each image behind its label`() throws {
        let entry = Transcript.Entry.prompt(
            .init(id: "p", segments: [Self.text("Compare:"), Self.image("first"), Self.image(), Self.text("Well?")]))
        #expect(
            try items([entry]).items == [
                [
                    "type": "message", "role": "user",
                    "content": [
                        ["type": "input_text", "text": "Compare:"], ["type": "input_text", "text": "Image \"first\":"],
                        Self.imagePart, Self.imagePart, ["type": "input_text", "text": "Well?"],
                    ],
                ]
            ])
    }

    @Test func `an answer is an assistant message, a structured one as JSON`() throws {
        let structured = Transcript.Entry.response(
            .init(
                id: "x",
                segments: [.structure(.init(schemaName: "S", content: GeneratedContent(["b": 1, "a": [true]])))]))
        #expect(
            try items([Self.user, Self.answer("Yes."), structured]).items == [
                Self.userItem, Self.answerItem("Yes."), Self.answerItem(#"{"b":1,"a":[true]}"#),
            ])
    }

    @Test func `an answer of several texts keeps them apart`() throws {
        let entry = Transcript.Entry.response(.init(id: "x", segments: [Self.text("a"), Self.text("b")]))
        #expect(
            try items([Self.user, entry]).items.last == [
                "type": "message", "role": "assistant",
                "content": [["type": "output_text", "text": "a"], ["type": "output_text", "text": "b"]],
            ])
    }

    @Test func `rows 27, 33 and 35: reasoning is one item with its summary, empty or not, and its ciphertext`() throws {
        let (list, adjustments) = try items([
            Self.user, Self.reasoning(), Self.reasoning([], id: nil), Self.answer("Yes."),
        ])
        #expect(
            list == [
                Self.userItem,
                [
                    "type": "reasoning", "id": "rs_1",
                    "summary": [["type": "summary_text", "text": "a"], ["type": "summary_text", "text": "b"]],
                    "encrypted_content": "E",
                ],
                ["type": "reasoning", "summary": [], "encrypted_content": "E"], Self.answerItem("Yes."),
            ])
        #expect(adjustments.isEmpty)
    }

    @Test func `row 39: calls and outputs are items of their own, without identifiers that the server did not give`()
        throws
    {
        let arguments = GeneratedContent(["city": "Rome", "n": 12_345_678_901_234])
        let calls = Transcript.Entry.toolCalls(
            .init([
                .init(id: "c1", toolName: "f", arguments: arguments),
                .init(id: "c2", toolName: "f", arguments: arguments),
            ]))
        let (list, adjustments) = try items([Self.user, calls, Self.output("c1"), Self.output("c2")])
        #expect(
            list == [
                Self.userItem, Self.callItem("c1", #"{"city":"Rome","n":12345678901234}"#),
                Self.callItem("c2", #"{"city":"Rome","n":12345678901234}"#), Self.outputItem("c1"),
                Self.outputItem("c2"),
            ])
        #expect(adjustments.isEmpty)
    }

    @Test func `row 61: images that a tool returns are sent`() throws {
        let (list, _) = try items([Self.user, Self.call("c1"), Self.output("c1", [Self.text("See"), Self.image()])])
        #expect(
            list.last == Self.outputItem("c1", [["type": "input_text", "text": "See"], Self.imagePart]))
    }

    @Test func `a step that the server ran is sent back as it came`() throws {
        let item =
            #"{"type":"web_search_call","id":"ws_1","status":"completed","action":{"type":"search","query":"q"}}"#
        let entry = Transcript.Entry.data(
            .init(providerData: .init(provider: "xai", content: try JSONValue(parsing: item))))
        #expect(try items([Self.user, entry]).items.last?.text() == item)
        let other = Transcript.Entry.data(
            .init(providerData: .init(provider: "anthropic", content: try JSONValue(parsing: item))))
        let dropped = try items([Self.user, other])
        #expect(dropped.items == [Self.userItem])
        #expect(dropped.adjustments.map(\.kind) == [.contentDropped])
    }

    @Test func `reasoning and steps of transcripts from before providers were named are still sent back`() throws {
        let item = #"{"type":"web_search_call","id":"ws_1"}"#
        let signature = #"{"itemID":"rs_1","encryptedContent":"E","requestedModel":"grok-4.3"}"#
        let list = try items([
            Self.user, .reasoning(.init(segments: [], signature: Data(signature.utf8))),
            .data(.init(contentType: "application/vnd.responses.item+json", content: Data(item.utf8))),
        ]).items
        #expect(list.last?.text() == item)
        #expect(list.dropLast().last?["encrypted_content"] == "E")
    }

    @Test func `an entry of another provider's format is left out, and told`() throws {
        let entry = Transcript.Entry.data(.init(contentType: "application/x-other", content: Data("{}".utf8)))
        let (list, adjustments) = try items([Self.user, entry])
        #expect(list == [Self.userItem])
        #expect(adjustments.map(\.kind) == [.contentDropped])
    }

    // MARK: Reasoning that cannot be read

    @Test func `row 31: reasoning without ciphertext is left out, never a bare identifier`() throws {
        let (list, adjustments) = try items([Self.user, Self.reasoning(encrypted: nil), Self.answer("Yes.")])
        #expect(list == [Self.userItem, Self.answerItem("Yes.")])
        #expect(adjustments.isEmpty)
    }

    @Test func `row 32: reasoning goes only to the model that made it`() throws {
        for (requested, served, isSent) in [
            ("grok-4.3", "grok-4.3", true), ("grok-3-mini", "grok-4.3", true), ("grok-4.3", "grok-x", true),
            ("grok-4.7", "grok-4.7", false), ("grok-4.7", nil, false),
        ] {
            let (list, adjustments) = try items([
                Self.user, Self.reasoning(requested: requested, served: served), Self.answer("Yes."),
            ])
            #expect(list.contains { $0["type"] == "reasoning" } == isSent)
            #expect(adjustments.map(\.kind) == (isSent ? [] : [.reasoningDropped]))
        }
    }

    @Test func `reasoning with a signature of another origin is left out`() throws {
        let entry = Transcript.Entry.reasoning(.init(segments: [Self.text("a")], signature: Data("opaque".utf8)))
        let (list, adjustments) = try items([Self.user, entry, Self.answer("Yes.")])
        #expect(list == [Self.userItem, Self.answerItem("Yes.")])
        #expect(adjustments.map(\.kind) == [.reasoningDropped])
    }

    @Test func `row 36: reasoning that nothing followed is left out`() throws {
        let (list, adjustments) = try items([Self.user, Self.reasoning(), RequestBuilderTests.prompt("More", id: "p2")])
        #expect(list.map { $0["role"] } == ["user", "user"])
        #expect(adjustments.map(\.kind) == [.reasoningDropped])
    }

    @Test func `reasoning can be left out altogether`() throws {
        let (list, _) = try items([Self.user, Self.reasoning(), Self.answer("Yes.")], omitsReasoning: true)
        #expect(list == [Self.userItem, Self.answerItem("Yes.")])
    }

    // MARK: Mending

    @Test func `row 37: an output without its call is left out, and told`() throws {
        let (list, adjustments) = try items([Self.user, Self.output("c9"), Self.answer("Yes.")])
        #expect(list == [Self.userItem, Self.answerItem("Yes.")])
        #expect(adjustments.map(\.kind) == [.transcriptRepaired])
    }

    @Test func `row 37: an output stands behind its call, in the order of the calls`() throws {
        for entries in [
            [Self.output("c1"), Self.call("c1"), Self.output("c1")], [Self.output("c1"), Self.call("c1")],
            [Self.call("c1"), Self.answer(""), Self.output("c1")],
        ] {
            #expect(
                try items([Self.user] + entries).items == [Self.userItem, Self.callItem("c1"), Self.outputItem("c1")])
        }
        let (list, adjustments) = try items([
            Self.user, Self.call("c1"), Self.call("c2"), Self.output("c2"), Self.output("c1"),
        ])
        #expect(
            list == [
                Self.userItem, Self.callItem("c1"), Self.callItem("c2"), Self.outputItem("c1"), Self.outputItem("c2"),
            ])
        #expect(adjustments.map(\.kind) == [.transcriptRepaired])
    }

    @Test func `row 38: a call without output gets one that says so, before the next message`() throws {
        let (list, adjustments) = try items([
            Self.user, Self.call("c1"), Self.call("c2"), Self.output("c2"),
            RequestBuilderTests.prompt("More", id: "p2"),
        ])
        #expect(
            list == [
                Self.userItem, Self.callItem("c1"), Self.callItem("c2"),
                Self.outputItem("c1", .string(TranscriptCheck.missingOutput)), Self.outputItem("c2"),
                ["type": "message", "role": "user", "content": "More"],
            ])
        #expect(adjustments.map(\.kind) == [.transcriptRepaired])
    }

    @Test func `row 20: a call that was cut off is sent without its broken arguments`() throws {
        let broken = GeneratedContent(.string(#"{"x":48151"#), isComplete: false)
        let (list, adjustments) = try items([Self.user, Self.call("c1", arguments: broken), Self.output("c1")])
        #expect(list[1] == Self.callItem("c1"))
        #expect(adjustments.map(\.kind) == [.transcriptRepaired])
    }

    @Test func `row 24: a call without a name is left out with its output`() throws {
        let (list, _) = try items([Self.user, Self.call("c1", ""), Self.output("c1")])
        #expect(list == [Self.userItem])
    }

    @Test func `row 40: messages without content are left out`() throws {
        let (list, _) = try items([
            .prompt(.init(id: "p0", segments: [Self.text("")])), Self.user, Self.answer(""),
            .response(.init(segments: [])), RequestBuilderTests.prompt("More", id: "p2"),
        ])
        #expect(list.map { $0["content"] } == ["Hi", "More"])
    }

    @Test func `row 40: an empty prompt as the last entry is refused here, not by the server`() {
        #expect(throws: LanguageModelError.self) { try items([.prompt(.init(id: "p", segments: []))]) }
    }

    @Test func `what is mended in one turn is mended in the same way in every later one`() throws {
        let broken = GeneratedContent(.string(#"{"x":4"#), isComplete: false)
        func prompt(_ id: String) -> Transcript.Entry { RequestBuilderTests.prompt(id, id: id) }
        let entries: [Transcript.Entry] = [
            Self.user, Self.output("c9"), Self.reasoning(requested: "grok-4.7"), Self.call("c1"), prompt("p2"),
            Self.reasoning(), prompt("p3"), Self.reasoning(), Self.call("c2"), Self.call("c3", arguments: broken),
            Self.output("c3"), Self.output("c2"), Self.output("c2"), Self.answer(""), Self.answer("Yes."),
            prompt("p4"), Self.call("c4", ""), Self.output("c4"), Self.call("c1"), Self.output("c1"), prompt("p5"),
        ]
        var earlier: [JSONValue] = []
        for end in entries.indices {
            guard case .prompt = entries[end] else { continue }
            let list = try items(Array(entries[...end])).items
            #expect(list.starts(with: earlier), "up to \(end)")
            #expect(list.count > earlier.count)
            earlier = list
        }
    }

    @Test func `a transcript that a session has mended is sent as it is`() throws {
        let entries = [
            Self.output("c0"), Self.user, Self.reasoning(), Self.call("c1"), Self.call("c2", ""), Self.answer(""),
            RequestBuilderTests.prompt("More", id: "p2"),
        ]
        let once = try items(entries)
        let mended = TranscriptCheck.check(Transcript(entries: entries))
        let twice = try items(Array(mended.transcript))
        #expect(twice.items == once.items)
        #expect(once.adjustments == mended.adjustments + twice.adjustments)
        #expect(twice.adjustments.allSatisfy { $0.kind == .reasoningDropped })
    }

    @Test func `the same output twice is sent once`() throws {
        let (list, _) = try items([Self.user, Self.call("c1"), Self.output("c1"), Self.output("c1")])
        #expect(list == [Self.userItem, Self.callItem("c1"), Self.outputItem("c1")])
    }
}
