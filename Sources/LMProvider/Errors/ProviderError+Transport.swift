import LMProtocol
import LMTransport

extension ProviderError {
    /// What a connection that broke means for the request.
    ///
    /// On Apple platforms other packages throw `URLError` here. It does not exist below FoundationNetworking, which this
    /// package does without; what it says, ``kind-swift.property`` says.
    ///
    /// - Parameters:
    ///   - error: What broke.
    ///   - partial: What had been received.
    public init(_ error: TransportError, partial: PartialOutput? = nil) {
        self.init(
            kind: .connectionFailed(error.kind), message: error.message, category: Self.category(of: error.kind),
            retryAdvice: Self.advice(on: error.kind),
            evidence: error.bytesReceived == 0
                ? nil : FailureEvidence(body: "\(error.bytesReceived) bytes received"),
            partial: partial)
    }

    private static func category(of kind: TransportError.Kind) -> FailureCategory {
        switch kind {
        case .timeout(let phase): .timeout(FailurePhase(phase))
        case .invalidRequest, .libraryMissing: .configuration
        case .malformedResponse, .contentDecoding, .headTooLarge: .malformedResponse
        case .truncatedBody: .incompleteStream
        case .nameResolution, .connectionRefused, .unreachable, .tls, .connectionReset, .closedBeforeResponse, .other:
            .transport
        }
    }

    /// Not where nothing listens and where the name has no address: a few seconds rarely change that, and whoever waits
    /// is to learn it at once.
    private static func advice(on kind: TransportError.Kind) -> RetryAdvice {
        switch kind {
        case .invalidRequest, .libraryMissing, .tls, .headTooLarge, .connectionRefused, .nameResolution: .never
        default: .backoff
        }
    }
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
