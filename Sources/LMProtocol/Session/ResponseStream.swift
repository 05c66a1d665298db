extension LanguageModelSession {
    /// An answer as it grows, as a sequence of snapshots.
    ///
    /// Each snapshot holds the whole answer so far. Asking for the next one reads from the network; nothing runs ahead,
    /// and a consumer that is slower than the network gets the newest state rather than a queue of old ones. The first
    /// snapshot comes when the answer starts; until then the reasoning shows in the session's transcript. A turn that
    /// ends well gives at least one snapshot.
    ///
    /// Cancelling the task that iterates ends the request and the loop, without an error. Leaving the loop early ends
    /// the request too, and the session is ready for the next one. What the transcript keeps is up to
    /// ``TranscriptErrorHandlingPolicy``.
    public struct ResponseStream<Content: Generable>: AsyncSequence {
        /// What the sequence gives.
        public typealias Element = Snapshot
        /// What it throws.
        public typealias Failure = any Swift.Error

        /// The answer so far.
        public struct Snapshot {
            /// The answer so far.
            public var content: Content.PartiallyGenerated
            /// The answer so far, as it was generated; for text, a string.
            public var rawContent: GeneratedContent
            private let turn: TurnSnapshot

            init(content: Content.PartiallyGenerated, rawContent: GeneratedContent, turn: TurnSnapshot) {
                self.content = content
                self.rawContent = rawContent
                self.turn = turn
            }

            /// The entries that this turn has added to the transcript so far.
            public var transcriptEntries: ArraySlice<Transcript.Entry> { turn.entries }
            /// The tokens so far.
            public var usage: Usage { turn.usage }
            /// Why the model stopped; `nil` while it goes on.
            public var finishReason: FinishReason? { turn.round.finish }
            /// The sources that the answer cites so far.
            public var citations: [Citation] { turn.citations }
            /// What was changed between what was asked and what was sent or served.
            public var adjustments: [Adjustment] { turn.adjustments }
            /// Whether the content is a refusal rather than an answer.
            public var isRefusal: Bool { turn.round.isRefusal }
        }

        let turn: Turn

        init(turn: Turn) { self.turn = turn }

        /// Starts to read.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(turn: turn) }

        /// Gives the snapshots.
        public struct AsyncIterator: AsyncIteratorProtocol {
            /// Ends the turn when the loop is left early.
            private final class Owner: Sendable {
                let turn: Turn
                init(_ turn: Turn) { self.turn = turn }
                deinit { turn.abandon() }
            }

            private let owner: Owner
            private var decoder = SnapshotDecoder<Content>()

            init(turn: Turn) { owner = Owner(turn) }

            /// The next element; `nil` at the end. Throws what ended the sequence.
            public mutating func next() async throws -> Snapshot? { try await next(isolation: #isolation) }

            /// The next element, on the caller's executor; `nil` at the end. Throws what ended the sequence.
            public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Snapshot? {
                do {
                    while let turn = try await owner.turn.next() {
                        if let snapshot = decoder.snapshot(of: turn) { return snapshot }
                    }
                    return nil
                } catch is CancellationError {
                    return nil
                }
            }
        }

        /// Reads the stream to its end. Also after the stream has been iterated to its end.
        ///
        /// Throws what the turn throws, and `CancellationError` where the turn was cancelled or let go of.
        public nonisolated(nonsending) func collect() async throws -> Response<Content> {
            let turn = try await self.turn.collect()
            return try SnapshotDecoder<Content>.response(of: turn)
        }
    }
}

extension LanguageModelSession.ResponseStream: Sendable {}
extension LanguageModelSession.ResponseStream.Snapshot: Sendable
where Content.PartiallyGenerated: Sendable {}
