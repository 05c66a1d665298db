import Foundation
import LMJSON
import LMProtocol
import LMReplay
import LMTestSupport
import LMTransport
import Testing

@testable import LMGrok

/// A conversation with images, tools and reasoning over five turns, from one cassette through a session.
struct FiveTurnTests {
    /// The answers, in order.
    static let answers = [
        "A red dot on a white ground.", "Rome has 23 °C and sun, Oslo 9 °C and rain.", "Rome, by 14 degrees.",
        "Here it is: Rome as a red dot. 🔴", "We saw a dot, compared Rome with Oslo, and Rome won.",
    ]
    static let cassette = Fixtures.path("five-turns.cassette.jsonl")

    /// Holds the conversation, each turn of which may send several requests.
    static func converse(
        over transport: some HTTPTransport
    ) async throws -> (answers: [String], session: LanguageModelSession) {
        let count = Counted()
        let session = LanguageModelSession(
            model: GrokModel.grok4_3.apiKey(canaryKey).transport(transport), tools: [WeatherTool(), PictureTool()],
            instructions: Instructions("Answer in one sentence."),
            identifiers: {
                count.add(1)
                return "entry-\(count.values.count)"
            })
        var answers: [String] = []
        answers.append(
            try await session.respond {
                "What is in this picture?"
                Attachment(imageURL: URL(filePath: Fixtures.path("images/red-dot.png"))).label("dot")
            }.content)
        for prompt in [
            "What is the weather in Rome and in Oslo?", "Which is warmer?", "Show me a picture of it.",
            "Thank you. Sum it all up in one sentence.",
        ] {
            answers.append(try await session.respond(to: prompt).content)
        }
        return (answers, session)
    }

    @Test func `five turns replay, and every request is byte for byte the recorded one`() async throws {
        let cassette = try Cassette(contentsOf: Self.cassette)
        let replay = ReplayTransport(cassette)
        let transport = CapturingTransport(replay)
        let (answers, session) = try await Self.converse(over: transport)
        #expect(answers == Self.answers)
        try replay.verifyUsed()
        #expect(transport.bodies == cassette.interactions.map(\.request.body))
        #expect(transport.bodies.count == 7)
        #expect(session.usage.input.cachedTokenCount == 2880)
        #expect(session.usage.output.reasoningTokenCount == 144)
    }

    @Test func `the conversation sends images, tools, calls and encrypted reasoning`() throws {
        let bodies = try Cassette(contentsOf: Self.cassette).interactions.map {
            try JSONValue(parsing: $0.request.body)
        }
        for body in bodies {
            #expect(body["include"] == ["reasoning.encrypted_content"])
            #expect(body["tools"]?.arrayValue?.count == 2)
        }
        let input = try #require(bodies.last?["input"]?.arrayValue)
        func images(_ content: JSONValue?) -> Int {
            (content?.arrayValue ?? []).count { $0["image_url"]?.stringValue?.hasPrefix("data:image/png;") == true }
        }
        // One that the user attached, and one that a tool returned.
        #expect(input.map { images($0["content"]) }.reduce(0, +) == 1)
        #expect(input.map { images($0["output"]) }.reduce(0, +) == 1)
        #expect(input.count { $0["type"] == "function_call" } == 3)
        #expect(input.count { $0["type"] == "function_call_output" } == 3)
        #expect(
            input.count { $0["type"] == "reasoning" && $0["encrypted_content"]?.stringValue?.isEmpty == false } == 5)
    }

    @Test func `each request's body is the beginning of the next one's`() throws {
        let bodies = try Cassette(contentsOf: Self.cassette).interactions.map(\.request.body)
        for (earlier, later) in zip(bodies, bodies.dropFirst()) {
            // What follows the input is the end of the array and of the object.
            #expect(later.starts(with: earlier.dropLast(2)))
        }
    }

    @Test func `the answers do not depend on how the bytes are cut`() async throws {
        for segmentation in [Segmentation.everyByte, .whole, .seeded(7)] {
            let transport = ReplayTransport(
                try Cassette(contentsOf: Self.cassette), options: .init(segmentation: segmentation))
            #expect(try await Self.converse(over: transport).answers == Self.answers)
        }
    }

    @Test func `the transcript that grew holds everything, and goes on in another session`() async throws {
        let (_, session) = try await Self.converse(over: ReplayTransport(try Cassette(contentsOf: Self.cassette)))
        let kinds = session.transcript.map { entry in
            switch entry {
            case .instructions: "instructions"
            case .prompt: "prompt"
            case .reasoning: "reasoning"
            case .toolCalls(let calls): "calls \(calls.count)"
            case .toolOutput: "output"
            case .response: "response"
            case .data: "data"
            }
        }
        #expect(
            kinds == [
                "instructions", "prompt", "reasoning", "response", "prompt", "reasoning", "calls 2", "output", "output",
                "reasoning", "response", "prompt", "reasoning", "response", "prompt", "reasoning", "calls 1", "output",
                "response", "prompt", "reasoning", "response",
            ])
    }
}

/// Tells the weather of two cities.
struct WeatherTool: Tool {
    struct Arguments: ConvertibleFromGeneratedContent {
        var city: String
        init(_ content: GeneratedContent) throws { city = content.json["city"]?.stringValue ?? "" }
    }
    let name = "lookUpWeather"
    let description = "Gets the weather of a city."
    let parameters = GenerationSchema(
        name: "WeatherArguments",
        jsonSchema: [
            "type": "object", "properties": ["city": ["type": "string", "description": "The city"]],
            "required": ["city"], "additionalProperties": false,
        ])

    func call(arguments: Arguments) async throws -> String {
        arguments.city == "Rome" ? "23 °C, sunny" : "9 °C, rain"
    }
}

/// Finds a picture of anything; it is always the same one.
struct PictureTool: Tool {
    struct Arguments: ConvertibleFromGeneratedContent {
        init(_ content: GeneratedContent) throws {}
    }
    let name = "findPicture"
    let description = "Finds a picture."
    let parameters = GenerationSchema(
        name: "PictureArguments",
        jsonSchema: [
            "type": "object", "properties": ["subject": ["type": "string", "description": "What it shows"]],
            "required": ["subject"], "additionalProperties": false,
        ])

    func call(arguments: Arguments) async throws -> Prompt {
        Prompt {
            "One picture found."
            Attachment(data: Data((try? Fixtures.bytes("images/red-dot.png")) ?? []))
        }
    }
}

/// A transport that keeps the bodies of the requests that go through it.
final class CapturingTransport: HTTPTransport {
    private let next: any HTTPTransport
    private let seen = CapturedBodies()

    init(_ next: any HTTPTransport) { self.next = next }

    var bodies: [[UInt8]] { seen.values }

    nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        seen.add(request.body)
        return try await next.send(request)
    }
}
