/// The repairs of ``TranscriptCheck``.
struct TranscriptRepair {
    private(set) var adjustments: [Adjustment] = []

    private mutating func report(_ message: String) {
        adjustments.append(Adjustment(.transcriptRepaired, message))
    }

    /// The entry with what is empty left out; `nil` where nothing is left.
    mutating func cleaned(_ entry: Transcript.Entry, isLast: Bool) -> Transcript.Entry? {
        switch entry {
        case .prompt(let prompt) where isLast && prompt.segments.allSatisfy(\.isEmpty): return entry
        case .instructions(var entry):
            entry.segments = cleaned(entry.segments, of: "The instructions")
            guard entry.segments.isEmpty, entry.toolDefinitions.isEmpty else { return .instructions(entry) }
            report("The instructions '\(entry.id)' are empty and are left out.")
            return nil
        case .prompt(var entry):
            entry.segments = cleaned(entry.segments, of: "The prompt '\(entry.id)'")
            guard entry.segments.isEmpty else { return .prompt(entry) }
            report("The prompt '\(entry.id)' is empty and is left out.")
            return nil
        case .response(var entry):
            entry.segments = cleaned(entry.segments, of: "The response '\(entry.id)'")
            guard entry.segments.isEmpty, entry.providerData == nil else { return .response(entry) }
            report("The response '\(entry.id)' is empty and is left out.")
            return nil
        case .reasoning(let entry): return cleaned(entry)
        case .toolCalls(let calls):
            guard calls.isEmpty else { return entry }
            report("The tool calls '\(calls.id)' are none and are left out.")
            return nil
        case .toolOutput, .data: return entry
        }
    }

    private mutating func cleaned(_ segments: [Transcript.Segment], of owner: String) -> [Transcript.Segment] {
        let kept = segments.filter { !$0.isEmpty }
        // An entry that is left out altogether is reported once, as a whole.
        if kept.count < segments.count, !kept.isEmpty { report("\(owner) had an empty text, which is left out.") }
        return kept
    }

    private mutating func cleaned(_ entry: Transcript.Reasoning) -> Transcript.Entry? {
        guard entry.signature == nil else { return .reasoning(entry) }
        let hasWords = !cleaned(entry.segments, of: "The reasoning '\(entry.id)'").isEmpty
        if hasWords { return .reasoning(entry) }
        report("The reasoning '\(entry.id)' is empty and is left out.")
        return nil
    }
}

extension TranscriptRepair {
    /// The entries with calls and outputs fitted together.
    ///
    /// A round is what the model says in one go: a run of its entries. Its outputs follow it, in call order.
    mutating func ordered(_ entries: [Transcript.Entry]) -> [Transcript.Entry] {
        let pairing = paired(entries)
        var identifiers = SentIdentifiers()
        var ordered: [Placed] = []
        var calls: [(place: CallPlace, call: Transcript.ToolCall)] = []
        for (position, entry) in entries.enumerated() {
            switch entry {
            case .toolCalls(let entryCalls):
                var kept: [Transcript.ToolCall] = []
                var isChanged = false
                for (index, call) in entryCalls.enumerated() {
                    let place = CallPlace(entry: position, call: index)
                    if call.toolName.isEmpty {
                        report("The call '\(call.id)' names no tool and is left out, with its output.")
                    } else if pairing[place] == nil, !call.arguments.isComplete {
                        report("The call '\(call.id)' of '\(call.toolName)' was cut off and is left out.")
                    } else {
                        let sent = sendable(call, &identifiers)
                        isChanged = isChanged || sent != call
                        kept.append(sent)
                        calls.append((place, sent))
                    }
                }
                if kept.isEmpty { continue }
                let isWhole = kept.count == entryCalls.count && !isChanged
                ordered.append(Placed(isWhole ? entry : .toolCalls(.init(id: entryCalls.id, kept)), at: position))
            case .response, .reasoning, .data: ordered.append(Placed(entry, at: position))
            case .toolOutput, .instructions, .prompt:
                for (place, call) in calls { ordered.append(output(of: call, at: pairing[place], in: entries)) }
                calls = []
                if case .toolOutput = entry { continue }
                ordered.append(Placed(entry, at: position))
            }
        }
        for (place, call) in calls { ordered.append(output(of: call, at: pairing[place], in: entries)) }
        reportMoves(in: ordered)
        return ordered.map(\.entry)
    }

    /// An entry and where it stood; `nil` for one that is new.
    private struct Placed {
        var entry: Transcript.Entry
        var position: Int?

        init(_ entry: Transcript.Entry, at position: Int?) {
            self.entry = entry
            self.position = position
        }
    }

