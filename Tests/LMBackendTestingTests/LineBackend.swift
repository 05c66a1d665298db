import Foundation
import LMBackendTesting
import LMJSON
import LMProtocol
import LMTransport
import Synchronization

/// A backend of a made-up wire: a line is a word of the answer, `+NAME` a call, `.` the end. With a fault, if one is asked for.
struct LineBackend: LanguageModelBackend {
    /// What is wrong with it.
    enum Flaw: String, CaseIterable, Sendable {
        case partsStayOpen, linesAreCut, anyEndIsTheEnd, nothingIsWhole, cancellingReturns, bodiesAreKept
        case refusalsAreAnswers, everyRefusalIsTheServers, outputsAreLeftOut, historyIsRefused, privateDataIsSent
        case optionsAreIgnored, requestsVary, countsAreNegative

        /// The check that finds it.
        var check: BackendConformance.Check {
            switch self {
            case .partsStayOpen: .streamsKeepTheLaws
            case .linesAreCut: .cutsChangeNothing
            case .anyEndIsTheEnd: .aCutAnswerIsNoAnswer
            case .nothingIsWhole: .nothingIsNoAnswer
            case .cancellingReturns: .cancellingEndsTheRequest
            case .bodiesAreKept: .lettingGoEndsTheRequest
            case .refusalsAreAnswers, .everyRefusalIsTheServers: .errorsAreClassified
            case .outputsAreLeftOut: .toolOutputsAreSent
            case .historyIsRefused: .historyOfAStopIsSent
            case .privateDataIsSent: .foreignHistoryIsSent
            case .optionsAreIgnored: .optionsActOrAreReported
            case .requestsVary: .requestsAreStable
            case .countsAreNegative: .numbersAreSurvived
            }
        }
    }

    struct Failed: LanguageModelFailure {
        var category: FailureCategory
        var evidence: FailureEvidence?
        var retryAdvice: RetryAdvice { .never }
        var partial: PartialOutput? { nil }
    }

    let card = ModelCard(name: "lines", capabilities: LanguageModelCapabilities([.toolCalling]), provider: "lines")
    let flaw: Flaw?
    let transport: any HTTPTransport
    private let kept = Kept()

    private final class Kept: Sendable {
        let bodies = Mutex<[HTTPBody]>([])
        static let everything = Kept()
    }

    static func conformance(_ flaw: Flaw?) -> BackendConformance {
        BackendConformance(
            answers: [
                RecordedAnswer(name: "words", body: Array("Hello\nto\nyou.\n{\"tokens\":3}\n.\n".utf8)),
                RecordedAnswer(name: "calls", body: Array("One moment.\n+first_tool\n+second_tool\n.\n".utf8)),
            ],
            errors: [
                (RecordedAnswer(name: "busy", status: 429, body: Array("busy".utf8)), .rateLimited),
                (RecordedAnswer(name: "no", status: 401, body: Array("no".utf8)), .authentication),
            ]
        ) { LineBackend(flaw: flaw, transport: $0) }
    }

    init(flaw: Flaw?, transport: any HTTPTransport) {
        self.flaw = flaw
        self.transport = transport
    }

    private func body(of request: GenerationRequest) throws -> [UInt8] {
        var lines: [String] = []
        if flaw == .requestsVary { lines.append(UUID().uuidString) }
        if flaw != .optionsAreIgnored {
            lines.append("\(request.options) \(request.contextOptions)")
            lines += request.metadata.sorted { $0.key < $1.key }.map { "\($0)" }
            lines += request.schema.map { [$0.name] } ?? []
            lines += request.tools.map(\.name)
            lines += request.options.providerOptions.providers
        }
        for entry in request.transcript {
            let segments: [Transcript.Segment]
            switch entry {
            case .instructions(let entry): segments = entry.segments
            case .prompt(let entry): segments = entry.segments
            case .response(let entry): segments = entry.segments
            case .toolOutput(let entry): segments = flaw == .outputsAreLeftOut ? [] : entry.segments
            case .toolCalls(let calls):
                lines += calls.map(\.arguments.jsonString)
                segments = []
            case .data(let entry):
                if flaw == .privateDataIsSent { lines.append(String(decoding: entry.content, as: UTF8.self)) }
                segments = []
            case .reasoning: segments = []
            }
            lines += segments.map { if case .text(let segment) = $0 { segment.content } else { "" } }
        }
        let hasStopped =
            request.transcript.count > 1 && request.transcript.last.map { "\($0)" }?.contains("next") == true
        if flaw == .historyIsRefused, hasStopped { throw Failed(category: .invalidRequest) }
        return Array(lines.joined(separator: "\n").utf8)
    }

