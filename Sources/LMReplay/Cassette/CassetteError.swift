/// Why a cassette cannot be read or written: the place, the reason, and what to do.
public struct CassetteError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong.
    public enum Kind: Sendable, Hashable {
        /// There is no file of that name.
        case missing
        /// The file cannot be opened or read.
        case unreadable
        /// The file is something else.
        case notACassette
        /// A line is broken.
        case damaged
        /// The format's version is higher than the highest that is known.
        case newerVersion(found: Int, known: Int)
        /// A limit on lines, files or nesting is passed.
        case tooLarge
        /// The file is the part of a recording that was not finished.
        case unfinishedRecording
        /// The name leads out of the folder of cassettes.
        case badName
        /// The file is being recorded to.
        case busy
        /// The file cannot be written.
        case unwritable
        /// A secret was found in what was about to be written.
        case secretFound
        /// An interaction broke while it was recorded.
        case partialRecording
        /// The server refused an answer that the cassette which is there has.
        case refusedRecording
    }

    /// What went wrong.
    public var kind: Kind
    /// The reason in one sentence, without secrets.
    public var reason: String
    /// What to do about it, in one sentence; empty where there is nothing to say.
    public var remedy: String
    /// The file.
    public var path: String?
    /// The line, from 1.
    public var line: Int?
    /// How many interactions before the line are whole.
    public var wholeInteractions: Int?

    /// Makes an error.
    public init(
        _ kind: Kind, _ reason: String, remedy: String = "", path: String? = nil, line: Int? = nil,
        wholeInteractions: Int? = nil
    ) {
        self.kind = kind
        self.reason = reason
        self.remedy = remedy
        self.path = path
        self.line = line
        self.wholeInteractions = wholeInteractions
    }

    /// File, line, reason and remedy.
    public var description: String {
        var text = path.map { "\($0): " } ?? ""
        if let line { text += "line \(line): " }
        text += reason
        if !remedy.isEmpty { text += " \(remedy)" }
        return text
    }
}
