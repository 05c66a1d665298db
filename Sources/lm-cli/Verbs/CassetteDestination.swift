import LMReplay

/// Where a cassette goes that a command makes or changes.
enum CassetteDestination {
    static let inPlace = OptionSpec(
        .output, short: "o", .value("cassette", .cassette), "Write it there, and leave the old one as it is.")
    static let new = OptionSpec(.output, short: "o", .value("cassette", .cassette), "Where the cassette goes.")
    static let force = OptionSpec(.force, .on, "Replace an existing cassette.")

    /// The path that `-o` names. Throws where something is there that is to be kept.
    static func path(_ invocation: Invocation) throws(CLIError) -> String? {
        guard let name = invocation.arguments.value(.output) else { return nil }
        let path = CassetteName.newPath(name)
        guard invocation.arguments.isOn(.force) || !FileDescriptor.exists(path) else {
            throw CLIError(
                .cannotCreate, "\(path) is there already. Nothing was written.",
                hint: "Replace it with --force, or name another file.")
        }
        return path
    }

    /// The path that `-o` has to name.
    static func required(_ invocation: Invocation) throws(CLIError) -> String {
        if let path = try path(invocation) { return path }
        let verb = invocation.arguments.path.dropFirst().map(\.name).joined(separator: " ")
        throw .usage("\(verb) needs to know where the cassette goes.", hint: "Such as: -o new.cassette.jsonl")
    }

    /// Writes a cassette whole or not at all, and says what it holds.
    static func write(_ cassette: Cassette, to path: String, _ invocation: Invocation) throws {
        try CassetteFailure.rethrowing { () throws(CassetteError) in try cassette.write(to: path) }
        let summary = CassetteSummary(cassette)
        guard !invocation.isJSON else {
            return try invocation.console.write(json: .object(summary.json(name: path)))
        }
        invocation.console.hint("\(summary.facts.joined(separator: ", ")) → \(path)")
    }
}
