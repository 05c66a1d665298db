import Foundation
import LMTestSupport
import LMTransport
import LMURLSession
import Testing

/// The transports with a socket of their own, which have to do the same.
enum TransportUnderTest: String, CaseIterable, Sendable, CustomTestStringConvertible {
    #if os(Linux)
        case curl
    #endif
    case urlSession

    var testDescription: String { rawValue }

    func make(clock: any Clock<Duration> = ContinuousClock()) -> any HTTPTransport {
        switch self {
        #if os(Linux)
            case .curl: CurlTransport(clock: clock)
        #endif
        case .urlSession: URLSessionTransport(clock: clock)
        }
    }

    /// The transports that hold a server back for a slow consumer.
    static var withBackpressure: [Self] { allCases.filter { $0 != .urlSession } }

    /// Whether this is URLSession as Linux has it, FoundationNetworking, whose faults the tests name.
    var isFoundationNetworking: Bool {
        #if os(Linux)
            self == .urlSession
        #else
            false
        #endif
    }

    /// The transports whose faults do not end the process.
    static var withoutFatalErrors: [Self] { allCases.filter { !$0.isFoundationNetworking } }
}

extension HTTPRequest {
    /// A request that carries the canary where a secret could leak from: in its credential and in its query.
    static func canary(_ url: URL, timeouts: Timeouts = Timeouts()) -> HTTPRequest {
        canary("GET", url, timeouts: timeouts)
    }

    /// A request of another method, in the same way.
    static func canary(
        _ method: String, _ url: URL, body: [UInt8] = [], timeouts: Timeouts = Timeouts()
    ) -> HTTPRequest {
        HTTPRequest(
            method: method, url: url.appending(queryItems: [URLQueryItem(name: "key", value: canaryKey)]), body: body,
            timeouts: timeouts, credential: Credential(bearer: canaryKey))
    }
}

extension HTTPBody {
    /// The rest of the body.
    func collect() async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await chunk in self { bytes += chunk }
        return bytes
    }

    func text() async throws -> String { String(decoding: try await collect(), as: UTF8.self) }
}

/// The transport's error of an operation that has to fail, which must not show the canary.
func transportError(
    sourceLocation: SourceLocation = #_sourceLocation, _ operation: () async throws -> Void
) async -> TransportError? {
    do {
        try await operation()
        Issue.record("There was no error.", sourceLocation: sourceLocation)
        return nil
    } catch let error as TransportError {
        for text in ["\(error)", String(reflecting: error), error.localizedDescription] {
            #expect(!text.contains("CANARY"), sourceLocation: sourceLocation)
        }
        #expect(!error.message.isEmpty, sourceLocation: sourceLocation)
        return error
    } catch {
        Issue.record(error, sourceLocation: sourceLocation)
        return nil
    }
}
