extension TransportError {
    /// The error of a time that ran out.
    init(_ phase: TimeoutPhase, after limit: Duration, host: String?, bytesReceived: Int) {
        let name = host ?? "the host"
        let span = limit.inSeconds
        let message =
            switch phase {
            case .connect: "No connection to \(name) within \(span)."
            case .firstByte: "\(name) took the request and sent no response within \(span)."
            case .idle: "\(name) sent nothing for \(span) in the middle of the response."
            case .total: "The response of \(name) was not whole within \(span)."
            }
        self.init(.timeout(phase), message, host: host, bytesReceived: bytesReceived)
    }
}

extension Duration {
    /// The seconds with as many digits as they need, such as `0.5 s`.
    fileprivate var inSeconds: String {
        let milliseconds = components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
        guard milliseconds % 1000 != 0 else { return "\(milliseconds / 1000) s" }
        return "\(Double(milliseconds) / 1000) s"
    }
}
