import LMJSON
import LMTestSupport
import Testing

@testable import lm_cli

@Suite struct SecretAcceptanceTests {
    @Test func `acceptance 19: no key is in any stream, file or command line`() async throws {
        let go = Signal()
        let stream = ServedReply.stream(["first", " second"])
        let server = try LoopbackServer { request in
            request.index == 0
                ? [.streamHead] + stream[..<4].map { LoopbackStep.chunk($0) } + [.wait(go)]
                    + stream[4...].map { LoopbackStep.chunk($0) } + [.lastChunk]
                : ServedReply.document(
                    400, "application/json", #"{"error":"Incorrect API key provided: \#(canaryKey)"}"#)
        }
        let tool = try Tool()
        let key = try tool.folder.write((canaryKey + "\n").utf8, to: "key")
        let target = ["--base-url", server.url("/v1").absoluteString, "-m", "grok-4.3", "--key-file", key]
        let cassette = tool.folder.path + "/x.cassette.jsonl"
        let running = try RunningTool(
            ["ask", "-v", "--no-stdin", "--record", cassette, "hi"] + target, environment: tool.variables)
        running.closeInput()
        var seen = try await running.readOutput(until: "first")
        let commandLine =
            FileDescriptor.exists("/proc/\(running.identifier)/cmdline")
            ? try FileInput.read("/proc/\(running.identifier)/cmdline") : []
        seen += String(decoding: commandLine, as: UTF8.self)
        go.fire()
        seen += try await running.readOutput(until: "nothing more")
        seen += try await running.readErrors(until: "nothing more")
        #expect(try await running.wait() == 0)
        #expect(String(decoding: server.requests[0].head, as: UTF8.self).contains(canaryKey), "it was sent")

        for arguments in [
            ["ask", "-v", "hi"], ["ask", "--json", "hi"], ["ask", "--events", "hi"], ["ask", "-n", "hi"],
        ] {
            let outcome = try await tool.run(arguments + target)
            seen += outcome.output + outcome.errors
        }
        let saved = try await tool.run(["keys", "set", "xai"], input: Array(canaryKey.utf8))
        #expect(saved.status == 0)
        for arguments in [["keys"], ["keys", "ls", "--json"], ["keys", "source"], ["sessions", "--json"]] {
            let outcome = try await tool.run(arguments)
            seen += outcome.output + outcome.errors
        }
        #expect(!seen.contains(canaryKey))
        // The key is in the file that holds keys, which only its owner can read, and in none besides.
        #expect(tool.folder.mode(of: "home/keys.json") == 0o600)
        let files = try await tool.shell("grep -rl '\(canaryKey)' \(tool.folder.path) | grep -v '/home/keys.json$'")
        #expect(files.output.split(separator: "\n").map(String.init) == [key])
    }
}
