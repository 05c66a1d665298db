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
    /// How long after the one before each byte comes, where the body drips.
    private let drip: Duration?
    private let dripStart: Duration
    private let headDelay: Duration
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
        let (body, cuts) = response.changed(by: faults)
        let events = response.isEventStream ? EventFraming.blocks(of: body) : []
        let eventEnds = [0] + events.filter(\.isEvent).map(\.range.upperBound)
        var end = body.count
        var failure = interaction.ending.map(\.brokenKind) ?? .truncatedBody
        var isLetGo = interaction.ending?.how == .cancelled
        var drip: Duration?
        var pauses: [(position: Int, duration: Duration)] = []
        var headDelay = Duration.zero
        func stop(at place: Int, _ kind: TransportError.Kind?) {
            guard (0...end).contains(place) else { return }
            end = place
            failure = kind
            isLetGo = false
        }
        for fault in faults {
            switch fault {
            case .drop(let event):
                guard let place = Fault.Place.after(event: event).position(in: body, eventEnds: eventEnds) else {
                    continue
                }
                stop(at: place, nil)
            case .cut(let place):
                if let place = place.position(in: body, eventEnds: eventEnds) { stop(at: place, .truncatedBody) }
            case .reset(let byte): stop(at: byte, .connectionReset)
            case .resetAtEnd: stop(at: end, .connectionReset)
            case .stall(.head, let duration): headDelay += duration
            case .stall(let place, let duration):
                if let place = place.position(in: body, eventEnds: eventEnds) { pauses.append((place, duration)) }
            case .drip(let interval): drip = interval
            default: break
            }
        }
        self.body = body
        self.isLetGo = isLetGo
        self.drip = drip
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
        let head = speed.offset(ofMillisecond: cuts.first?.milliseconds ?? 0)
        headOffset = headDelay > .zero ? (head ?? .zero) + headDelay : head
        dripStart = head ?? .zero
        self.headDelay = headDelay
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
        if drip != nil { return position + 1 }
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
        if let drip { return dripStart + headDelay + drip * position }
        while nextArrival < arrivals.count - 1, arrivals[nextArrival].end < position { nextArrival += 1 }
        return nextArrival < arrivals.count
            ? planned(speed.offset(ofMillisecond: arrivals[nextArrival].millisecond)) : nil
    }

    private static func seed(_ segmentation: Segmentation, _ number: Int) -> UInt64 {
        guard case .seeded(let seed) = segmentation else { return 0 }
        return seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(number)
    }

    private func planned(_ offset: Duration?) -> Duration? { offset.map { $0 + headDelay } }
}

extension Ending {
    /// What a replay of the body breaks with at its end.
    fileprivate var brokenKind: TransportError.Kind? {
        // Whoever let go while recording asks no more; if it does, there is nothing more to give.
        how == .cancelled ? .truncatedBody : failure
    }
}
