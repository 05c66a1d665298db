import LMJSON
import LMProtocol
import LMProvider
import LMTransport
import Synchronization

/// The requests that one answer takes: more than one where the server paused in the middle of its own tools, and wants to
/// be asked to go on.
final class ClaudeTurn: Sendable {
    /// The most pauses that are gone over.
    private static let limit = 10

    private struct State {
        var stream: GenerationStream?
        var content = AnswerContent()
        var messages: [JSONValue] = []
        var pauses = 0
    }

    private let client: ProviderClient
    private let path: String
    private let builder: MessagesRequestBuilder
    private let request: GenerationRequest
    private let headers: @Sendable ([String]) -> HTTPFields
    private let state = Mutex(State())

    init(
        client: ProviderClient, path: String, builder: MessagesRequestBuilder, request: GenerationRequest,
        headers: @escaping @Sendable ([String]) -> HTTPFields
    ) {
        self.client = client
        self.path = path
        self.builder = builder
        self.request = request
        self.headers = headers
    }

    /// The events of the whole answer.
    nonisolated(nonsending) func stream() async throws -> GenerationStream {
        let first = try await start()
        state.withLock { $0.stream = first }
        return GenerationStream { try await self.next() }
    }

    private nonisolated(nonsending) func next() async throws -> [GenerationEvent]? {
        guard let batch = try await state.withLock({ $0.stream })?.next() else { return nil }
        guard case .finished(let reason)? = batch.last, reason.raw == "pause_turn", await goesOn() else { return batch }
        let following = try await start()
        state.withLock { $0.stream = following }
        let events = Array(batch.dropLast())
        return events.isEmpty ? try await next() : events
    }

    /// Notes a pause, and says whether the answer goes on.
    private func goesOn() async -> Bool {
        state.withLock { state in
            state.pauses += 1
            let blocks = state.content.value.blocks
            guard state.pauses <= Self.limit, !blocks.isEmpty else { return false }
            // The content goes back as it is, in the one message of the answer.
            let earlier = state.messages.last?["content"]?.arrayValue ?? []
            state.messages = [["role": "assistant", "content": .array(earlier + blocks)]]
            return true
        }
    }

    /// Sends the request, or the one that goes on with what there is.
    private nonisolated(nonsending) func start() async throws -> GenerationStream {
        let content = AnswerContent()
        let (messages, before) = state.withLock { state in
            defer { state.content = content }
            return (state.messages, state.content.value)
        }
        // Not by way of the turn, which holds the stream that holds this.
        return try await client.respond {
            [builder, request, path, headers] (error: ProviderError?) -> AnswerRequest<MessagesTranslator>? in
            var builder = builder
            if let error {
                guard error.isAboutThinking, request.holdsReasoning else { return nil }
                builder.omission = "The server could not take its earlier reasoning back; it was left out."
            }
            var body = try builder.build(request)
            if !messages.isEmpty {
                body.members["messages"] = .array((body.members["messages"]?.arrayValue ?? []) + messages)
                if let container = before.container { body.members["container"] = container }
            }
            body.context.content = content
            body.context.firstItem = before.next
            body.context.earlierUsage = before.usage
            var answer = AnswerRequest(
                path: path, body: body.bytes, translator: MessagesTranslator(body.context),
                adjustments: messages.isEmpty ? body.adjustments : [])
            answer.headers = headers(body.betas)
            return answer
        }
    }
}

extension GenerationRequest {
    /// Whether there is reasoning to leave out.
    fileprivate var holdsReasoning: Bool { transcript.contains { if case .reasoning = $0 { true } else { false } } }
}
