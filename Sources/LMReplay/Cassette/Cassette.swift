/// A recording of HTTP interactions, each a request and its response: what `NAME.cassette.jsonl` holds.
///
/// A cassette keeps the text it was read from, so that writing it again changes nothing, not even lines and keys that
/// this version does not know.
public struct Cassette: Sendable, Hashable {
    /// The text of the file, to the byte.
    public let text: [UInt8]
    /// The first line.
    public let header: CassetteHeader
    /// The interactions in the order of their numbers.
    public let interactions: [Interaction]
    /// What the owner should know; sorted by line.
    public let warnings: [CassetteWarning]

    /// Makes a cassette of interactions.
    public init(header: CassetteHeader = CassetteHeader(), interactions: [Interaction]) {
        self.header = header
        self.interactions = interactions
        text = CassetteWriter().text(header: header, interactions: interactions)
        warnings = []
    }

    /// Reads the text of a cassette.
    public init(text: [UInt8]) throws(CassetteError) {
        self = try CassetteReader().read(text)
    }

    /// Reads the file at a path; one whose name ends with `.sse` is the bare body of an event stream.
    public init(contentsOf path: String) throws(CassetteError) {
        self = try CassetteReader().read(contentsOf: path)
    }

    init(assembly: inout CassetteAssembly, text: [UInt8]) {
        self.text = text
        header = assembly.header ?? CassetteHeader()
        interactions = assembly.finish()
        warnings = assembly.warnings
    }

    /// Whether every interaction was recorded to its end, whatever that end was.
    public var isComplete: Bool { interactions.allSatisfy { $0.ending != nil } }
}
