import LMJSON
import LMTestSupport
import Testing

@testable import lm_cli

@Suite struct FailureAcceptanceTests {
    /// What can go wrong after the first word.
    enum Break: CaseIterable {
        case close, reset, silence, errorEvent, lastChunk

        var steps: [LoopbackStep] {
            switch self {
            case .close: [.close]
            case .reset: [.reset]
            case .silence: [.hold]
            case .errorEvent:
                [
                    .chunk(
                        "event: error\ndata: {\"type\":\"error\",\"code\":null,\"message\":\"boom\",\"param\":null}\n\n"
                    ),
                    .lastChunk,
                ]
            case .lastChunk: [.lastChunk]
            }
        }
    }

    @Test(arguments: Break.allCases)
    func `acceptance 4: nothing is sent again after the first word, whatever breaks`(kind: Break) async throws {
        let shown = Signal()
        let stream = ServedReply.stream(["only once"])
        let server = try LoopbackServer { _ in
            [.streamHead] + stream[..<4].map { LoopbackStep.chunk($0) } + [.wait(shown)] + kind.steps
        }
        let running = try Tool().start(
            "ask", "--base-url", server.url("/v1").absoluteString, "-m", "test", "--no-stdin", "--retries", "5",
            "--timeout", "1", "hi")
        running.closeInput()
        let first = try await running.readOutput(until: "only once")
        // What is reset before it was read is lost, and asked for again with good reason.
        shown.fire()
        let rest = try await running.readOutput(until: "nothing more")
        #expect(first + rest == "only once\n")
        #expect(try await running.wait() != 0)
        #expect(server.requests.count == 1)
    }

    @Test func `acceptance 7: xAI's 400 for a wrong key says so in its words, and where the key came from`()
        async throws
    {
        let server = try LoopbackServer { _ in
            ServedReply.document(
                400, "application/json",
                #"{"code":"Client specified an invalid argument","error":"Incorrect API key provided: xa***2a. You can obtain an API key from https://console.x.ai."}"#
            )
        }
        let tool = try Tool()
        let key = try tool.folder.write("xai-wrong".utf8, to: "key")
        let outcome = try await tool.run(
            "ask", "--base-url", server.url("/v1").absoluteString, "-m", "grok-4.3", "--key-file", key, "hi")
        #expect(outcome.status == 77)
        #expect(outcome.errors.contains("refused the key (HTTP 400: Incorrect API key provided: "))
        #expect(outcome.errors.contains("The key came from \(key)."))
        #expect(outcome.output == "")
        #expect(server.requests.count == 1)
    }

    /// Each failure by what makes it, with its exit code.
    static let failures: [(arguments: [String], steps: [LoopbackStep], code: Int32)] = [
        ([], ServedReply.document(400, "application/json", #"{"error":"Incorrect API key provided"}"#), 77),
        ([], ServedReply.document(401, "application/json", "{}"), 77),
        ([], ServedReply.document(404, "text/plain", "not here"), 66),
        ([], ServedReply.document(413, "text/html", "<html>too large</html>"), 65),
        ([], ServedReply.document(429, "application/json", #"{"error":"slow down"}"#), 75),
        ([], ServedReply.document(500, "application/json", "{"), 69),
        ([], ServedReply.document(200, "text/html", "<html>"), 76),
        ([], [.streamHead, .lastChunk], 76), ([], [.close], 69), ([], [.reset], 69),
        (["--timeout", "300ms"], [.hold], 75), (["--total-timeout", "300ms"], [.hold], 124),
        (["--total-timeout", "0"], [.hold], 124), (["--frob"], [], 64), (["-f", "/nowhere"], [], 66),
        (["-a", "/dev/null"], [], 65), (["--key-file", "/nowhere"], [], 77), (["--config", "/nowhere"], [], 66),
        (["-o", "/nowhere/x"], [], 73), (["--schema", "a b c"], [], 64), (["-r", "none"], [], 66),
        (["--tool", "none"], [], 66), (["--replay", "none"], [], 66), (["--profile", "none"], [], 64),
    ]

    @Test(arguments: failures.indices)
    func `acceptance 12: --json is one value in every failure, with words on standard error`(index: Int) async throws {
        let failure = Self.failures[index]
        let server = try LoopbackServer { _ in failure.steps }
        let outcome = try await Tool().run(
            ["ask", "--json", "--base-url", server.url("/v1").absoluteString, "-m", "test", "--retries", "0"]
                + failure.arguments + ["hi"])
        #expect(outcome.status == failure.code, "\(failure.arguments) \(outcome.errors)")
        let error = try JSONValue(parsing: outcome.output)["error"]
        #expect(error?["kind"]?.stringValue?.isEmpty == false)
        #expect(error?["message"]?.stringValue?.isEmpty == false)
        #expect(error?["retryable"] != nil)
        #expect(outcome.output.split(separator: "\n").count == 1)
        #expect(outcome.errors.hasPrefix("lm-cli: ") || outcome.errors.hasPrefix("· "))
    }

    @Test(arguments: failures.indices)
    func `acceptance 13: --events ends with error in every failure`(index: Int) async throws {
        let failure = Self.failures[index]
        let server = try LoopbackServer { _ in failure.steps }
        let outcome = try await Tool().run(
            ["ask", "--events", "--base-url", server.url("/v1").absoluteString, "-m", "test", "--retries", "0"]
                + failure.arguments + ["hi"])
        let lines = try outcome.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
        #expect(lines.last?["type"] == "error")
        #expect(lines.dropLast().allSatisfy { $0["type"] != "error" && $0["type"] != "end" })
    }
}
