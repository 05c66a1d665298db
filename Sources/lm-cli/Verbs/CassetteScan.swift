import LMReplay
import LMTransport

/// `lm-cli cassette scan`.
enum CassetteScan {
    static let spec = CommandSpec(
        name: "scan",
        summary: "Look for keys in files of any kind: by their shapes, and for a key that is known in every form.",
        discussion: ["In folders, hidden files and symbolic links are left out. Name them to have them scanned."],
        arguments: [ArgumentSpec("file", .any, .file, "Files and folders; by default the current folder's Fixtures/.")],
        groups: [
            OptionGroup(
                title: "OPTIONS",
                options: [
                    OptionSpec(.keyFile, .values("file", .file), "A key to look for, too: plain, encoded and escaped.")
                ])
        ],
        examples: ["lm-cli cassette scan Fixtures README.md"], exits: [.success, .negative, .noInput],
        action: .immediate { try run($0) })

    private static func run(_ invocation: Invocation) throws -> ExitStatus {
        let keys = try invocation.arguments.all(.keyFile).map { path throws(CLIError) in
            Credential(bearer: try KeyChoice.key(ofFile: path, environment: invocation.environment))
        }
        let scan = SecretScan(keys: keys)
        let words = invocation.arguments.words
        let files = try FileWalk.files(words.isEmpty ? ["Fixtures"] : words)
        var leaks: [SecretLeak] = []
        for path in files {
            let bytes = try FileInput.read(path, limit: 1 << 30, verb: "scanned")
            leaks += scan.hits(in: bytes).map { SecretLeak(path: path, line: $0.line, rule: $0.rule) }
        }
        try SecretLeak.write(leaks, invocation.console, isJSON: invocation.isJSON)
        guard !leaks.isEmpty else {
            invocation.console.hint("no secret in \(CassetteSummary.count(files.count, "file"))")
            return .success
        }
        throw PresentedFailure(
            failure: CLIError(
                .negative,
                "\(CassetteSummary.count(leaks.count, "secret")) in \(CassetteSummary.count(files.count, "file")).",
                hint: "Take them out, and replace a key that others may have seen."))
    }
}
