import LMProtocol
import LMReplay
import Testing

@testable import lm_cli

@Suite struct PresenterTests {
    private static let terminal = StreamProfile(isTerminal: true, hasColor: false, movesCursor: true, columns: 80)

    private func shown(
        _ events: [GenerationEvent], output: StreamProfile = .pipe, error: StreamProfile = .pipe,
        settings: TextPresenter.Settings = .init(reasoning: .hide), failure: CLIError? = nil
    ) throws -> (output: String, error: String) {
        let out = try Pipe()
        let err = try Pipe()
        let time = TimeSource(VirtualClock())
        let console = Console(
            output: output, error: error, progress: .hidden, time: time, outputDescriptor: out.writing,
            errorDescriptor: err.writing)
        let presenter = TextPresenter(
            output: console, console: console, time: time, model: "grok-4.7", settings: settings)
        var record = ReplyRecord()
        for event in events {
            record.receive(event)
            try presenter.present([event], in: record)
        }
        if let failure { try presenter.fail(failure, in: record) } else { try presenter.finish(record) }
        try console.flush()
        return (try out.text(), try err.text())
    }

    private func text(_ pieces: String...) -> [GenerationEvent] {
        pieces.map { .textDelta(PartID(item: 0), $0) } + [.finished(FinishReason(.stop))]
    }

    @Test func `a pipe gets the model's bytes and one line feed if they lack it`() throws {
        #expect(try shown(text("a\u{1B}[31m", "\r\nb")).output == "a\u{1B}[31m\r\nb\n")
        #expect(try shown(text("done\n")).output == "done\n")
        #expect(try shown(text("done\n\n")).output == "done\n\n")
        #expect(try shown([.finished(FinishReason(.stop))]).output == "")
    }

    @Test func `a terminal gets no control that the model wrote`() throws {
        #expect(try shown(text("a\u{1B}[31m", "b\r"), output: Self.terminal).output == "a␛[31mb␍\n")
    }

    @Test func `without streaming the text comes whole, also where it broke`() throws {
        let settings = TextPresenter.Settings(reasoning: .hide, isStreaming: false)
        #expect(try shown(text("a", "b"), settings: settings).output == "ab\n")
        let failure = CLIError(.cutOff, "cut.")
        #expect(try shown(Array(text("a", "b").dropLast()), settings: settings, failure: failure).output == "ab\n")
    }

    @Test func `a failure ends the line and repeats nothing`() throws {
        #expect(
            try shown(Array(text("Once upon").dropLast()), failure: CLIError(.cutOff, "cut.")).output == "Once upon\n")
    }

    @Test func `usage is told to who watches, and to everyone who asks`() throws {
        let events = ReplyTests.events
        #expect(try shown(events).error.contains("212 out") == false)
        #expect(try shown(events, settings: .init(reasoning: .hide, tellsUsage: true)).error.contains("212 out"))
        #expect(try shown(events, error: Self.terminal).error.contains("212 out"))
    }

    @Test func `thoughts are shown where they are asked for, apart from the answer`() throws {
        let shownThoughts = try shown(ReplyTests.events, settings: .init(reasoning: .show))
        #expect(shownThoughts.error.hasPrefix("Hm\n\nso\n"))
        #expect(shownThoughts.output == "Hello\n")
        #expect(try shown(ReplyTests.events).error.contains("Hm") == false)
    }

    @Test func `what was changed in the request is said`() throws {
        #expect(try shown(ReplyTests.events).error.contains("top-k is not taken"))
    }

    @Test func `a reply cut at the limit of tokens says so`() throws {
        let events: [GenerationEvent] = [.textDelta(PartID(item: 0), "a"), .finished(FinishReason(.length))]
        #expect(try shown(events).error == "lm-cli: the reply was cut at the limit of tokens; --max-tokens sets it.\n")
    }
}
