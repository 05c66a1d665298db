import LMTransport

/// What a replayed body does: which chunk comes when, and how it ends.
///
/// A plan is a value without a clock. Times are offsets from the moment the request was sent.
struct BodyPlan: Sendable {
    /// One step of the body.
    enum Step: Equatable {
        /// Bytes, at an offset, or at once where there is none.
        case chunk(Range<Int>, at: Duration?)
        /// Silence of a length, counted from the moment before it.
        case pause(Duration)
        /// Nothing comes any more, and nothing ends it but the consumer.
        case silence
        case end(TransportError.Kind?)
    }

    let body: [UInt8]
    /// When the head comes; `nil` for at once.
    let headOffset: Duration?
    private let segmentation: Segmentation
    private let speed: ReplaySpeed
    private let end: Int
    private let failure: TransportError.Kind?
    /// Whether the consumer let go at the end while it was recorded.
    private var isLetGo: Bool
    /// Ends of the chunks, for those segmentations that know them beforehand.
    private let chunkEnds: [Int]
    private let arrivals: [(end: Int, millisecond: Int)]
    private var pauses: [(position: Int, duration: Duration)]
    private var random: SplitMix64
    private var position = 0
    private var nextChunk = 0
    private var nextArrival = 0

    /// Plans the body of an interaction.
    init(_ interaction: Interaction, segmentation: Segmentation, speed: ReplaySpeed, faults: [Fault.Effect]) {
        let response = interaction.response ?? RecordedResponse(status: 0)
        let (body, cuts) = Self.corrupted(response, by: faults)
        let events = response.isEventStream ? EventFraming.blocks(of: body) : []
        let eventEnds = [0] + events.filter(\.isEvent).map(\.range.upperBound)
        var end = body.count
        var failure = interaction.ending.map(\.brokenKind) ?? .truncatedBody
        isLetGo = interaction.ending?.how == .cancelled
        var pauses: [(position: Int, duration: Duration)] = []
        for fault in faults {
            switch fault {
            case .drop(let event) where event < eventEnds.count && event >= 0 && eventEnds[event] <= end:
                end = eventEnds[event]
                failure = nil
                isLetGo = false
            case .reset(let byte) where byte <= end && byte >= 0:
                end = byte
                failure = .connectionReset
                isLetGo = false
            case .stall(let event, let duration) where event < eventEnds.count && event >= 0:
                pauses.append((eventEnds[event], duration))
            default: break
            }
        }
        self.body = body
        self.segmentation = segmentation
        self.speed = speed
        self.end = end
        self.failure = failure
        self.pauses = pauses.sorted { $0.position > $1.position }
        random = SplitMix64(seed: Self.seed(segmentation, interaction.number))
        var millisecond = 0
        var offset = 0
        arrivals = cuts.map { cut in
            offset = offset.addingSaturated(cut.byteCount)
            millisecond = millisecond.addingSaturated(cut.milliseconds)
            return (offset, millisecond)
        }
        headOffset = speed.offset(ofMillisecond: cuts.first?.milliseconds ?? 0)
        chunkEnds =
            switch segmentation {
            case .recorded where !cuts.isEmpty: arrivals.map(\.end)
            case .recorded, .perEvent: events.map(\.range.upperBound)
            case .whole, .everyByte, .seeded: []
            }
    }

    /// The next step. After the end it is the end again.
    mutating func next() -> Step {
        if let pause = pauses.last, pause.position <= position {
            pauses.removeLast()
            return .pause(pause.duration)
        }
        guard position < end else {
            guard isLetGo else { return .end(failure) }
            isLetGo = false
            return .silence
        }
        let start = position
        position = min(chunkEnd(), end, pauses.last?.position ?? .max)
        return .chunk(start..<position, at: arrival(of: position))
    }

    private mutating func chunkEnd() -> Int {
        switch segmentation {
        case .everyByte: return position + 1
        case .whole: return body.count
        case .seeded:
            // Sizes of every magnitude, small ones as often as large ones.
            let magnitude = Int.random(in: 0...12, using: &random)
            return position + Int.random(in: 1...(1 << magnitude), using: &random)
        case .recorded, .perEvent:
            while nextChunk < chunkEnds.count, chunkEnds[nextChunk] <= position { nextChunk += 1 }
            return nextChunk < chunkEnds.count ? chunkEnds[nextChunk] : body.count
        }
    }

    /// When the last byte before a position came.
    private mutating func arrival(of position: Int) -> Duration? {
        while nextArrival < arrivals.count - 1, arrivals[nextArrival].end < position { nextArrival += 1 }
        return nextArrival < arrivals.count ? speed.offset(ofMillisecond: arrivals[nextArrival].millisecond) : nil
    }

    private static func seed(_ segmentation: Segmentation, _ number: Int) -> UInt64 {
        guard case .seeded(let seed) = segmentation else { return 0 }
        return seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(number)
    }

    private static func corrupted(
        _ response: RecordedResponse, by faults: [Fault.Effect]
    ) -> (body: [UInt8], cuts: [Cut]) {
        var edits = ByteEdits()
        for case .corrupt(let number) in faults {
            let events = EventFraming.blocks(of: response.body).filter(\.isEvent)
            guard number > 0, events.indices.contains(number - 1),
                let payload = EventFraming.payload(of: response.body, block: events[number - 1].range)
            else { continue }
            edits.replace(payload.lowerBound + payload.count / 2..<payload.upperBound, with: [])
        }
        return (edits.applied(to: response.body), edits.applied(to: response.cuts))
    }
}

extension Ending {
    /// What a replay of the body breaks with at its end.
    fileprivate var brokenKind: TransportError.Kind? {
        // Whoever let go while recording asks no more; if it does, there is nothing more to give.
        how == .cancelled ? .truncatedBody : failure
    }
}
