import LMReplay

extension CassetteSummary {
    /// The figures in words: `3 exchanges`, `412 events`, `38 KB`, `$0.0034`.
    var facts: [String] {
        var facts = [Self.count(interactions, "exchange"), Self.count(events, "event"), ByteCount.readable(bytes)]
        if let ticks = usage.costTicks { facts.append(ReplyFooter.price(Int64(ticks))) }
        if partial > 0 { facts.append("\(partial) broken") }
        return facts
    }

    /// A number of things.
    static func count(_ number: Int, _ name: String) -> String { "\(number) \(name)\(number == 1 ? "" : "s")" }
}
