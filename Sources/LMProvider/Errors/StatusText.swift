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
        case 406: "the server cannot answer in the form that is asked for"
        case 407: "the proxy asks for a sign-in"
        case 408: "the request took too long to arrive"
        case 409: "the request conflicts with the state of what it is about"
        case 410: "what was at this address is gone for good; check the base URL and the model's name"
        case 411, 412, 417, 428: "the server asks for header fields that are not sent"
        case 413: "the request is too large"
        case 415: "the server does not take JSON"
        case 422: "a field of the request has a wrong format"
        case 425: "the server will not take the request yet"
        case 426: "the server asks for another protocol"
        case 429: "too many requests"
        case 431: "the header fields are too large; an API key or an added field may be wrong"
        case 451: "the law of a place forbids the answer"
        case 500: "the server failed"
        case 501: "the server does not do what is asked; check the base URL and the API"
        case 502: "a gateway got no valid answer from the server"
        case 503: "the service is unavailable"
        case 504: "a gateway got no answer from the server in time"
        case 505: "the server does not take this version of HTTP"
        case 507: "the server has no room left"
        case 508: "the server leads the request in a circle; check the base URL"
        case 511: "the network asks for a sign-in"
        case 520...524, 530: "the server behind the network's edge does not answer"
        case 525, 526: "the network's edge cannot trust the server's certificate"
        case 529: "the service is overloaded"
        default: nil
        }
    }
}
