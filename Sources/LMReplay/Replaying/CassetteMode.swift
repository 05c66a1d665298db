/// Where the answers of a test run come from, and whether they are recorded.
public enum CassetteMode: String, Sendable, Hashable, CaseIterable {
    /// From the cassette only: no network, no writing, whatever the cassette's age.
    case replay
    /// From the cassette; what is not on it comes from the network and is added.
    case recordMissing
    /// From the network; the cassette is replaced.
    case rerecord
    /// From the network; no cassette is read or written.
    case live

    /// The environment variable that sets the mode for a test run.
    public static let variable = "LM_CASSETTE_MODE"
    /// The environment variable that allows recording where `CI` is set.
    public static let allowVariable = "LM_CASSETTE_ALLOW_CI"

    /// Whether a cassette may be written.
    public var writes: Bool { self == .recordMissing || self == .rerecord }

    /// The mode that an environment asks for: `replay` where it says nothing.
    ///
    /// - Throws: ``CassetteModeError`` where the mode is not known, or writes where `CI` is set and recording there is
    ///   not allowed.
    public init(environment: [String: String]) throws(CassetteModeError) {
        let name = environment[Self.variable] ?? ""
        guard !name.isEmpty else {
            self = .replay
            return
        }
        guard let mode = Self(rawValue: name) else { throw .unknown(name) }
        try mode.checkAllowed(in: environment)
        self = mode
    }

    /// Checks that a mode may be used in an environment.
    ///
    /// - Throws: ``CassetteModeError/refusedInCI(_:)`` where it writes and `CI` is set, unless `LM_CASSETTE_ALLOW_CI` is,
    ///   too. A variable counts as set unless it is empty, `0`, `false`, `no` or `off`.
    public func checkAllowed(in environment: [String: String]) throws(CassetteModeError) {
        guard writes, Self.isSet(environment["CI"]), !Self.isSet(environment[Self.allowVariable]) else { return }
        throw .refusedInCI(self)
    }

    private static func isSet(_ value: String?) -> Bool {
        let words = value?.lowercased().filter { !$0.isWhitespace } ?? ""
        return !["", "0", "false", "no", "off", "n", "f"].contains(words)
    }
}

/// Why a mode cannot be used.
public enum CassetteModeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No mode has this name.
    case unknown(String)
    /// The mode writes, and the run is one of continuous integration.
    case refusedInCI(CassetteMode)

    /// The reason and the remedy.
    public var description: String {
        switch self {
        case .unknown(let name):
            "There is no cassette mode \"\(name)\"; \(CassetteMode.variable) is one of "
                + "\(CassetteMode.allCases.map(\.rawValue).joined(separator: ", "))."
        case .refusedInCI(let mode):
            "Recording (\(mode.rawValue)) is refused where CI is set. Set \(CassetteMode.allowVariable)=1 to allow it."
        }
    }
}
