import LMJSON
import LMProtocol
import LMReplay
import LMResponses
import LMTransport

/// `lm-cli cassette verify`.
enum CassetteVerify {
    static let spec = CommandSpec(
        name: "verify",
        summary:
            "Check that cassettes are whole, hold no secret, replay byte for byte, and that every event is understood.",
        arguments: [CassetteCommand.several],
        groups: [OptionGroup(title: "OPTIONS", options: [RecordingOptions.redact])],
        examples: ["lm-cli cassette verify Fixtures"], exits: [.success, .negative, .noInput],
        action: .task(run))

    @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
        let console = invocation.console
        let redaction = try RecordingOptions.redaction(invocation)
        let targets = try CassetteTarget.all(invocation.arguments.words)
        var documents: [JSONValue] = []
        var badCount = 0
        for target in targets {
            let text = try target.text()
            var verification = CassetteVerification(text: text, redaction: redaction)
            let cassette = try? Cassette(text: text)
            var events: EventCheck?
            if let cassette { events = await EventCheck(cassette) }
            verification.add(events?.findings ?? [])
            if !verification.isSound { badCount += 1 }
            documents.append(json(target, verification, events))
            guard !invocation.isJSON else { continue }
            let facts = cassette.map { "\(CassetteSummary.count($0.interactions.count, "exchange"))" }
            let parsed = events.map { "\($0.understood)/\($0.total) events understood" }
            let words = [facts, parsed, verification.isSound ? "any cutting gives the same bytes" : nil]
            let line =
                "\(verification.isSound ? "ok " : "BAD")  \(target.name)  "
                + words.compactMap(\.self).joined(separator: " · ")
            try console.write(line.trimmingEnd + "\n")
            for finding in verification.findings {
                try console.write("     \(finding.isError ? "" : "note: ")\(finding)\n")
            }
        }
        if invocation.isJSON { try console.write(json: .array(documents)) }
        if badCount > 0 {
            console.warn(
                "\(badCount) of \(CassetteSummary.count(targets.count, "cassette")) \(badCount == 1 ? "is" : "are") not in order."
            )
        }
        return badCount > 0 ? .code(.negative) : .success
    }

    private static func json(
        _ target: CassetteTarget, _ verification: CassetteVerification, _ events: EventCheck?
    ) -> JSONValue {
        let findings = verification.findings.map { finding -> JSONValue in
            [
                "line": finding.line.map { .count($0) } ?? .null, "message": .string(finding.message),
                "isError": .bool(finding.isError),
            ]
        }
        return [
            "name": .string(target.name), "sound": .bool(verification.isSound), "events": .count(events?.total ?? 0),
            "understood": .count(events?.understood ?? 0), "findings": .array(findings),
        ]
    }

    /// Whether the events of the answers are understood by what reads their wire.
    private struct EventCheck {
        var total = 0
        var understood = 0
        var findings: [CassetteVerification.Finding] = []

        init(_ cassette: Cassette) async {
            for interaction in cassette.interactions {
                guard let response = interaction.response, response.isEventStream else { continue }
                switch interaction.wire {
                case .responses where interaction.path.contains("/responses"):
                    check(response.body, of: interaction.number)
                case .chat, .messages, .gemini: await read(interaction, response.body)
                case .responses: break
                }
            }
        }

        /// Reads an answer as a session would. An error that was recorded is no fault of the recording's.
        private mutating func read(_ interaction: Interaction, _ body: [UInt8]) async {
            let number = interaction.number
            var count = 0
            var parser = ServerSentEventParser()
            do {
                try parser.feed(body) { _ in count += 1 }
                let request = GenerationRequest(
                    transcript: Transcript(entries: [.prompt(.init(segments: [.text(.init(content: "?"))]))]))
                let backend = interaction.backend(
                    model: interaction.model ?? "recorded", playback: .init(matcher: .any))
                for try await _ in try await backend.respond(to: request) {}
                understood += count
            } catch let failure as any LanguageModelFailure where failure.category != .malformedResponse {
                understood += count
            } catch {
                findings.append(.init(line: nil, message: "interaction \(number): \(error)", isError: true))
            }
            total += count
        }

        private mutating func check(_ body: [UInt8], of number: Int) {
            var decoder = ResponsesEventDecoder()
            var parser = ServerSentEventParser()
            do {
                try parser.feed(body) { event in
                    total += 1
                    do {
                        _ = try decoder.decode(name: event.name, data: event.data)
                        understood += 1
                    } catch {
                        findings.append(
                            .init(line: nil, message: "interaction \(number), event \(total): \(error)", isError: true))
                    }
                }
            } catch {
                findings.append(.init(line: nil, message: "interaction \(number): \(error)", isError: true))
            }
        }
    }
}

extension String {
    /// The text without the spaces at its end.
    fileprivate var trimmingEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}
