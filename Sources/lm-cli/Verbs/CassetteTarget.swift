import LMReplay

/// A cassette that a command is to look at.
struct CassetteTarget: Sendable {
    /// What people call it.
    let name: String
    let path: String

    /// The cassettes that words stand for: files, bare names, and folders of them. Without words, those of the current
    /// folder and of `Fixtures/`.
    static func all(_ words: [String]) throws(CLIError) -> [CassetteTarget] {
        guard !words.isEmpty else {
            let names = CassetteName.available()
            guard !names.isEmpty else {
                throw CLIError(
                    .noInput, "there is no cassette here, nor under Fixtures/.",
                    hint: "Name one, or a folder of them.")
            }
            return names.map { CassetteTarget(name: $0, path: CassetteName.path($0)) }
        }
        var targets: [CassetteTarget] = []
        for word in words {
            let path = CassetteName.path(word)
            guard FileDescriptor.isFolder(path) else {
                targets.append(CassetteTarget(name: path, path: path))
                continue
            }
            targets += try CassetteFailure.rethrowing { () throws(CassetteError) in
                let folder = CassetteFolder(path: path)
                var found: [CassetteTarget] = []
                for name in try folder.names() {
                    found.append(CassetteTarget(name: name, path: try folder.path(of: name)))
                }
                guard !found.isEmpty else {
                    throw CassetteError(.missing, "There is no cassette in this folder.", path: path)
                }
                return found
            }
        }
        return targets
    }

    /// The cassette that a word stands for.
    static func one(_ invocation: Invocation) -> CassetteTarget {
        let path = CassetteName.path(invocation.arguments.words[0])
        return CassetteTarget(name: path, path: path)
    }

    /// Reads the cassette.
    func load() throws(CLIError) -> Cassette {
        try CassetteFailure.rethrowing { () throws(CassetteError) in try Cassette(contentsOf: path) }
    }

    /// The bytes of the file.
    func text() throws(CLIError) -> [UInt8] { try FileInput.read(path, limit: 1 << 30, verb: "changed") }
}
