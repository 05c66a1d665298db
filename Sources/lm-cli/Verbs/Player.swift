import LMJSON
import LMProtocol
import LMReplay
import LMTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Plays recorded exchanges one after another.
struct Player: Sendable {
    private let invocation: Invocation
    private let recording: Recording
    private let view: ReplayCommand.View
    private let options: ReplayTransport.Options
    /// Whether only a part is played, so that an end before the end is no failure.
    private let isExcerpt: Bool
    /// The API that the answers are of; `nil` if they say it themselves.
    private let wire: Wire?

    init(_ invocation: Invocation, recording: Recording, view: ReplayCommand.View) throws(CLIError) {
        self.invocation = invocation
        self.recording = recording
        self.view = view
        options = try PlaybackOptions.replay(
            invocation.arguments, speed: invocation.console.output.isTerminal ? .recorded : .instant,
            name: recording.name, matcher: .any)
        wire = invocation.arguments.value(.wire).flatMap(Wire.init(rawValue:))
        isExcerpt = invocation.arguments.value(.from) != nil || invocation.arguments.value(.to) != nil
    }

    private var console: Console { invocation.console }

    /// Plays the exchanges. One that failed when it was recorded fails again; the last one decides the exit code.
    nonisolated(nonsending) func play(_ interactions: [Interaction]) async throws -> ExitStatus {
        var documents: [JSONValue] = []
        var failure: CLIError?
        for (index, interaction) in interactions.enumerated() {
            if interactions.count > 1 || console.output.isTerminal { announce(interaction) }
            failure = nil
            switch view {
            case .headers: try showHeaders(interaction)
            case .wire: failure = try await playWire(interaction)
            case .chat, .reply, .events:
                if view == .chat { try showPrompt(interaction) }
                failure = try await playReply(interaction) { documents.append($0) }
                if let failure, index + 1 < interactions.count { console.report(failure) }
            }
            if let failure, invocation.interruption.received != nil { throw PresentedFailure(failure: failure) }
        }
        if invocation.isJSON {
            try console.write(json: documents.count == 1 ? documents[0] : .array(documents))
        }
        if let failure { throw PresentedFailure(failure: failure) }
        return .success
    }

    private func announce(_ interaction: Interaction) {
        guard view == .reply || view == .chat else { return }
        let parts =
            ["\(interaction.number)/\(recording.interactions.count) \(interaction.request.method) \(interaction.path)"]
            + [interaction.model, recording.recorded.map { "recorded \($0)" }].compactMap { $0 }
            + (interaction.recordedDuration > .zero ? [interaction.recordedDuration.readable] : [])
        console.note(parts.joined(separator: " · "))
    }

    // MARK: Through the whole stack

    private nonisolated(nonsending) func playReply(
        _ interaction: Interaction, document: (JSONValue) -> Void
    ) async throws -> CLIError? {
        let model = interaction.model ?? "the model"
        let collector = DocumentOutput()
        let output: any AnswerOutput = invocation.isJSON ? collector : console
        let presenter = PresenterFactory.presenter(invocation, output: output, model: model)
        let service = ServiceContext(
            name: Self.serverName(interaction.host), host: interaction.host, model: model, keySource: "the recording")
        let run = ReplyRun(presenter: presenter, service: service, interruption: invocation.interruption)
        defer { if let value = collector.value { document(value) } }
        do {
            _ = try await run.run { try await respond(interaction, model: model, run) }
            return nil
        } catch let presented as PresentedFailure {
            return isExcerpt && presented.failure.code == .cutOff ? nil : presented.failure
        }
    }

    private static func serverName(_ host: String) -> String {
        if host == "x.ai" || host.hasSuffix(".x.ai") { return "xAI" }
        return host == Recording.unknownHost ? "the server" : host
    }

    private nonisolated(nonsending) func respond(
        _ interaction: Interaction, model: String, _ run: ReplyRun
    ) async throws {
        let backend = interaction.backend(model: model, wire: wire, playback: options)
        let session = LanguageModelSession(model: backend.tapped { try run.observe($0) })
        do {
            // The tools that the model called are not here. The next interaction of the recording holds what came of them.
            // What is asked does not matter to the recording, but a request has to ask something.
            _ = try await session.respond(to: "What was recorded?")
        } catch LanguageModelSession.Error.toolCallWithoutTools where run.record.finish?.unified == .toolCalls {
        }
    }

    // MARK: As it was on the wire

    private nonisolated(nonsending) func playWire(_ interaction: Interaction) async throws -> CLIError? {
        let replay = ReplayTransport(Cassette(interactions: [interaction]), options: options)
        let url = URL(string: interaction.request.url) ?? URL(filePath: "/")
        var sanitizer = TextSanitizer(notation: console.typography.notation)
        do {
            let response = try await replay.send(HTTPRequest(method: interaction.request.method, url: url))
            for try await chunk in response.body {
                if console.output.isTerminal {
                    try console.write(drawn: sanitizer.sanitize(String(decoding: chunk, as: UTF8.self)))
                } else {
                    try console.write(chunk)
                }
            }
            try console.write(drawn: sanitizer.finish())
            return nil
        } catch let error as TransportError {
            return CLIError(.cutOff, "the recording breaks off here: \(error.message)", kind: "incompleteStream")
        }
    }

    private func showHeaders(_ interaction: Interaction) throws {
        var lines = ["\(interaction.request.method) \(URLText.withoutUserInfo(interaction.request.url))"]
        lines += interaction.request.headers.fields.map { "\($0.name): \($0.value)" }
        lines.append("")
        lines.append(interaction.response.map { "\($0.status)" } ?? "(no response)")
        lines += interaction.response?.headers.fields.map { "\($0.name): \($0.value)" } ?? []
        lines.append("")
        try console.write(lines.joined(separator: "\n") + "\n")
    }

    private func showPrompt(_ interaction: Interaction) throws {
        for line in RecordedConversation.lines(of: interaction.requestBody) {
            try console.write(line + "\n")
        }
        try console.write("\n")
    }
}
