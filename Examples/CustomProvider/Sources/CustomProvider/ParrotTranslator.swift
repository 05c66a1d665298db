import LMJSON
import LMProtocol
import LMProvider

/// Reads the lines of an answer: `{"say":"…"}`, `{"call":{…}}`, `{"end":"…","seeds":{…}}`, `{"squawk":{…}}` for an error.
struct ParrotTranslator: AnswerTranslator {
    private(set) var isFinished = false
    private var text = ""
    private var usage: Usage?
    private var calls = 0
    private let textPart = PartID(item: 0)

    var partial: PartialOutput { PartialOutput(text: text, usage: usage) }

    mutating func translate(
        name: UnsafeBufferPointer<UInt8>, data: UnsafeBufferPointer<UInt8>, into events: inout [GenerationEvent]
    ) throws(ProviderError) {
        guard let line = try? JSONValue(parsing: String(decoding: data, as: UTF8.self)) else {
            throw ProviderError(
                kind: .invalidResponse, message: "A line of the answer is no JSON.", category: .malformedResponse,
                retryAdvice: .backoff)
        }
        if let squawk = line["squawk"] { throw ErrorClassifier().streamed(ErrorBody(squawk)) }
        if let words = line["say"]?.stringValue, !words.isEmpty {
            if text.isEmpty { events.append(.textStart(textPart)) }
            text += words
            events.append(.textDelta(textPart, words))
        }
        if let call = line["call"] {
            calls += 1
            let id = PartID(item: calls)
            let arguments = call["with"]?.stringValue ?? ""
            events.append(
                .toolCallStart(
                    id, callID: call["id"]?.stringValue ?? "call-\(calls)", name: call["tool"]?.stringValue ?? ""))
            if !arguments.isEmpty { events.append(.toolCallDelta(id, arguments)) }
            events.append(.toolCallEnd(id, arguments: arguments, isComplete: true))
        }
        guard let reason = line["end"]?.stringValue else { return }
        if !text.isEmpty { events.append(.textEnd(textPart, text: text)) }
        if let seeds = line["seeds"] {
            usage = Usage(
                input: .init(totalTokenCount: max(0, seeds["heard"]?.intValue ?? 0), cachedTokenCount: 0),
                output: .init(totalTokenCount: max(0, seeds["said"]?.intValue ?? 0), reasoningTokenCount: 0))
            if let usage { events.append(.usage(usage)) }
        }
        isFinished = true
        let unified: FinishReason.Unified = calls > 0 ? .toolCalls : reason == "full" ? .length : .stop
        events.append(.finished(FinishReason(unified, raw: reason)))
    }

    /// Parrot always streams.
    func isAnswer(_ document: JSONValue) -> Bool { false }

    mutating func translate(document: JSONValue, into events: inout [GenerationEvent]) throws(ProviderError) {}

    mutating func end(into events: inout [GenerationEvent]) throws(ProviderError) {
        throw ProviderError(
            kind: .invalidResponse, message: "The answer stopped in the middle.", category: .incompleteStream,
            retryAdvice: .backoff)
    }
}
