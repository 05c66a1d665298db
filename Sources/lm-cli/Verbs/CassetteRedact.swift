import LMJSON
import LMReplay

/// `lm-cli cassette redact`.
enum CassetteRedact {
    static let spec = CommandSpec(
        name: "redact",
        summary: "Apply redaction rules to a cassette, or check whether they would change one.",
        discussion: [
            "The default rules always apply. A value that was in a file that others saw is known to them: replace the key, too."
        ],
        arguments: [CassetteCommand.several],
        groups: [
            OptionGroup(
                title: "OPTIONS",
                options: [
                    OptionSpec(.check, .on, "Change nothing; say where the rules would, and where a secret is."),
                    OptionSpec(.inPlace, short: "i", .on, "Change the cassettes."), CassetteDestination.inPlace,
                    CassetteDestination.force, RecordingOptions.redact,
                ])
        ],
        examples: ["lm-cli cassette redact --check Fixtures", "lm-cli cassette redact -i story.cassette.jsonl"],
        exits: [.success, .negative, .data, .noInput], action: .immediate { try run($0) })

    private static func run(_ invocation: Invocation) throws -> ExitStatus {
        let arguments = invocation.arguments
        let redaction = try RecordingOptions.redaction(invocation)
        let targets = try CassetteTarget.all(arguments.words)
        if arguments.isOn(.check) { return try check(targets, redaction, invocation) }
        let destination = try CassetteDestination.path(invocation)
        guard arguments.isOn(.inPlace) != (destination != nil), destination == nil || targets.count == 1 else {
            throw CLIError.usage(
                "redact takes one of --check, -i and -o.",
                hint: "-i changes the cassettes; -o writes the new one elsewhere, for one cassette.")
        }
        for target in targets {
            let redacted = try target.load().redacted(by: redaction)
            try CassetteDestination.write(redacted, to: destination ?? target.path, invocation)
        }
        return .success
    }

    private static func check(
        _ targets: [CassetteTarget], _ redaction: Redaction, _ invocation: Invocation
    ) throws -> ExitStatus {
        let console = invocation.console
        var leaks: [SecretLeak] = []
        for target in targets {
            let cassette = try target.load()
            leaks += SecretScan().hits(in: cassette.text).map {
                SecretLeak(path: target.path, line: $0.line, rule: $0.rule)
            }
            let old = cassette.text.split(separator: 0x0A)
            let new = cassette.redacted(by: redaction).text.split(separator: 0x0A)
            // The first line names the policy, which may be another one by now.
            for (index, pair) in zip(old, new).enumerated().dropFirst() where pair.0 != pair.1 {
                leaks.append(SecretLeak(path: target.path, line: index + 1, rule: "the policy \(redaction.name)"))
            }
        }
        try SecretLeak.write(leaks, console, isJSON: invocation.isJSON)
        guard !leaks.isEmpty else {
            console.hint("nothing to redact in \(CassetteSummary.count(targets.count, "cassette"))")
            return .success
        }
        throw PresentedFailure(
            failure: CLIError(
                .negative, "\(CassetteSummary.count(leaks.count, "place")) to redact.",
                hint: "Fix: lm-cli cassette redact -i \(ShellQuoting.quoted(Set(leaks.map(\.path)).sorted()))"
                    + " — and replace a key that others may have seen."))
    }
}
