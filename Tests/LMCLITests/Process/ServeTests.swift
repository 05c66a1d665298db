import Foundation
import LMJSON
import LMReplay
import LMTestSupport
import Testing

@testable import lm_cli

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite struct ServeTests {
    /// A cassette of one answer, recorded from a server.
    private func cassette(_ tool: Tool, name: String = "x.cassette.jsonl") async throws -> String {
        let server = try LoopbackServer { _ in ServedReply.steps("blue", " and wide") }
        let path = tool.folder.path + "/" + name
        let outcome = try await tool.run(
            "record", "-o", path, "--base-url", server.url("/v1").absoluteString, "-m", "test", "The sky is")
        #expect(outcome.status == 0, "\(outcome.errors)")
        return path
    }

    private func ask(_ tool: Tool, _ url: String, _ prompt: String = "The sky is") async throws -> Tool.Outcome {
        try await tool.run("ask", "--base-url", url, "-m", "test", "--no-save", "--retries", "0", prompt)
    }

    /// Starts a server and reads its base URL.
    private func serve(_ tool: Tool, _ arguments: [String]) async throws -> (server: RunningTool, url: String) {
        let server = try RunningTool(["serve"] + arguments, environment: tool.variables)
        let line = try await server.readOutput(until: "\n")
        #expect(line.hasPrefix("http://127.0.0.1:") && line.hasSuffix("/v1\n"), "\(line)")
        return (server, line.trimmingCharacters(in: .newlines))
    }

    @Test func `a program that takes a base URL is answered from the cassette, and the end says what was served`()
        async throws
    {
        let tool = try Tool()
        let (server, url) = try await serve(tool, [try await cassette(tool)])
        let answer = try await ask(tool, url)
        #expect(answer.output == "blue and wide\n", "\(answer.errors)")
        server.signal(SIGINT)
        let log = try await server.readErrors(until: "unused")
        #expect(log.contains("POST /v1/responses → x#1 instant"))
        #expect(log.contains("served 1, missed 0, unused 0"))
        #expect(try await server.wait() == 128 + SIGINT)
    }

    @Test func `a folder is served, a miss is told in the answer and in the exit code`() async throws {
        let tool = try Tool()
        _ = try await cassette(tool)
        let (server, url) = try await serve(tool, [tool.folder.path])
        let answer = try await ask(tool, url, "The sea is")
        #expect(answer.status == 65)
        #expect(answer.errors.contains("The sea is") && answer.errors.contains("The sky is"), "\(answer.errors)")
        server.signal(SIGTERM)
        #expect(try await server.readErrors(until: "unused").contains("served 0, missed 1, unused 1"))
        #expect(try await server.wait() == 4)
    }

    @Test func `faults strike the first attempts, and the rest is served`() async throws {
        let tool = try Tool()
        let (server, url) = try await serve(tool, [try await cassette(tool), "--status", "503*1", "--shake", "7"])
        let first = try await ask(tool, url)
        #expect(first.status == 69)
        let second = try await ask(tool, url)
        #expect(second.output == "blue and wide\n")
        server.signal(SIGINT)
        #expect(try await server.wait() == 128 + SIGINT)
    }

    @Test func `the base URL is in the file and comes through the descriptor that were named`() async throws {
        let tool = try Tool()
        let path = try await cassette(tool)
        let outcome = try await tool.shell(
            """
            cd "$HOME"
            mkfifo ready
            "$LM" serve \(path) --ready-fd 4 --url-file url 4> ready > out 2> err &
            read line < ready
            kill $!
            wait $!
            echo "code $?"
            [ "$line" = "$(cat url)" ] && [ "$line" = "$(cat out)" ] && echo same
            """)
        #expect(outcome.output == "code 143\nsame\n", "\(outcome.errors)")
    }

    @Test func `only this machine is served, unless there is a token`() async throws {
        let tool = try Tool()
        let path = try await cassette(tool)
        let refused = try await tool.run("serve", path, "--allow-remote")
        #expect(refused.status == 64)
        #expect(refused.errors.contains("--token"))
        let (server, url) = try await serve(tool, [path, "--allow-remote", "--token", "sesame-sesame"])
        #expect(try await ask(tool, url).status == 77)
        let key = try tool.folder.write("sesame-sesame".utf8, to: "token")
        let answer = try await tool.run(
            "ask", "--base-url", url, "-m", "test", "--no-save", "--key-file", key, "The sky is")
        #expect(answer.output == "blue and wide\n", "\(answer.errors)")
        server.signal(SIGINT)
        _ = try await server.wait()
    }

    @Test func `what cannot be served is said before anything listens`() async throws {
        let tool = try Tool()
        let missing = try await tool.run("serve", tool.folder.path + "/none")
        #expect(missing.status == 66)
        #expect(missing.output == "")
        let fault = try await tool.run("serve", "x", "--stall", "soon")
        #expect(fault.status == 64)
        #expect(fault.errors.contains("2:60s"))
    }
}
