/// Prints one line of JSON per figure: CPU time on one core, the best of several runs, on seeded input.
///
/// `lm-benchmarks [PREFIX]` measures only the groups whose name starts with the prefix.
let prefix = CommandLine.arguments.dropFirst().first ?? ""
let groups: [(name: String, run: () async throws -> [Row])] = [
    ("sse", EventStreamRows.run), ("responses", ResponsesRows.run),
    ("chat", ChatCompletionsRows.run), ("session", SessionRows.run),
    ("slope", SessionRows.slope), ("structured", StructuredRows.run),
    ("json", JSONRows.run), ("cassette", CassetteRows.run),
]
for group in groups where group.name.hasPrefix(prefix) || prefix.hasPrefix(group.name) {
    for row in try await group.run() where row.name.hasPrefix(prefix) { print(row.json) }
}