    private mutating func output(
        of call: Transcript.ToolCall, at position: Int?, in entries: [Transcript.Entry]
    ) -> Placed {
        if let position {
            guard case .toolOutput(var output) = entries[position],
                output.id != call.id || output.toolName != call.toolName
            else { return Placed(entries[position], at: position) }
            (output.id, output.toolName) = (call.id, call.toolName)
            return Placed(.toolOutput(output), at: position)
        }
        report("The call '\(call.id)' of '\(call.toolName)' had no output and gets one that says so.")
        let text = Transcript.TextSegment(id: "\(call.id)-missing", content: TranscriptCheck.missingOutput)
        return Placed(
            .toolOutput(.init(id: call.id, toolName: call.toolName, segments: [.text(text)], isError: true)), at: nil)
    }

    /// Reports the outputs that stand elsewhere than they did: after what they stood before, or before what is no output
    /// and they stood after.
    private mutating func reportMoves(in ordered: [Placed]) {
        var nextOther = [Int](repeating: .max, count: ordered.count + 1)
        for index in ordered.indices.reversed() {
            nextOther[index] = nextOther[index + 1]
            if case .toolOutput = ordered[index].entry { continue }
            nextOther[index] = min(nextOther[index], ordered[index].position ?? .max)
        }
        var latest = -1
        for (index, placed) in ordered.enumerated() {
            guard let position = placed.position else { continue }
            if case .toolOutput(let output) = placed.entry, position < latest || nextOther[index] < position {
                report("The output of the call '\(output.id)' of '\(output.toolName)' stood out of order and is moved.")
            }
            latest = max(latest, position)
        }
    }

    private struct CallPlace: Hashable {
        var entry: Int
        var call: Int
    }

    /// The identifiers of the calls that are sent: each once.
    private struct SentIdentifiers {
        private var used: Set<String> = []

        /// The identifier under which a call is sent: its own, if that can be sent and was not yet.
        mutating func next(_ id: String) -> String {
            // Printable characters are what wires carry; which of them one takes is that wire's to know.
            let scalars = id.unicodeScalars.prefix(128).map { (0x21...0x7E).contains($0.value) ? $0 : "_" }
            let base = scalars.isEmpty ? "call" : String(String.UnicodeScalarView(scalars))
            var candidate = base
            var number = 2
            while !used.insert(candidate).inserted {
                candidate = "\(base)-\(number)"
                number += 1
            }
            return candidate
        }
    }

    /// A call as it is sent: under a name that a tool may have, and an identifier that no other call has.
    private mutating func sendable(
        _ call: Transcript.ToolCall, _ identifiers: inout SentIdentifiers
    ) -> Transcript.ToolCall {
        var sent = call
        sent.id = identifiers.next(call.id)
        if sent.id != call.id {
            report(
                "The call '\(sent.id)' of '\(ToolName.sendable(call.toolName))' is sent under an identifier of its own."
            )
        }
        sent.toolName = ToolName.sendable(call.toolName)
        if sent.toolName != call.toolName {
            report("The call '\(sent.id)' has a name that no tool can have; it is sent as '\(sent.toolName)'.")
        }
        return sent
    }

    /// The position of the output of each call that has one. Outputs without a call are reported.
    ///
    /// Identifiers may come again, so an output belongs to the latest round before it in which a call of its identifier has
    /// none, and there to the first such call.
    private mutating func paired(_ entries: [Transcript.Entry]) -> [CallPlace: Int] {
        var places: [String: [CallPlace]] = [:]
        var rounds: [Int: Int] = [:]
        var round = 0
        for (position, entry) in entries.enumerated() {
            guard case .toolCalls(let calls) = entry else {
                if case .toolOutput = entry { round += 1 }
                if case .prompt = entry { round += 1 }
                continue
            }
            rounds[position] = round
            for (index, call) in calls.enumerated() {
                places[call.id, default: []].append(CallPlace(entry: position, call: index))
            }
        }
        var pairing: [CallPlace: Int] = [:]
        for (position, entry) in entries.enumerated() {
            guard case .toolOutput(let output) = entry else { continue }
            let candidates = places[output.id] ?? []
            let latest = candidates.last { $0.entry < position && pairing[$0] == nil }
            let earlier = latest.flatMap { latest in
                candidates.first { rounds[$0.entry] == rounds[latest.entry] && pairing[$0] == nil }
            }
            let isFirst = !candidates.contains { $0.entry < position }
            if let place = earlier ?? (isFirst ? candidates.first { pairing[$0] == nil } : nil) {
                pairing[place] = position
            } else if candidates.isEmpty {
                report("The output '\(output.id)' of '\(output.toolName)' belongs to no call and is left out.")
            } else {
                report(
                    "The call '\(output.id)' of '\(output.toolName)' had another output before this one, which is "
                        + "left out.")
            }
        }
        return pairing
    }
}

extension Transcript.Segment {
    /// Whether the segment is a text of no words, with which no provider keeps anything.
    fileprivate var isEmpty: Bool {
        if case .text(let text) = self { text.content.isEmpty && text.providerData == nil } else { false }
    }
}
