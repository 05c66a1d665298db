import LMJSON
import LMProtocol
import LMProvider

/// What a translator has to know of the request that it translates the answer of.
package struct GeminiContext: Sendable {
    /// The model that was asked for.
    package var requestedModel: String
    /// The family of providers that the server belongs to.
    package var provider: String
    /// The identifiers of the calls in the conversation, which a call without one must not get.
    package var knownCallIDs: Set<String>

    package init(requestedModel: String, provider: String, knownCallIDs: Set<String> = []) {
        self.requestedModel = requestedModel
        self.provider = provider
        self.knownCallIDs = knownCallIDs
    }
}

/// Turns the chunks of an answer into the events of a generation. A value without I/O.
///
/// Nothing on this wire opens, closes or counts: a chunk is a whole answer whose parts are deltas, and the end is the end of
/// the body behind a reason. A document takes the same path.
package struct GeminiTranslator: Sendable {
    private let context: GeminiContext

    package private(set) var isFinished = false
    private var servedModel: String?
    private var hasStarted = false
    private var usage: Usage?
    private var finishReason: String?
    private var finishMessage: String?
    private var block: (reason: String, message: String?)?
    private var words: Words?
    private var call: Call?
    private var nextItem = 0
    private var lastText: PartID?
    private var text = ""
    private var reasoning: [String] = []
    private var wholeCalls = 0
    private var cutCalls = 0
    private var hasSteps = false
    private var callIDs: Set<String>
    private var arguments: [String: String] = [:]
    private var citations: Set<Citation> = []

    /// The text or the thoughts that grow.
    private struct Words: Sendable {
        var part: PartID
        var isThought: Bool
        var text = ""
        var signature: String?
    }

    /// The call whose arguments come piece by piece.
    private struct Call: Sendable {
        var part: PartID
        var data: JSONObject
        var arguments = StreamedArguments()
    }

    /// Makes a translator for one answer.
    package init(_ context: GeminiContext) {
        self.context = context
        callIDs = context.knownCallIDs
    }

    /// Whether the server has said why the answer ended.
    package var isEnding: Bool { finishReason != nil && !isFinished }

    /// What has been received, for an error to carry.
    package var partial: PartialOutput {
        var (text, reasoning) = (text, reasoning)
        if let words {
            if words.isThought { reasoning.append(words.text) } else { text += words.text }
        }
        return PartialOutput(text: text, reasoning: reasoning.joined(separator: "\n\n"), usage: usage)
    }
}

extension GeminiTranslator: AnswerTranslator {
    /// Translates one server-sent event.
    package mutating func translate(
        name: UnsafeBufferPointer<UInt8>, data: UnsafeBufferPointer<UInt8>, into events: inout [GenerationEvent]
    ) throws(ProviderError) {
        guard data.contains(where: { $0 > 0x20 }), !data.elementsEqual("[DONE]".utf8) else { return }
        let value: JSONValue
        do {
            value = try JSONReader.read(data) { (reader) throws(JSONError) in
                let value = try reader.value()
                try reader.end()
                return value
            }
        } catch {
            close(&events)
            throw ProviderError(
                kind: .invalidResponse, message: "An event of the stream cannot be read: \(error).",
                category: .malformedResponse, retryAdvice: .backoff,
                evidence: FailureEvidence(body: SecretRedactor(credential: nil).evidence(Array(data))))
        }
        try take(value, &events)
    }

    private mutating func take(_ value: JSONValue, _ events: inout [GenerationEvent]) throws(ProviderError) {
        guard !isFinished else { return }
        if let chunks = value.arrayValue {
            for chunk in chunks { try take(chunk, &events) }
        } else if let error = value["error"], !error.isNull {
            close(&events)
            if let usage { events.append(.usage(usage)) }
            throw GeminiErrors.classifier.streamed(ErrorBody(value))
        } else {
            add(value, &events)
        }
    }

