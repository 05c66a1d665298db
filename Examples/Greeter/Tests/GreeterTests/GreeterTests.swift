import Greeter
import LMGrok
import LMReplay
import LMReplayTesting
import Testing

@Suite struct GreeterTests {
    @Test(.cassette("hello"))
    func `a greeting is in five languages`() async throws {
        let greeter = Greeter(model: try .grok4.apiKey("unused").transport(CassetteTransport.current))
        #expect(try await greeter.greeting() == "Hello! Bonjour! ¡Hola! こんにちは! Привет! 👋🏽")
    }

    @Test(.cassette("hello", segmentation: .everyByte))
    func `it is the same however the answer is cut`() async throws {
        let greeter = Greeter(model: try .grok4.apiKey("unused").transport(CassetteTransport.current))
        #expect(try await greeter.greeting().hasPrefix("Hello!"))
    }

    @Test(.cassette("hello", faults: [.drop(afterEvent: 8)]))
    func `an answer that breaks off is an error`() async throws {
        let greeter = Greeter(model: try .grok4.apiKey("unused").transport(CassetteTransport.current))
        await #expect(throws: (any Error).self) { try await greeter.greeting() }
    }
}
