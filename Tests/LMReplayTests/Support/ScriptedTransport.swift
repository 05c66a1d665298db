import LMReplay
import LMTransport
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A server in memory: answers every request with steps that the test wrote down.
final class ScriptedTransport: HTTPTransport {
    /// What happens next on the wire.
    enum Step: Sendable {
        case chunk([UInt8])
        case wait(Duration)
        case fail(TransportError)
    }

    private let status: Int
    private let headers: HTTPFields
    private let head: [Step]
    private let steps: [Step]
    private let clock: any Clock<Duration>
    /// The requests that came.
    let requests = Log<HTTPRequest>()
    /// How many bodies were let go of before their end.
    let cancellations = Log<Void>()

    /// Steps before the head, and steps of the body.
    init(
        status: Int = 200, headers: HTTPFields = Samples.eventStream, head: [Step] = [], _ steps: [Step],
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.status = status
        self.headers = headers
        self.head = head
        self.steps = steps
        self.clock = clock
    }

    nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        requests.append(request)
        for step in head {
            switch step {
            case .wait(let duration): try await clock.sleep(for: duration)
            case .fail(let error): throw error
            case .chunk: break
            }
        }
        return HTTPResponse(
            status: status, headers: headers,
            body: HTTPBody(Source(steps, clock: clock, cancellations: cancellations)))
    }

    private final class Source: HTTPBodySource {
        private let steps: Mutex<ArraySlice<Step>>
        private let clock: any Clock<Duration>
        private let cancellations: Log<Void>

        init(_ steps: [Step], clock: any Clock<Duration>, cancellations: Log<Void>) {
            self.steps = Mutex(steps[...])
            self.clock = clock
            self.cancellations = cancellations
        }

        nonisolated(nonsending) func next() async throws -> [UInt8]? {
            while let step = steps.withLock({ $0.popFirst() }) {
                switch step {
                case .chunk(let bytes): return bytes
                case .wait(let duration): try await clock.sleep(for: duration)
                case .fail(let error): throw error
                }
            }
            return nil
        }

        func cancel() {
            let wasRunning = steps.withLock { steps in
                defer { steps = [] }
                return !steps.isEmpty
            }
            if wasRunning { cancellations.append(()) }
        }
    }
}

extension HTTPRequest {
    /// A request of the kind that the samples answer.
    static func sample(
        url: String = "https://api.x.ai/v1/responses", body: String = Samples.request.body.text,
        credential: Credential? = nil
    ) -> HTTPRequest {
        HTTPRequest(
            method: "POST", url: URL(string: url) ?? URL(filePath: "/"),
            headers: [.accept: "text/event-stream", .contentType: "application/json"], body: Array(body.utf8),
            credential: credential)
    }
}

extension HTTPBody {
    /// All bytes, and the error that ended them.
    func collect() async -> (bytes: [UInt8], error: (any Error)?) {
        var bytes: [UInt8] = []
        do {
            for try await chunk in self { bytes += chunk }
            return (bytes, nil)
        } catch { return (bytes, error) }
    }
}
