/// What HTTP statuses mean, for the responses that bring no words of their own.
enum StatusText {
    /// One sentence about a status.
    static func sentence(_ status: Int) -> String {
        guard let meaning = meaning(status) else { return "The server answered HTTP \(status) without a reason." }
        return "The server answered HTTP \(status): \(meaning)."
    }

    private static func meaning(_ status: Int) -> String? {
        switch status {
        case 300...399: "the address has moved, and a request with a key does not follow; correct the base URL"
        case 400: "the request is malformed"
        case 401: "the API key is missing or invalid"
        case 403: "the API key may not do this"
        case 404: "nothing is at this address; check the base URL and the model's name"
        case 405: "the address does not take this method; check the base URL"
        case 408: "the request took too long to arrive"
        case 413: "the request is too large"
        case 415: "the server does not take JSON"
        case 422: "a field of the request has a wrong format"
        case 429: "too many requests"
        case 500: "the server failed"
        case 502: "a gateway got no valid answer from the server"
        case 503: "the service is unavailable"
        case 504: "a gateway got no answer from the server in time"
        case 520...524, 530: "the server behind the network's edge does not answer"
        case 525, 526: "the network's edge cannot trust the server's certificate"
        case 529: "the service is overloaded"
        default: nil
        }
    }
}
