/// Something in a cassette that does not keep it from being replayed, and that its owner should know.
public struct CassetteWarning: Sendable, Hashable, CustomStringConvertible {
    /// What it is.
    public enum Kind: Sendable, Hashable {
        /// The `cuts` do not sum up to the body; one chunk per event is replayed instead.
        case cutsIgnored(sum: Int, bytes: Int)
        /// The `bytes` of the `end` line are not the body's.
        case byteCountDiffers(stated: Int, bytes: Int)
        /// The recording stops before the interaction's `end` line.
        case incomplete
        /// A header field that is not on the allow-list was left out.
        case headerIgnored(name: String)
    }

    /// What it is.
    public var kind: Kind
    /// The interaction that it is about.
    public var interaction: Int
    /// The line that it is about, from 1.
    public var line: Int

    /// Makes a warning.
    public init(_ kind: Kind, interaction: Int, line: Int) {
        self.kind = kind
        self.interaction = interaction
        self.line = line
    }

    /// The place and the matter in one sentence.
    public var description: String { "line \(line), interaction \(interaction): \(matter)" }

    /// What it is, in words.
    var matter: String {
        switch kind {
        case .cutsIgnored(let sum, let bytes):
            "its cuts add up to \(sum) bytes and the body has \(bytes), so one chunk per event is replayed"
        case .byteCountDiffers(let stated, let bytes):
            "its end line says \(stated) bytes and the body has \(bytes)"
        case .incomplete: "it has no end line: the recording was broken off"
        case .headerIgnored(let name): "the header field \(name) may not be recorded and is left out"
        }
    }
}
