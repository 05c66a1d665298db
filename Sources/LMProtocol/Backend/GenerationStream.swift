import Synchronization

/// The events of one generation, pulled by the consumer in batches: one for each chunk that came from the network.
///
/// There is no task and no buffer between the consumer and the network; asking for the next event reads the next
/// chunk. The stream is read once. Letting go of it ends the request.
public struct GenerationStream: AsyncSequence, Sendable {
    /// What the sequence gives.
    public typealias Element = GenerationEvent
    /// What it throws.
    public typealias Failure = any Error
    /// Gives the next batch of events, never empty; `nil` at the end.
    public typealias NextBatch = nonisolated(nonsending) @Sendable () async throws -> [GenerationEvent]?

    private let nextBatch: NextBatch

    /// Makes a stream from what gives its batches. What the closure holds lives as long as the stream does.
    public init(nextBatch: @escaping NextBatch) { self.nextBatch = nextBatch }

    /// Makes a stream of events that are there, and an error behind them if there is one.
    public init(events: some Sequence<GenerationEvent>, failure: (any Error)? = nil) {
        let rest = Mutex<[GenerationEvent]?>(Array(events))
        self.init {
            try Task.checkCancellation()
            if let events = rest.withLock({ $0.take() }), !events.isEmpty { return events }
            if let failure { throw failure }
            return nil
        }
    }

    /// The next batch of events, as many as came at once; `nil` at the end.
    public nonisolated(nonsending) func next() async throws -> [GenerationEvent]? { try await nextBatch() }

    /// Starts to read.
    public func makeAsyncIterator() -> Iterator { Iterator(nextBatch: nextBatch) }

    /// Gives the events one by one.
    public struct Iterator: AsyncIteratorProtocol {
        private let nextBatch: NextBatch
        private var batch: ArraySlice<GenerationEvent> = []

        init(nextBatch: @escaping NextBatch) { self.nextBatch = nextBatch }

        /// The next element; `nil` at the end. Throws what ended the sequence.
        public mutating func next() async throws -> GenerationEvent? {
            while true {
                if let event = batch.popFirst() { return event }
                guard let next = try await nextBatch() else { return nil }
                batch = next[...]
            }
        }
    }
}
