import Foundation
import LMJSON
import LMProtocol
import LMTestSupport
import Testing

@testable import LMResponses

/// Values of every kind through a session, from servers that take only an object as the whole of an answer.
struct StructuredAnswerTests {
    /// A choice of two words.
    private enum Side: String, Generable {
        case left, right
        static var generationSchema: GenerationSchema { GenerationSchema(type: Self.self, anyOf: ["left", "right"]) }
        init(_ content: GeneratedContent) throws {
            guard let side = Side(rawValue: try String(content)) else { throw CocoaError(.coderInvalidValue) }
            self = side
        }
        var generatedContent: GeneratedContent { rawValue.generatedContent }
    }

    private static func session(
        _ answer: String, _ dialect: ResponsesDialect
    ) throws -> (session: LanguageModelSession, transport: StubTransport) {
        let pieces = answer.map { StreamRowTests.delta($0 == "\"" ? #"\""# : String($0)) }
        let text = ([StreamRowTests.created, StreamRowTests.message] + pieces + [StreamRowTests.completed])
            .map(event).joined()
        let transport = StubTransport(
            StubTransport.Reply.events(text).perByte, StubTransport.Reply.events(text).perByte)
        let url = try #require(URL(string: "http://127.0.0.1/v1"))
        let model = ResponsesModel(name: "m", baseURL: url, dialect: dialect).transport(transport)
        return (LanguageModelSession(model: model), transport)
    }

    private static func formats(_ transport: StubTransport) throws -> [JSONValue?] {
        try transport.requests.map { try JSONValue(parsing: $0.body)["text"]?["format"]?["schema"] }
    }

    @Test(arguments: [ResponsesDialect.openai, .xai, .generic])
    func `a list is asked for inside an object and read out of it, streamed and not`(
        _ dialect: ResponsesDialect
    ) async throws {
        let (session, transport) = try Self.session(#"{"value":["Ada","Grace"]}"#, dialect)
        #expect(try await session.respond(to: "Names", generating: [String].self).content == ["Ada", "Grace"])
        var seen: [[String]] = []
        for try await snapshot in session.streamResponse(to: "Again", generating: [String].self) {
            seen.append(snapshot.content)
        }
        #expect(seen.contains(["Ada", "Gr"]))
        #expect(seen.last == ["Ada", "Grace"])
        for format in try Self.formats(transport) {
            #expect(format?["type"] == "object")
            #expect(format?["required"] == ["value"])
            #expect(format?["properties"]?["value"]?["items"]?["type"] == "string")
        }
        // The model is shown what it said as the app got it.
        let input = try JSONValue(parsing: transport.requests[1].body)["input"]
        #expect(input?[1]?["content"] == #"["Ada","Grace"]"#)
    }

    @Test(arguments: [ResponsesDialect.openai, .xai, .generic])
    func `a choice is asked for inside an object and read out of it, streamed and not`(
        _ dialect: ResponsesDialect
    ) async throws {
        let (session, transport) = try Self.session(#"{"value":"right"}"#, dialect)
        #expect(try await session.respond(to: "Which?", generating: Side.self).content == .right)
        let stream = session.streamResponse(to: "Again?", generating: Side.self)
        for try await _ in stream {}
        #expect(try await stream.collect().content == .right)
        for format in try Self.formats(transport) {
            #expect(format?["properties"]?["value"]?["enum"] == ["left", "right"])
        }
    }
}
