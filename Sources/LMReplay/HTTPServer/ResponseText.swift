import LMTransport

/// The bytes of HTTP/1.1 responses. No sockets.
enum ResponseText {
    /// The status line and header fields, with the empty line.
    static func head(status: Int, headers: HTTPFields) -> [UInt8] {
        var text = "HTTP/1.1 \(status) \(reason(status))\r\n"
        for field in headers { text += "\(field.name): \(visible(field.value))\r\n" }
        return Array((text + "\r\n").utf8)
    }

    /// A chunk of a body whose transfer coding is chunked. The last one is empty.
    static func chunk(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + 12)
        text.append(contentsOf: String(bytes.count, radix: 16).utf8)
        text.append(contentsOf: "\r\n".utf8)
        text.append(contentsOf: bytes)
        text.append(contentsOf: "\r\n".utf8)
        return text
    }

    /// A field's value without what could end the field.
    private static func visible(_ value: String) -> String {
        String(String.UnicodeScalarView(value.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
    }

    private static func reason(_ status: Int) -> String {
        switch status {
        case 100: "Continue"
        case 200: "OK"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 409: "Conflict"
        case 413: "Content Too Large"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 502: "Bad Gateway"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        case 505: "HTTP Version Not Supported"
        default: "Status"
        }
    }
}
