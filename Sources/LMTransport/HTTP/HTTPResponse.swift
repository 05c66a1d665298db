import Synchronization

/// An HTTP response: its head, and its body to be pulled.
public struct HTTPResponse: Sendable {
    /// The status code.
    public var status: Int
    /// The header fields.
    public var headers: HTTPFields
    /// The body, which is read once.
    public var body: HTTPBody

    /// Makes a response.
    public init(status: Int, headers: HTTPFields = [:], body: HTTPBody) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// What gives the chunks of a body when asked; one consumer at a time.
public protocol HTTPBodySource: AnyObject, Sendable {
    /// The next chunk, never empty; `nil` at the end. Throws ``TransportError`` where the body breaks, and
    /// `CancellationError` where the waiting task is cancelled, which also ends the transfer.
    nonisolated(nonsending) func next() async throws -> [UInt8]?
    /// Ends the transfer. Called when the consumer lets go of the body early; has no effect after the end.
    func cancel()
}

/// A response's body as chunks of bytes, pulled by its consumer.
///
/// Nothing runs ahead of the consumer further than a transport's small buffer. Letting go of the body, or of its
/// iterator, before the end cancels the transfer.
public struct HTTPBody: AsyncSequence, Sendable {
    /// What the sequence gives.
    public typealias Element = [UInt8]
    /// What it throws.
    public typealias Failure = any Error

    /// Cancels the transfer when the last owner of the body lets go of it.
    fileprivate final class Owner: Sendable {
        let source: any HTTPBodySource
        init(_ source: any HTTPBodySource) { self.source = source }
        deinit { source.cancel() }
    }

    private let owner: Owner

    /// Makes a body from what gives its chunks.
    public init(_ source: some HTTPBodySource) { owner = Owner(source) }

    /// Makes a body of chunks in memory.
    public init(chunks: [[UInt8]]) { self.init(ChunkSource(chunks)) }

    /// Starts to read.
    public func makeAsyncIterator() -> Iterator { Iterator(owner: owner) }

    /// Pulls the chunks.
    public struct Iterator: AsyncIteratorProtocol {
        private let owner: Owner
        fileprivate init(owner: Owner) { self.owner = owner }

        /// The next element; `nil` at the end. Throws what ended the sequence.
        public mutating func next() async throws -> [UInt8]? { try await owner.source.next() }

        /// The next element, on the caller's executor; `nil` at the end. Throws what ended the sequence.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
            try await owner.source.next()
        }
    }
}

/// Chunks that are already there.
private final class ChunkSource: HTTPBodySource {
    private let rest: Mutex<ArraySlice<[UInt8]>>
    init(_ chunks: [[UInt8]]) { rest = Mutex(chunks.filter { !$0.isEmpty }[...]) }
    nonisolated(nonsending) func next() async throws -> [UInt8]? {
        try Task.checkCancellation()
        return rest.withLock { $0.popFirst() }
    }
    func cancel() { rest.withLock { $0 = [] } }
}