    /// Whether a document is an answer, or the report of a failure in a response of success.
    package func isAnswer(_ document: JSONValue) -> Bool {
        let first = document.arrayValue?.first ?? document
        return first["error"] == nil
            && (first["candidates"] != nil || first["promptFeedback"] != nil || first["usageMetadata"] != nil)
    }

    /// Translates an answer that was not streamed. A list is a stream in another frame.
    package mutating func translate(
        document: JSONValue, into events: inout [GenerationEvent]
    ) throws(ProviderError) {
        try take(document, &events)
        try end(into: &events)
    }

    /// A body that ends behind the reason is whole.
    package mutating func end(into events: inout [GenerationEvent]) throws(ProviderError) {
        guard !isFinished else { return }
        close(&events)
        if let usage { events.append(.usage(usage)) }
        if let block { throw GeminiErrors.filtered(block.reason, block.message) }
        guard let finishReason else {
            throw ProviderError(
                kind: .invalidResponse, message: "The stream ended before the answer was complete.",
                category: .incompleteStream, retryAdvice: .backoff)
        }
        let reason = try unified(finishReason)
        isFinished = true
        events.append(.finished(FinishReason(reason, raw: finishReason)))
    }

    private func unified(_ reason: String) throws(ProviderError) -> FinishReason.Unified {
        switch reason {
        case "STOP", "UNEXPECTED_TOOL_CALL":
            if cutCalls > 0 { throw GeminiErrors.unusable(reason, "The arguments of a call are not whole.") }
            if wholeCalls > 0 { return .toolCalls }
            guard reason == "STOP" else {
                throw GeminiErrors.unusable(reason, finishMessage ?? "The model called a tool that it does not have.")
            }
            return .stop
        case "MAX_TOKENS", "CONTINUATION": return .length
        case "SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "MODEL_ARMOR", "ESCALATION", "LANGUAGE",
            "IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT", "IMAGE_RECITATION":
            throw GeminiErrors.filtered(reason, finishMessage)
        case "MALFORMED_FUNCTION_CALL", "MALFORMED_RESPONSE", "TOO_MANY_TOOL_CALLS":
            throw GeminiErrors.unusable(reason, finishMessage ?? "The model's answer cannot be used (\(reason)).")
        case "MISSING_THOUGHT_SIGNATURE":
            throw GeminiErrors.unusable(
                reason, finishMessage ?? "A call went back without its signature.", .invalidRequest, .never)
        case "PUP_LIMITED_DISABLED":
            throw GeminiErrors.unusable(
                reason, finishMessage ?? "The server does not answer this account.", .permission, .never)
        default:
            guard !text.isEmpty || wholeCalls > 0 || hasSteps else {
                throw GeminiErrors.unusable(reason, finishMessage ?? "The model gave no answer (\(reason)).")
            }
            return .other
        }
    }
}

// MARK: - Chunks

extension GeminiTranslator {
    private mutating func add(_ chunk: JSONValue, _ events: inout [GenerationEvent]) {
        start(chunk, &events)
        // The last that says something holds; what each says is not added up.
        usage = Usage(gemini: chunk["usageMetadata"]) ?? usage
        if let feedback = chunk["promptFeedback"], let reason = feedback["blockReason"]?.stringValue, !reason.isEmpty {
            block = (reason, feedback["blockReasonMessage"]?.stringValue)
        }
        guard
            let candidate = chunk["candidates"]?.arrayValue?.first(where: { ($0["index"]?.intValue ?? 0) == 0 })
        else { return }
        for part in candidate["content"]?["parts"]?.arrayValue ?? [] { add(part: part, &events) }
        cite(candidate, &events)
        // Gateways stamp a reason on early chunks: the last one counts, and what comes behind one counts too.
        if let reason = candidate["finishReason"]?.stringValue, !reason.isEmpty, reason != "FINISH_REASON_UNSPECIFIED" {
            finishReason = reason
            finishMessage = candidate["finishMessage"]?.stringValue ?? finishMessage
        }
    }

