import LMReplay
import LMTestSupport
import Testing

@testable import lm_cli

@Suite struct DemoTests {
    @Test func `the tour needs no key and no network, and shows every scene`() async throws {
        let tool = try Tool(["HTTPS_PROXY": "http://127.0.0.1:9", "HTTP_PROXY": "http://127.0.0.1:9"])
        let outcome = try await tool.run("demo")
        #expect(outcome.status == 0, "\(outcome.errors)")
        for scene in DemoScene.allCases { #expect(outcome.output.contains("/5 \(scene.rawValue): ")) }
        for words in ["Hello! Bonjour!", "day 2, Arashiyama", "In Paris, yes", "**0.05**", "A red dot"] {
            #expect(outcome.output.contains(words), "\(words)")
        }
        #expect(outcome.errors.contains("the quick answer"), "what was thought is shown")
    }

    @Test func `one scene is shown by its name, another name is not known`() async throws {
        let tool = try Tool()
        #expect(try await tool.run("demo", "tools").output.hasPrefix("1/1 tools: "))
        #expect(try await tool.run("demo", "dance").status == 64)
    }

    @Test func `ask answers from the built-in recording without a key`() async throws {
        let tool = try Tool()
        let outcome = try await tool.run("ask", "--replay", "demo", "hello")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.hasPrefix("Hello! Bonjour!"))
        #expect(try await tool.run("replay", "demo").output == outcome.output)
    }

    @Test(arguments: DemoScene.allCases)
    func `the built-in recording is the one in the fixtures`(scene: DemoScene) throws {
        let file = try Cassette(contentsOf: Fixtures.path("demo/\(scene.rawValue).cassette.jsonl"))
        #expect(try BuiltInCassette.cassette(of: scene).text == file.text, "run .ci/embed-demo")
    }

    @Test(arguments: DemoScene.allCases)
    func `today's requests are the recorded ones`(scene: DemoScene) async throws {
        let invocation = Invocation(
            arguments: ParsedArguments(path: [CommandTable.root]),
            console: Console(
                output: .pipe, error: .pipe, verbosity: .quiet, time: .live(),
                outputDescriptor: try FileDescriptor.open("/dev/null", .writing),
                errorDescriptor: try FileDescriptor.open("/dev/null", .writing)),
            environment: Environment([:]), standardInput: StandardInput.process(wasClosed: true), time: .live(),
            interruption: Interruption())
        let report = try #require(try await DemoTour(invocation: invocation).show(scene, place: "1/1"))
        #expect(report.unused.isEmpty)
        for served in report.served { #expect(served.drift.isEmpty) }
    }
}
