import LMReplay

/// Which part of a recorded stream is played: from an event or a time to another.
struct ExcerptRange: Sendable, Hashable {
    /// An end of the part.
    enum Mark: Sendable, Hashable {
        /// An event, counted from 1.
        case event(Int)
        /// Milliseconds from the request on.
        case millisecond(Int)
    }

    var from: Mark?
    var to: Mark?

    /// Whether everything is played.
    var isWhole: Bool { from == nil && to == nil }

    /// Reads the part from the options.
    init(_ arguments: ParsedArguments) throws(CLIError) {
        from = try Self.mark(arguments.value(.from), "--from")
        to = try Self.mark(arguments.value(.to), "--to")
    }

    private static func mark(_ text: String?, _ option: String) throws(CLIError) -> Mark? {
        guard let text else { return nil }
        if let event = Int(text), event > 0 { return .event(event) }
        guard Int(text) == nil, let duration = ValueKind.duration(text) else {
            throw .usage("\(option) takes an event such as 3, or a time such as 1.5s, not \"\(text)\".")
        }
        return .millisecond(Int(duration.wholeMilliseconds))
    }
}

extension Interaction {
    /// The exchange with only the events of a part. The first of them comes at once.
    func excerpt(_ range: ExcerptRange) -> Interaction {
        guard let response, response.isEventStream else { return self }
        var kept: [UInt8] = []
        var cuts: [Cut] = []
        var previous: Int?
        for (index, block) in response.blocks.enumerated() {
            guard range.contains(event: index + 1, millisecond: block.millisecond) else { continue }
            kept += block.bytes
            let time = block.millisecond ?? 0
            cuts.append(Cut(byteCount: block.bytes.count, milliseconds: time - (previous ?? time)))
            previous = time
        }
        var interaction = self
        interaction.response?.body = kept
        interaction.response?.cuts = response.cuts.isEmpty ? [] : cuts
        return interaction
    }
}

extension ExcerptRange {
    fileprivate func contains(event: Int, millisecond: Int?) -> Bool {
        func isBefore(_ mark: Mark) -> Bool {
            switch mark {
            case .event(let number): event < number
            case .millisecond(let time): millisecond.map { $0 < time } ?? false
            }
        }
        func isBehind(_ mark: Mark) -> Bool {
            switch mark {
            case .event(let number): event > number
            case .millisecond(let time): millisecond.map { $0 > time } ?? false
            }
        }
        return !(from.map(isBefore) ?? false) && !(to.map(isBehind) ?? false)
    }
}
