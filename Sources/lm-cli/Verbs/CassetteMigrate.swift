import LMJSON
import LMReplay

/// `lm-cli cassette migrate`.
enum CassetteMigrate {
    static let spec = CommandSpec(
        name: "migrate",
        summary: "Write cassettes in the newest version of the format, each line as this version writes it.",
        arguments: [CassetteCommand.several],
        groups: [
            OptionGroup(
                title: "OPTIONS", options: [OptionSpec(.check, .on, "Change nothing; say which would be changed.")])
        ],
        exits: [.success, .negative, .data, .noInput], action: .immediate { try run($0) })

    private static func run(_ invocation: Invocation) throws -> ExitStatus {
        let arguments = invocation.arguments
        var changed: [String] = []
        for target in try CassetteTarget.all(arguments.words) {
            let old = try target.load()
            let new = old.migrated()
            guard new.text != old.text else { continue }
            changed.append(target.path)
            guard !arguments.isOn(.check) else { continue }
            try CassetteFailure.rethrowing { () throws(CassetteError) in try new.write(to: target.path) }
        }
        if arguments.isOn(.json) {
            try invocation.console.write(json: ["changed": .array(changed.map(JSONValue.string))])
        } else {
            for path in changed { try invocation.console.write(path + "\n") }
        }
        return arguments.isOn(.check) && !changed.isEmpty ? .code(.negative) : .success
    }
}
