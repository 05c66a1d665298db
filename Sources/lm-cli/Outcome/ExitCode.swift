/// What the exit code says. From 64 to 78 the numbers are those of `sysexits.h`; above 128 they are what a shell reports
/// for a process that a signal ended.
enum ExitCode: Int32, CaseIterable, Sendable {
    case success = 0
    case negative = 1
    case contentFilter = 3
    case replayMiss = 4
    case usage = 64
    case data = 65
    case noInput = 66
    case unavailable = 69
    case software = 70
    case cannotCreate = 73
    case cutOff = 74
    case tryLater = 75
    case protocolViolation = 76
    case key = 77
    case configuration = 78
    case totalTimeout = 124
    case hangup = 129
    case interrupt = 130
    case brokenPipe = 141
    case terminated = 143

    /// The code of a process that a signal ended; `nil` for a signal that has none here.
    init?(signal: Int32?) {
        guard let signal, let code = ExitCode(rawValue: 128 + signal) else { return nil }
        self = code
    }

    /// The signal that ends a process with this code; `nil` where none does.
    var signal: Int32? { rawValue > 128 ? rawValue - 128 : nil }

    /// What it means in two or three words, for the last line of a help screen.
    var shortMeaning: String {
        switch self {
        case .success: "done"
        case .negative: "not passed or failed"
        case .contentFilter: "filtered"
        case .replayMiss: "not on the cassette"
        case .usage: "usage"
        case .data: "bad data"
        case .noInput: "not found"
        case .unavailable: "unreachable"
        case .software: "our mistake"
        case .cannotCreate: "cannot write"
        case .cutOff: "cut off"
        case .tryLater: "try later"
        case .protocolViolation: "nonsense from the server"
        case .key: "key"
        case .configuration: "bad configuration"
        case .totalTimeout: "out of time"
        case .hangup: "hung up"
        case .interrupt: "stopped"
        case .brokenPipe: "no reader"
        case .terminated: "ended"
        }
    }

    /// What it means, in one line of the table that `help exit-codes` prints.
    var meaning: String {
        switch self {
        case .success: "Done."
        case .negative: "A check found something, or the model's generation failed."
        case .contentFilter: "A content filter stopped the request or the reply, or the model refused."
        case .replayMiss: "A request is not on the cassette."
        case .usage: "The command line is wrong. Nothing was sent."
        case .data:
            "What was read or received does not fit: a damaged cassette, text that is not UTF-8, a bad image, "
                + "a request that the server calls invalid, a reply that does not match its schema."
        case .noInput: "Something named is not there: a file, a cassette, a session, a model."
        case .unavailable: "The server cannot be reached or cannot serve: refused, unknown host, offline, HTTP 5xx."
        case .software: "A mistake of lm-cli itself."
        case .cannotCreate: "An output file cannot be made."
        case .cutOff: "The reply was cut off before its end, or reading or writing failed. What came is kept."
        case .tryLater: "Try again later: rate limited, or nothing came for too long."
        case .protocolViolation: "The server's answer makes no sense."
        case .key: "The API key is missing or was refused, or the account has no credit."
        case .configuration: "A configuration file is wrong."
        case .totalTimeout: "The time that --total-timeout allows ran out."
        case .hangup: "Ended by SIGHUP: the terminal went away."
        case .interrupt: "Stopped with Ctrl-C."
        case .brokenPipe: "The reader of the output went away, as in `| head -1`."
        case .terminated: "Ended by SIGTERM."
        }
    }
}
