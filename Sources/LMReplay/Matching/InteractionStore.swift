/// Hands out recorded interactions, each once, first in first out among those that match.
struct InteractionStore: Sendable {
    /// What became of a request.
    enum Outcome {
        /// The index of the interaction that answers it.
        case found(Int)
        /// No interaction matches, or all that do are used; of these, the index of the last.
        case missed(lastUsed: Int?)
    }

    let interactions: [Interaction]
    private let matcher: RequestMatcher
    /// The recorded requests as they are compared.
    private let compared: [RecordedRequest]
    /// The interactions of each key, the next one to be handed out last.
    private var waiting: [RequestKey: [Int]] = [:]
    private var lastUsed: [RequestKey: Int] = [:]
    /// The keys of requests that are the same to the byte, which is found out four times as fast.
    private var exactKeys: [KeyHash: RequestKey] = [:]
    /// For each interaction, the number of the request that it was handed out to.
    private(set) var usedBy: [Int?]
    /// For each interaction, whether it cannot be handed out again.
    private var isSpent: [Bool]

    /// Indexes the interactions. Their keys are computed here and never again.
    init(_ interactions: [Interaction], matcher: RequestMatcher, redaction: Redaction) {
        self.interactions = interactions
        self.matcher = matcher
        var redactor = Redactor(redaction, comparing: true)
        compared = interactions.map { redactor.redact($0.request) }
        usedBy = Array(repeating: nil, count: interactions.count)
        isSpent = Array(repeating: false, count: interactions.count)
        guard case .canonical(let leniency) = matcher.rule else { return }
        for index in interactions.indices.reversed() {
            let key = RequestKey(compared[index], leniency)
            waiting[key, default: []].append(index)
            exactKeys[RequestKey.exact(compared[index])] = key
        }
    }

    /// Finds the interaction for a request that was redacted for comparing.
    ///
    /// - Parameters:
    ///   - number: which request it is.
    ///   - keeping: whether an interaction stays available, because the request is not really answered.
    ///   - use: what others have used of the same interactions, which is handed out last.
    mutating func take(
        _ request: RecordedRequest, number: Int, use others: CassetteUse? = nil, keeping: (Interaction) -> Bool
    ) -> Outcome {
        switch matcher.rule {
        case .canonical(let leniency):
            let key = exactKeys[RequestKey.exact(request)] ?? RequestKey(request, leniency)
            guard let candidates = waiting[key], let next = candidates.last else {
                return .missed(lastUsed: lastUsed[key])
            }
            // One that stayed available answers the next attempt.
            let index =
                candidates.last { usedBy[$0] != nil }
                ?? others?.choose(among: candidates.reversed()) { interactions[$0].number } ?? next
            if use(index, by: number, keeping: keeping) {
                if index == next { waiting[key]?.removeLast() } else { waiting[key]?.removeAll { $0 == index } }
                lastUsed[key] = index
            }
            return .found(index)
        case .custom(let matches):
            let matching = interactions.indices.filter { matches(request, compared[$0]) }
            let left = matching.filter { !isSpent[$0] }
            let kept = left.first { usedBy[$0] != nil }
            guard let index = kept ?? others.map({ $0.choose(among: left) { interactions[$0].number } }) ?? left.first
            else {
                return .missed(lastUsed: matching.last)
            }
            _ = use(index, by: number, keeping: keeping)
            return .found(index)
        }
    }

    private mutating func use(_ index: Int, by number: Int, keeping: (Interaction) -> Bool) -> Bool {
        usedBy[index] = number
        isSpent[index] = !keeping(interactions[index])
        return isSpent[index]
    }

    /// Whether a request is a recorded one to the byte, so that there is nothing to redact in it.
    func isExact(_ request: RecordedRequest) -> Bool { exactKeys[RequestKey.exact(request)] != nil }

    /// Where a request differs from a recorded one, but for what differs from run to run.
    func differences(of request: RecordedRequest, from index: Int) -> [String] {
        RequestDifference(sent: request, recorded: compared[index], .standard).lines
    }

    /// The recorded request that a request comes nearest to, and where they differ.
    func nearest(to request: RecordedRequest) -> (index: Int, difference: RequestDifference)? {
        let leniency = if case .canonical(let leniency) = matcher.rule { leniency } else { RequestMatcher.Leniency() }
        // A comparison reads both bodies, so of many interactions only the most likely ones are compared.
        let ranks = compared.map { rank($0, request) }
        let candidates = compared.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
        var best: (index: Int, difference: RequestDifference, weight: Int)?
        for index in candidates.prefix(200) {
            let difference = RequestDifference(sent: request, recorded: compared[index], leniency)
            let weight = difference.lines.count * 2 + (usedBy[index] == nil ? 0 : 1)
            if weight < best?.weight ?? .max { best = (index, difference, weight) }
        }
        return best.map { ($0.index, $0.difference) }
    }

    /// How unlike the rough features of two requests are.
    private func rank(_ recorded: RecordedRequest, _ sent: RecordedRequest) -> Int {
        let isOther =
            recorded.method != sent.method
            || RecordedURL.parts(of: recorded.url).path != RecordedURL.parts(of: sent.url).path
        return (isOther ? 1 << 40 : 0) + abs(recorded.body.count - sent.body.count)
    }
}
