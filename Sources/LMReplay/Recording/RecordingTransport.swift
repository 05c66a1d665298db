import LMTransport
import Synchronization

/// Sends requests over another transport and records what happens, without changing it.
///
/// It stands above the socket, so it never sees what a credential holds. Chunks go through as they come: nothing is
/// held back, joined or read ahead.
public struct RecordingTransport: HTTPTransport {
    private let upstream: any HTTPTransport
    private let recorder: CassetteRecorder
    private let redaction: Redaction?

    init(upstream: any HTTPTransport, recorder: CassetteRecorder, redaction: Redaction? = nil) {
        self.upstream = upstream
        self.recorder = recorder
        self.redaction = redaction
    }

    /// Sends a request over the other transport. Throws what that one throws.
    public nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let recording = recorder.begin(request, redaction: redaction)
        do {
            var response = try await upstream.send(request)
            recording.head(response)
            response.body = HTTPBody(RecordingBody(response.body, recording: recording))
            return response
        } catch {
            recording.close(Ending(error))
            throw error
        }
    }
}

/// Hands out the chunks of another body and notes them.
private final class RecordingBody: HTTPBodySource {
    private let upstream: Mutex<HTTPBody?>
    private let recording: OpenInteraction

    init(_ upstream: HTTPBody, recording: OpenInteraction) {
        self.upstream = Mutex(upstream)
        self.recording = recording
    }

    nonisolated(nonsending) func next() async throws -> [UInt8]? {
        guard let body = upstream.withLock({ $0 }) else { return nil }
        do {
            // An iterator holds no state of its own: the body is where it is.
            var iterator = body.makeAsyncIterator()
            guard let chunk = try await iterator.next() else {
                end(Ending(.eof))
                return nil
            }
            recording.add(chunk)
            return chunk
        } catch {
            end(Ending(error))
            throw error
        }
    }

    func cancel() {
        guard let body = upstream.withLock({ $0.take() }) else { return }
        recording.letGo(body)
    }

    private func end(_ ending: Ending) {
        upstream.withLock { $0 = nil }
        recording.close(ending)
    }
}
