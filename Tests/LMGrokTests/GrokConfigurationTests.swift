import Foundation
import LMProtocol
import LMProvider
import LMResponses
import LMTestSupport
import LMTransport
import Testing

@testable import LMGrok

struct GrokConfigurationTests {
    private static func configuration(_ url: String, key: String? = nil) throws -> GrokConfiguration {
        GrokConfiguration(apiKey: key, baseURL: try #require(URL(string: url)))
    }

    // MARK: Which key

    @Test func `what the app set comes first, then GROK_API_KEY, then XAI_API_KEY`() throws {
        let both = ["GROK_API_KEY": "grok", "XAI_API_KEY": "xai"]
        #expect(GrokConfiguration(apiKey: "k").apiKeySource(environment: both) == .configuration)
        #expect(GrokConfiguration().apiKeySource(environment: both) == .environment("GROK_API_KEY"))
        #expect(GrokConfiguration().apiKeySource(environment: ["XAI_API_KEY": "x"]) == .environment("XAI_API_KEY"))
        #expect(GrokConfiguration().apiKeySource(environment: [:]) == nil)
    }

    @Test(arguments: ["", " ", "\n"])
    func `a key of nothing but white space is none`(_ key: String) {
        #expect(GrokConfiguration(apiKey: key).apiKeySource(environment: [:]) == nil)
        #expect(
            GrokConfiguration(apiKey: key).apiKeySource(environment: ["GROK_API_KEY": key, "XAI_API_KEY": "x"])
                == .environment("XAI_API_KEY"))
    }

    @Test(arguments: [
        ("https://api.x.ai/v1", true), ("https://x.ai", true), ("https://eu-west-1.api.x.ai/v1", true),
        ("HTTPS://API.X.AI/v1", true), ("https://api.x.ai:8443/v1", true), ("http://api.x.ai/v1", false),
        ("https://x.ai.evil.example/v1", false), ("https://notx.ai/v1", false), ("https://api.example.com/x.ai", false),
        ("https://x.ai@evil.example/v1", false), ("http://127.0.0.1:8080/v1", false), ("ftp://x.ai/", false),
    ])
    func `the environment is for xAI's hosts over https only`(_ url: String, _ isRead: Bool) throws {
        let source = try Self.configuration(url).apiKeySource(environment: ["GROK_API_KEY": canaryKey])
        #expect(source == (isRead ? .environment("GROK_API_KEY") : nil))
    }

    // MARK: What is sent

    private static func send(
        _ configuration: GrokConfiguration, environment: [String: String] = [:]
    ) async -> (request: HTTPRequest?, error: (any Error)?) {
        let transport = StubTransport(GrokModelTests.answer)
        var model = GrokModel.grok4_3.transport(transport)
        model.configuration = configuration
        model.environment.environment = { environment }
        do {
            _ = try await LanguageModelSession(model: model).respond(to: "Hi")
            return (transport.requests.first, nil)
        } catch {
            return (transport.requests.first, error)
        }
    }

    @Test(arguments: ["https://api.x.ai/v1", "http://api.x.ai/v1"])
    func `without a key, nothing is sent to xAI`(_ url: String) async throws {
        let environment = url.hasPrefix("http:") ? ["GROK_API_KEY": canaryKey] : [:]
        let (request, error) = await Self.send(try Self.configuration(url), environment: environment)
        #expect(request == nil)
        #expect(error as? GrokError == .missingAPIKey)
    }

    @Test func `another server needs no key, and gets none from the environment`() async throws {
        let (request, error) = await Self.send(
            try Self.configuration("https://api.example.com/grok/v1"),
            environment: ["GROK_API_KEY": canaryKey, "XAI_API_KEY": canaryKey])
        #expect(error == nil)
        #expect(request?.credential == nil)
        #expect(request?.url.absoluteString == "https://api.example.com/grok/v1/responses")
    }

    @Test func `a key that the app sets goes to its server`() async throws {
        let (request, _) = await Self.send(try Self.configuration("https://api.example.com/v1", key: canaryKey))
        #expect(request?.credential == Credential(bearer: canaryKey))
    }

    @Test func `an Authorization of the app's own takes the place of the key`() async throws {
        var configuration = try Self.configuration("https://api.example.com/v1")
        configuration.additionalHeaders = ["Authorization": "Bearer \(canaryKey)", "X-Team": "t"]
        let (request, _) = await Self.send(configuration)
        #expect(request?.credential == Credential(bearer: canaryKey))
        #expect(request?.headers["x-team"] == "t")
        #expect(request?.headers[.authorization] == nil)
    }

    @Test func `the timeout counts for the head and for each silence of the body`() async throws {
        var configuration = GrokConfiguration(apiKey: "k", timeoutInterval: 1.5)
        let (request, _) = await Self.send(configuration)
        #expect(request?.timeouts.firstByte == .milliseconds(1500))
        #expect(request?.timeouts.idle == .milliseconds(1500))
        for odd in [0, -1, .infinity, .nan] as [TimeInterval] {
            configuration.timeoutInterval = odd
            #expect(await Self.send(configuration).request?.timeouts.idle == .some(nil))
        }
    }

    @Test(arguments: ["not a url", "ftp://x.example/v1", "/v1"])
    func `a base URL that is none is an error that says so`(_ url: String) async throws {
        guard let baseURL = URL(string: url) else { return }
        let (request, error) = await Self.send(GrokConfiguration(apiKey: "k", baseURL: baseURL))
        #expect(request == nil)
        #expect((error as? ProviderError)?.category == .configuration)
    }

    // MARK: The default

    @Test func `the default can be changed, and is read at each request`() async throws {
        let original = GrokConfiguration.default
        defer { GrokConfiguration.default = original }
        GrokConfiguration.default.apiKey = canaryKey
        #expect(GrokConfiguration.default.apiKey == canaryKey)
        #expect(GrokModel.grok4.configuration == nil)
        // A model with a key of its own copied the default; later changes do not reach it.
        let model = GrokModel.grok4.apiKey("own")
        GrokConfiguration.default.timeoutInterval = 5
        #expect(model.configuration?.timeoutInterval == original.timeoutInterval)
    }

    // MARK: Secrets

    @Test func `no secret is in a description or a mirror`() throws {
        var configuration = try Self.configuration(
            "https://user:\(canaryKey)@api.example.com/v1?token=\(canaryKey)", key: canaryKey)
        configuration.additionalHeaders = ["X-Token": canaryKey]
        let model = GrokModel.grok4.apiKey(canaryKey)
        var text = "\(configuration) \(configuration.debugDescription) \(model) \(model.debugDescription)"
        dump(configuration, to: &text)
        dump(model, to: &text)
        text +=
            String(reflecting: [configuration])
            + String(describing: Mirror(reflecting: configuration).children.map { $0 })
        #expect(!text.contains(canaryKey))
        #expect(text.contains("redacted"))
        #expect(text.contains("api.example.com"))
    }
}
