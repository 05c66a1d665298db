import LMJSON
import LMTransport

/// A request as a cassette keeps it: without credential, user info and secret query values.
public struct RecordedRequest: Sendable, Hashable {
    /// The method, in upper case.
    public var method: String
    /// The absolute address, without user info and fragment, its secret query values redacted.
    public var url: String
    /// The header fields that may be recorded.
    public var headers: RecordedRequestHeaders
    /// The body's bytes; empty for none.
    public var body: [UInt8]

    /// Makes a request from values that are already clean. ``Redaction`` makes one from a request that is not.
    public init(
        method: String, url: String, headers: RecordedRequestHeaders = RecordedRequestHeaders(), body: [UInt8] = []
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }

    /// What may be recorded of a request, before its address and body are redacted.
    init(unclean request: HTTPRequest) {
        self.init(
            method: request.method, url: request.url.absoluteString,
            headers: RecordedRequestHeaders(keeping: request.headers), body: request.body)
    }

    /// The body's member `model`, as all providers' requests have it; `nil` for none.
    public var model: String? {
        (try? JSONValue(parsing: body))?["model"]?.stringValue
    }
}
