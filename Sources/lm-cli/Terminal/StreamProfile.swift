/// What one standard stream can show. Decided once, at the start, for each stream by itself.
struct StreamProfile: Sendable, Hashable {
    /// Whether a person watches it.
    var isTerminal: Bool
    /// Whether text is styled.
    var hasColor: Bool
    /// Whether a line may be rewritten in place.
    var movesCursor: Bool
    /// How wide it is.
    var columns: Int

    /// The narrowest and widest screen that text is laid out for.
    static let columnRange = 20...120
    /// The width of what has none.
    static let defaultColumns = 80

    /// A stream that is read by a program.
    static let pipe = StreamProfile(isTerminal: false, hasColor: false, movesCursor: false, columns: defaultColumns)

    /// Decides for a stream.
    ///
    /// - Parameters:
    ///   - terminalColumns: The width that the terminal tells; `nil` where it tells none.
    ///   - width: The width asked for on the command line.
    static func decide(
        isTerminal: Bool, terminalColumns: Int?, color: ColorChoice?, width: Int?, environment: Environment
    ) -> StreamProfile {
        var isTerminal = isTerminal
        var forcedColumns: Int?
        if let forced = environment["LM_FORCE_TTY"] {
            isTerminal = true
            forcedColumns = Int(forced).flatMap { $0 > 1 ? $0 : nil }
        }
        let columns =
            width ?? forcedColumns ?? terminalColumns ?? environment["COLUMNS"].flatMap { Int($0) } ?? defaultColumns
        return StreamProfile(
            isTerminal: isTerminal,
            hasColor: ColorChoice.isColored(isTerminal: isTerminal, option: color, environment: environment),
            movesCursor: isTerminal && environment["TERM"] != "dumb",
            columns: min(max(columns, columnRange.lowerBound), columnRange.upperBound))
    }

    /// How wide it is now: a person may have made its window narrower.
    func currentColumns(of descriptor: FileDescriptor) -> Int {
        guard isTerminal, let now = descriptor.terminalColumns else { return columns }
        return max(Self.columnRange.lowerBound, min(columns, now))
    }
}
