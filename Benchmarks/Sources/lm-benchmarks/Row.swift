/// One measured figure, printed as a line of JSON.
struct Row {
    var name: String
    /// CPU seconds of the best of the runs.
    var seconds: Double
    var bytes: Int?
    var count: Int?
    /// What is counted, such as `events`.
    var unit = "events"
    var note: String?

    var json: String {
        var members = ["\"name\":\"\(name)\"", "\"cpuSeconds\":\(rounded(seconds, 6))"]
        if let bytes {
            members.append("\"bytes\":\(bytes)")
            members.append("\"gigabytesPerSecond\":\(rounded(Double(bytes) / seconds / 1e9, 3))")
        }
        if let count {
            members.append("\"\(unit)\":\(count)")
            members.append("\"\(unit)PerSecond\":\(Int(Double(count) / seconds))")
        }
        if let note { members.append("\"note\":\"\(note)\"") }
        return "{\(members.joined(separator: ","))}"
    }

    private func rounded(_ value: Double, _ digits: Int) -> Double {
        var factor = 1.0
        for _ in 0..<digits { factor *= 10 }
        return (value * factor).rounded() / factor
    }
}

/// The least CPU time of several runs of the same work; the first run warms up and does not count.
func best(of runs: Int = 3, _ work: () async throws -> Void) async rethrows -> Double {
    try await work()
    var least = Double.infinity
    for _ in 0..<runs {
        let start = cpuTime()
        try await work()
        least = min(least, cpuTime() - start)
    }
    return least
}