    nonisolated(nonsending) func respond(to request: GenerationRequest) async throws -> GenerationStream {
        let url = URL(filePath: "/lines")
        let response = try await transport.send(
            HTTPRequest(method: "POST", url: url, headers: [:], body: try body(of: request)))
        if response.status != 200, flaw != .refusalsAreAnswers {
            let category: FailureCategory =
                switch response.status {
                case 429 where flaw != .everyRefusalIsTheServers: .rateLimited
                case 401 where flaw != .everyRefusalIsTheServers: .authentication
                default: .server
                }
            throw Failed(category: category, evidence: FailureEvidence(status: response.status))
        }
        if response.status != 200 { return GenerationStream(events: [.finished(FinishReason(.stop))]) }
        if flaw == .bodiesAreKept { Kept.everything.bodies.withLock { $0.append(response.body) } }
        let reader = Mutex(LineReader(flaw: flaw))
        let body = response.body
        return GenerationStream {
            while true {
                if reader.withLock({ $0.isFinished }) { return nil }
                var iterator = body.makeAsyncIterator()
                let chunk: [UInt8]?
                do {
                    chunk = try await iterator.next()
                } catch is TransportError where flaw != .anyEndIsTheEnd {
                    throw Failed(category: .transport)
                } catch is CancellationError where flaw == .cancellingReturns {
                    return nil
                }
                let events = try reader.withLock { try $0.read(chunk) }
                if !events.isEmpty { return events }
            }
        }
    }
}

/// Reads the lines of an answer.
private struct LineReader {
    let flaw: LineBackend.Flaw?
    var rest: [UInt8] = []
    var text: String?
    var calls = 0
    var isFinished = false

    mutating func read(_ chunk: [UInt8]?) throws -> [GenerationEvent] {
        var events: [GenerationEvent] = []
        rest += chunk ?? []
        while let end = rest.firstIndex(of: 10) {
            take(String(decoding: rest[..<end], as: UTF8.self), &events)
            rest.removeSubrange(...end)
        }
        if flaw == .linesAreCut, chunk != nil, !rest.isEmpty {
            take(String(decoding: rest, as: UTF8.self), &events)
            rest = []
        }
        if chunk == nil, !isFinished {
            let isNothing = text == nil && calls == 0
            guard flaw == .anyEndIsTheEnd && !isNothing || flaw == .nothingIsWhole && isNothing else {
                throw LineBackend.Failed(category: .incompleteStream)
            }
            finish(&events)
        }
        return events
    }

    private mutating func take(_ line: String, _ events: inout [GenerationEvent]) {
        guard !isFinished else { return }
        if line == "." { return finish(&events) }
        if line.hasPrefix("+") {
            calls += 1
            let id = PartID(item: calls)
            events.append(.toolCallStart(id, callID: "call\(calls)", name: String(line.dropFirst())))
            events.append(.toolCallDelta(id, "{}"))
            events.append(.toolCallEnd(id, arguments: "{}", isComplete: true))
            return
        }
        if let json = try? JSONValue(parsing: line), let count = json["tokens"] {
            let tokens = flaw == .countsAreNegative ? count.intValue ?? 0 : max(0, count.intValue ?? 0)
            events.append(.usage(Usage(output: .init(totalTokenCount: tokens))))
            return
        }
        guard !line.hasPrefix("<"), !line.isEmpty else { return }
        if text == nil { events.append(.textStart(PartID(item: 0))) }
        text = (text ?? "") + line
        events.append(.textDelta(PartID(item: 0), line))
    }

    private mutating func finish(_ events: inout [GenerationEvent]) {
        isFinished = true
        if let text, flaw != .partsStayOpen { events.append(.textEnd(PartID(item: 0), text: text)) }
        events.append(.finished(FinishReason(calls > 0 ? .toolCalls : .stop)))
    }
}
