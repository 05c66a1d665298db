import LMTransport

/// What a client chose for a request, by header fields or by what it put before the path.
struct ReplayRoute: Sendable {
    /// The path and query that were recorded.
    var path: String
    var run = ""
    var cassette: String?
    var speed: ReplaySpeed?
    var segmentation: Segmentation?
    var faults: [Fault]?
    /// What is wrong with a choice.
    var mistake: String?

    init(_ request: ServerRequest) {
        path = request.target
        while let (kind, value, rest) = Self.prefix(of: path) {
            if kind == "run" { run = value } else { cassette = value }
            path = rest
        }
        if path.hasPrefix("/_lm/report"), let query = RecordedURL.parts(of: path).query {
            for pair in query.split(separator: "&") {
                let parts = pair.split(separator: "=", maxSplits: 1).map(RecordedURL.percentDecoded)
                guard parts.count == 2 else { continue }
                if parts[0] == "run" { run = parts[1] }
                if parts[0] == "cassette" { cassette = parts[1] }
            }
        }
        run = request.headers["x-lm-run"] ?? run
        cassette = request.headers["x-lm-cassette"] ?? cassette
        if let text = request.headers["x-lm-speed"] {
            speed = ReplaySpeed(text)
            if speed == nil { mistake = "x-lm-speed is instant, recorded or a factor such as 4x, not \"\(text)\"." }
        }
        if let text = request.headers["x-lm-cuts"] {
            segmentation = Segmentation(text)
            if segmentation == nil {
                mistake = "x-lm-cuts is recorded, event, whole, byte or seed:7, not \"\(text)\"."
            }
        }
        let words = request.headers.values(of: "x-lm-fault")
        if !words.isEmpty {
            let faults = words.compactMap { Fault($0) }
            self.faults = faults
            if faults.count != words.count {
                mistake =
                    "x-lm-fault is drop:3, reset:4097, stall:2:60s, corrupt:5 or status:429:2s, perhaps with *1, "
                    + "not \"\(words.joined(separator: ", "))\"."
            }
        }
    }

    /// The choice before a path, as in `/_lm/run/ID/v1/responses`.
    private static func prefix(of path: String) -> (kind: String, value: String, rest: String)? {
        for kind in ["run", "cassette"] where path.hasPrefix("/_lm/\(kind)/") {
            let rest = path.dropFirst("/_lm/\(kind)/".count)
            let slash = rest.firstIndex(of: "/") ?? rest.endIndex
            let value = RecordedURL.percentDecoded(rest[..<slash])
            guard !value.isEmpty else { return nil }
            return (kind, value, slash == rest.endIndex ? "/" : String(rest[slash...]))
        }
        return nil
    }
}
