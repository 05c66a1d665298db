import LMProtocol
import LMTransport

/// The connection failed, before or while an answer came.
///
/// On Apple platforms other packages throw `URLError` here. It does not exist below FoundationNetworking, which this
/// package does without; what it says, ``error`` says.
public struct ConnectionFailure: LanguageModelFailure, Hashable, CustomStringConvertible {
    /// What broke.
    public var error: TransportError
    /// What had been received.
    public var partial: PartialOutput?

    /// Makes a failure.
    public init(_ error: TransportError, partial: PartialOutput? = nil) {
        self.error = error
        self.partial = partial
    }

    /// What kind of failure it is.
    public var category: FailureCategory {
        switch error.kind {
        case .timeout(let phase): .timeout(FailurePhase(phase))
        case .invalidRequest, .libraryMissing: .configuration
        case .malformedResponse, .contentDecoding, .headTooLarge: .malformedResponse
        case .truncatedBody: .incompleteStream
        case .nameResolution, .connectionRefused, .unreachable, .tls, .connectionReset, .closedBeforeResponse, .other:
            .transport
        }
    }

    /// Whether and when another try makes sense.
    ///
    /// Not where nothing listens and where the name has no address: a few seconds rarely change that, and whoever waits
    /// is to learn it at once.
    public var retryAdvice: RetryAdvice {
        switch error.kind {
        case .invalidRequest, .libraryMissing, .tls, .headTooLarge, .connectionRefused, .nameResolution: .never
        default: .backoff
        }
    }

    /// How many bytes had come. No part of the request is in it.
    public var evidence: FailureEvidence? {
        error.bytesReceived == 0 ? nil : FailureEvidence(body: "\(error.bytesReceived) bytes received")
    }

    /// What broke, in one sentence.
    public var description: String { error.message }
    /// The same as ``description``.
    public var errorDescription: String? { description }
}

extension FailurePhase {
    /// The transport's phase in the terms of a language model.
    init(_ phase: TimeoutPhase) {
        switch phase {
        case .connect: self = .connect
        case .firstByte: self = .firstByte
        case .idle: self = .idle
        case .total: self = .total
        }
    }
}
