/// Checks a cassette beyond what reading it takes.
public struct CassetteVerification: Sendable, Hashable {
    /// Something that is not as it should be.
    public struct Finding: Sendable, Hashable, CustomStringConvertible {
        /// The line, where it is about one.
        public var line: Int?
        /// What is wrong, in one sentence.
        public var message: String
        /// Whether the cassette cannot be used, or must not be kept.
        public var isError: Bool

        /// Makes a finding.
        public init(line: Int?, message: String, isError: Bool) {
            self.line = line
            self.message = message
            self.isError = isError
        }

        /// The line and the sentence.
        public var description: String { (line.map { "line \($0): " } ?? "") + message }
    }

    /// What was found; errors first, then by line.
    public private(set) var findings: [Finding] = []

    /// Whether the cassette is in order.
    public var isSound: Bool { findings.allSatisfy { !$0.isError } }

    /// Checks the text of a cassette: that it can be read, that its figures agree, that nothing may be redacted any
    /// more, that it holds no secret, and that any cutting of its bodies gives the same bytes.
    public init(text: [UInt8], redaction: Redaction = .standard, keys: SecretScan = SecretScan()) {
        let (cassette, damage) = CassetteReader().salvage(text, path: nil)
        if let damage {
            let whole = damage.wholeInteractions.map { " Interactions that are whole before it: \($0)." } ?? ""
            add(damage.reason + whole, line: damage.line, isError: true)
        }
        for warning in cassette.warnings {
            let isError = if case .incomplete = warning.kind { true } else { false }
            add("interaction \(warning.interaction): \(warning.matter)", line: warning.line, isError: isError)
        }
        for hit in keys.hits(in: text) { add("a secret (\(hit.rule))", line: hit.line, isError: true) }
        for interaction in cassette.interactions {
            if !interaction.isWhole, let ending = interaction.ending {
                add(
                    "interaction \(interaction.number) broke (\(ending.how.rawValue)) and replays so", line: nil,
                    isError: false)
            }
            var redactor = Redactor(redaction)
            if redactor.redact(interaction) != interaction {
                add(
                    "interaction \(interaction.number) holds what the policy \(redaction.name) redacts", line: nil,
                    isError: true)
            }
            checkCuts(of: interaction)
        }
        sort()
    }

    /// Adds what was found elsewhere, such as by a decoder of the provider's events.
    public mutating func add(_ others: [Finding]) {
        findings += others
        sort()
    }

    private mutating func sort() {
        findings.sort { ($0.isError ? 0 : 1, $0.line ?? 0) < ($1.isError ? 0 : 1, $1.line ?? 0) }
    }

    private mutating func checkCuts(of interaction: Interaction) {
        guard let body = interaction.response?.body else { return }
        for segmentation in [Segmentation.recorded, .perEvent, .whole, .seeded(1), .seeded(2)] {
            var plan = BodyPlan(interaction, segmentation: segmentation, speed: .instant, faults: [])
            var bytes: [UInt8] = []
            while case .chunk(let range, _) = plan.next() { bytes += body[range] }
            if bytes != body {
                add("interaction \(interaction.number) does not give its bytes back", line: nil, isError: true)
                return
            }
        }
    }

    private mutating func add(_ message: some StringProtocol, line: Int?, isError: Bool) {
        findings.append(Finding(line: line, message: String(message), isError: isError))
    }
}
