import LMJSON

/// The first line of a cassette.
public struct CassetteHeader: Sendable, Hashable {
    /// The version of the format that this library writes, and the highest that it reads.
    public static let currentVersion = 1

    /// The version of the format.
    public var version: Int
    /// The program that recorded, such as `swift-lm 0.1.0`.
    public var recorder: String?
    /// When it was recorded: RFC 3339, UTC.
    public var recorded: String?
    /// The redaction policy that was applied: its name and version.
    public var redaction: String?
    /// The rules of the secret scan that the file passed before it got its name.
    public var scan: String?
    /// Ids, seeds and dates that a test drew while recording, to be handed back on replay.
    public var variables: JSONObject
    /// The base URL of the server that was recorded, without user info and with its path: `https://api.x.ai/v1`.
    public var upstream: String?
    /// The environment variables that led the program to the recorder.
    public var environment: [String]

    /// Makes a header.
    public init(
        version: Int = Self.currentVersion, recorder: String? = nil, recorded: String? = nil,
        redaction: String? = nil, scan: String? = nil, variables: JSONObject = JSONObject(),
        upstream: String? = nil, environment: [String] = []
    ) {
        self.version = version
        self.recorder = recorder
        self.recorded = recorded
        self.redaction = redaction
        self.scan = scan
        self.variables = variables
        self.upstream = upstream
        self.environment = environment
    }
}
