import LMTestSupport
import Testing

@testable import lm_cli

/// The chat of the README, which shows what GrokChat shows, played from its cassette on a pseudo-terminal.
@Suite struct ChatSceneTests {
    @Test func `GrokChat: tools, thoughts, an image, a model switch, a stop and a retry, offline`() async throws {
        let tool = try Tool(["TERM": "xterm-256color"])
        let terminal = try Terminal(
            Tool.path,
            [
                "chat", "--replay", Fixtures.path("chat.cassette.jsonl"), "--speed", "realtime", "--tool",
                "current_time",
            ],
            environment: tool.variables, columns: 120)
        try await terminal.wait(for: "grok-4.3 · answers come from")
        try terminal.type("Which time zone is Tokyo in, and what time is it there?\r")
        try await terminal.wait(for: "85 out (31 reasoning) · $0.00055")
        #expect(terminal.plain.contains("thought for"))
        #expect(terminal.plain.contains(#"tool current_time {"timeZone":"Asia/Tokyo"} → "#))
        #expect(terminal.plain.contains("+0900 (Asia/Tokyo"))
        #expect(terminal.text.contains(#/\u{1B}\[[0-9;]*1mUTC\+9/#))
        try terminal.type("/why 1\r")
        try await terminal.wait(for: "The offset is fixed, but the time needs a clock.")
        try terminal.type("/image \(Fixtures.path("images/red-dot.png"))\r")
        try await terminal.wait(for: "[image: red-dot.png · PNG 8×8 · 88 bytes]")
        try terminal.type("What is in the picture?\r")
        try await terminal.wait(for: "61 out (24 reasoning)")
        try terminal.type("/model 4.7 high\r")
        try await terminal.wait(for: "grok-4.7, effort high. The conversation carries over.")
        #expect(terminal.plain.contains("grok-4.3's private reasoning stays"))
        try terminal.type("Tell me a long story.\r")
        try await terminal.wait(for: "that nobody had drawn")
        try terminal.type("\u{1B}")
        try await terminal.wait(for: "words kept. r retries.")
        #expect(!terminal.plain.contains("until the first answer came"))
        try terminal.type("r\r")
        try await terminal.wait(for: "37 out (14 reasoning)")
        try terminal.type("/quit\r")
        #expect(try await terminal.end() == 0)
    }
}
