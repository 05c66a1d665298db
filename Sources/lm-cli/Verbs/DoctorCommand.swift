import LMReplay
import LMTransport

/// `lm-cli doctor`: what is set, from where, and what is wrong.
enum DoctorCommand {
    static let spec: CommandSpec = CommandSpec(
        name: "doctor",
        summary: "Say what is set and from where, what this terminal can do, and what should be mended.",
        discussion: ["Nothing is sent and nothing is changed. Of keys only their source is told."],
        groups: [
            OptionGroup(
                title: "OPTIONS",
                options: [
                    OptionSpec(
                        .bundle, .value("file", .file),
                        "Write the report to a file, for a bug report: without keys and names.")
                ])
        ],
        exits: [.success, .negative, .cannotCreate], readsSettings: false, action: .immediate(run))

    @Sendable private static func run(_ invocation: Invocation) throws -> ExitStatus {
        let report = DoctorExamination(invocation).report()
        if let path = invocation.arguments.value(.bundle) {
            try write(report, to: path, invocation)
        } else if invocation.isJSON {
            try invocation.console.write(json: report.json)
        } else {
            try invocation.console.write(report.text)
        }
        return report.problems.isEmpty ? .success : .code(.negative)
    }

    /// Writes the report where others may read it: without the person's name, and not at all where a secret is in it.
    private static func write(_ report: DoctorReport, to path: String, _ invocation: Invocation) throws {
        var text = report.text
        for (variable, sign) in [("HOME", "~"), ("USER", "USER"), ("LOGNAME", "USER"), ("HOSTNAME", "HOST")] {
            if let value = invocation.environment[variable], value.count > 2 {
                text = text.replacing(value, with: sign)
            }
        }
        let keys = Provider.withKeys.flatMap(\.keyVariables).compactMap { invocation.environment[$0] }
        let scan = SecretScan(keys: keys.map { Credential(bearer: $0) })
        if let hit = scan.hits(in: Array(text.utf8)).first {
            throw CLIError(
                .negative, "the report has a secret in it (\(hit)), and was not written.",
                hint: "See which: lm-cli doctor")
        }
        try FileOutput.write(Array(text.utf8), to: path)
        invocation.console.say(lines: ["The report is in \(path). Read it before you send it to anybody."])
    }
}