    private mutating func start(_ chunk: JSONValue, _ events: inout [GenerationEvent]) {
        guard !hasStarted else { return }
        hasStarted = true
        func word(_ name: String) -> String? { chunk[name]?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }
        servedModel = word("modelVersion")
        events.append(.started(ResponseInfo(id: word("responseId"), model: servedModel)))
        if let servedModel, !GeminiCatalogue.isSameModel(context.requestedModel, servedModel) {
            events.append(
                .adjustment(
                    Adjustment(
                        .modelRedirected, "\(context.requestedModel) was asked for, and \(servedModel) answers.")))
        }
    }

    private mutating func add(part: JSONValue, _ events: inout [GenerationEvent]) {
        let signature = part["thoughtSignature"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
        if let call = part["functionCall"], call.objectValue != nil {
            add(call: call, signature, &events)
        } else if let type = Self.steps.first(where: { part[$0] != nil }) {
            close(&events)
            hasSteps = true
            let failed = (part[type]?["outcome"]?.stringValue).map { $0 != "OUTCOME_OK" } ?? false
            events.append(
                .serverToolCall(
                    ServerToolCall(
                        item: item(), phase: failed ? .failed : .completed, id: part[type]?["id"]?.stringValue,
                        type: type, data: data(part))))
        } else if part["text"] != nil || signature != nil {
            add(part["text"]?.stringValue ?? "", isThought: part["thought"] == true, signature, &events)
        }
    }

    private static let steps = ["executableCode", "codeExecutionResult", "toolCall", "toolResponse"]

    private mutating func item() -> Int {
        defer { nextItem += 1 }
        return nextItem
    }

    private mutating func add(
        _ delta: String, isThought: Bool, _ signature: String?, _ events: inout [GenerationEvent]
    ) {
        guard !delta.isEmpty || signature != nil else { return }
        if let words, words.isThought != isThought || signature != nil && words.signature != nil { close(&events) }
        if call != nil { close(&events) }
        if words == nil {
            let part = PartID(item: item())
            words = Words(part: part, isThought: isThought)
            if !isThought { lastText = part }
            events.append(isThought ? .reasoningStart(part) : .textStart(part))
        }
        if let signature { words?.signature = signature }
        guard !delta.isEmpty, let part = words?.part else { return }
        words?.text += delta
        events.append(isThought ? .reasoningDelta(part, delta) : .textDelta(part, delta))
    }

    /// Closes what is open. A call that is still open is not whole.
    private mutating func close(_ events: inout [GenerationEvent]) {
        end(isWhole: false, &events)
        guard let words else { return }
        self.words = nil
        if words.isThought {
            reasoning.append(words.text)
            events.append(.reasoningEnd(words.part, text: words.text))
            if let signature = words.signature {
                events.append(
                    .reasoningData(item: words.part.item, data(["thoughtSignature": .string(signature)])))
            }
        } else {
            text += words.text
            if let signature = words.signature {
                events.append(.partData(words.part, data(["thoughtSignature": .string(signature)])))
            }
            events.append(.textEnd(words.part, text: words.text))
        }
    }

    private func data(_ content: JSONValue) -> ProviderData {
        ProviderData(
            provider: context.provider, requestedModel: context.requestedModel, servedModel: servedModel,
            content: content)
    }
}

// MARK: - Calls

extension GeminiTranslator {
    private mutating func add(call json: JSONValue, _ signature: String?, _ events: inout [GenerationEvent]) {
        let goesOn = json["willContinue"] == true
        let pieces = json["partialArgs"]?.arrayValue
        guard let name = json["name"]?.stringValue, !name.isEmpty else {
            guard call != nil else {
                if pieces != nil { mismatch("Arguments came that belong to no call; they were left out.", &events) }
                return
            }
            for piece in pieces ?? [] { call?.arguments.take(piece) }
            if !goesOn { end(isWhole: true, &events) }
            return
        }
        close(&events)
        let whole = JSONValue.object(json["args"]?.objectValue ?? JSONObject())
        let sentID = json["id"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
        if let sentID, let earlier = arguments[sentID] {
            if earlier != whole.text() { mismatch("The call \(sentID) came again, with other arguments.", &events) }
            return
        }
        var content = JSONObject()
        if let signature { content["thoughtSignature"] = .string(signature) }
        if let sentID { content["id"] = .string(sentID) }
        let part = PartID(item: item())
        let callID = sentID.flatMap { callIDs.contains($0) ? nil : $0 } ?? newID()
        callIDs.insert(callID)
        events.append(.toolCallStart(part, callID: callID, name: name))
        if goesOn || pieces != nil {
            call = Call(part: part, data: content)
            for piece in pieces ?? [] { call?.arguments.take(piece) }
            if !goesOn { end(isWhole: true, &events) }
        } else {
            if let sentID { arguments[sentID] = whole.text() }
            end(part, content, whole, isWhole: true, &events)
        }
    }

    /// An identifier that no call of the conversation has.
    private func newID() -> String {
        var number = callIDs.count + 1
        while callIDs.contains("call_\(number)") { number += 1 }
        return "call_\(number)"
    }

    private func mismatch(_ message: String, _ events: inout [GenerationEvent]) {
        events.append(.adjustment(Adjustment(.streamMismatch, message)))
    }

    private mutating func end(isWhole: Bool, _ events: inout [GenerationEvent]) {
        guard let call else { return }
        self.call = nil
        end(
            call.part, call.data, call.arguments.value, isWhole: isWhole && !call.arguments.isBroken, &events)
    }

    private mutating func end(
        _ part: PartID, _ content: JSONObject, _ value: JSONValue, isWhole: Bool, _ events: inout [GenerationEvent]
    ) {
        if isWhole { wholeCalls += 1 } else { cutCalls += 1 }
        let text = value.text()
        events.append(.toolCallDelta(part, text))
        if !content.isEmpty { events.append(.partData(part, data(.object(content)))) }
        events.append(.toolCallEnd(part, arguments: text, isComplete: isWhole))
    }
}

// MARK: - Sources

extension GeminiTranslator {
    private mutating func cite(_ candidate: JSONValue, _ events: inout [GenerationEvent]) {
        guard let part = lastText else { return }
        var found: [Citation] = []
        let grounding = candidate["groundingMetadata"]
        let sources = (grounding?["groundingChunks"]?.arrayValue ?? []).map { chunk in
            let source = chunk["web"] ?? chunk["retrievedContext"] ?? chunk["maps"] ?? chunk["image"]
            return Citation(
                url: (source?["uri"] ?? source?["sourceUri"])?.stringValue, title: source?["title"]?.stringValue)
        }
        var cited: Set<Int> = []
        for support in grounding?["groundingSupports"]?.arrayValue ?? [] {
            for index in (support["groundingChunkIndices"]?.arrayValue ?? []).compactMap(\.intValue)
            where sources.indices.contains(index) {
                cited.insert(index)
                var citation = sources[index]
                citation.start = support["segment"]?["startIndex"]?.intValue ?? 0
                citation.end = support["segment"]?["endIndex"]?.intValue
                found.append(citation)
            }
        }
        found += sources.indices.filter { !cited.contains($0) }.map { sources[$0] }
        let recited = candidate["citationMetadata"]
        for source in (recited?["citations"] ?? recited?["citationSources"])?.arrayValue ?? [] {
            found.append(
                Citation(
                    url: source["uri"]?.stringValue, title: source["title"]?.stringValue,
                    start: source["startIndex"]?.intValue ?? 0, end: source["endIndex"]?.intValue))
        }
        for citation in found where citations.insert(citation).inserted { events.append(.citation(part, citation)) }
    }
}
