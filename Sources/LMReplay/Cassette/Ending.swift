import LMTransport

/// How a recorded interaction ended.
public struct Ending: Sendable, Hashable {
    /// The four ways, as a cassette's `how` names them.
    public enum How: String, Sendable, Hashable, CaseIterable {
        /// The body ended as its framing said.
        case eof
        /// The interaction broke: the connection was reset, refused or closed early, or the bytes were no HTTP.
        case reset
        /// A time of the request's timeouts ran out.
        case timeout
        /// The consumer let go of the body.
        case cancelled
    }

    /// The way.
    public var how: How
    /// What broke; `nil` where nothing did.
    public var failure: TransportError.Kind?

    /// Makes an ending. Without a failure, a reset is one of the connection, and a timeout one of silence.
    public init(_ how: How, failure: TransportError.Kind? = nil) {
        self.how = how
        self.failure = failure ?? Self.usualFailure(how)
    }

    /// The ending that an error makes.
    public init(_ error: any Error) {
        switch error {
        case is CancellationError: self.init(.cancelled)
        case let error as TransportError:
            if case .timeout = error.kind {
                self.init(.timeout, failure: error.kind)
            } else {
                self.init(.reset, failure: error.kind)
            }
        default: self.init(.reset, failure: .other)
        }
    }

    /// Whether the interaction is whole.
    public var isWhole: Bool { how == .eof }

    static func usualFailure(_ how: How) -> TransportError.Kind? {
        switch how {
        case .eof, .cancelled: nil
        case .reset: .connectionReset
        case .timeout: .timeout(.idle)
        }
    }

    /// The name of the failure in a cassette; `nil` where `how` says it already.
    var failureName: String? {
        failure == Self.usualFailure(how) ? nil : failure.map(Self.name(of:))
    }

    /// Makes an ending from what a cassette says; `nil` where it uses a word that is not known.
    init?(how: String, failureName: String?) {
        guard let how = How(rawValue: how) else { return nil }
        guard let failureName else {
            self.init(how)
            return
        }
        guard let kind = Self.kinds.first(where: { Self.name(of: $0) == failureName }) else { return nil }
        self.init(how, failure: kind)
    }

    private static let kinds: [TransportError.Kind] = [
        .nameResolution, .connectionRefused, .unreachable, .tls, .timeout(.connect), .timeout(.firstByte),
        .timeout(.idle), .timeout(.total), .connectionReset, .closedBeforeResponse, .truncatedBody,
        .malformedResponse, .contentDecoding, .headTooLarge, .invalidRequest, .libraryMissing, .other,
    ]

    private static func name(of kind: TransportError.Kind) -> String {
        switch kind {
        case .nameResolution: "nameResolution"
        case .connectionRefused: "connectionRefused"
        case .unreachable: "unreachable"
        case .tls: "tls"
        case .timeout(let phase): phase.rawValue
        case .connectionReset: "connectionReset"
        case .closedBeforeResponse: "closedBeforeResponse"
        case .truncatedBody: "truncatedBody"
        case .malformedResponse: "malformedResponse"
        case .contentDecoding: "contentDecoding"
        case .headTooLarge: "headTooLarge"
        case .invalidRequest: "invalidRequest"
        case .libraryMissing: "libraryMissing"
        case .other: "other"
        }
    }
}
