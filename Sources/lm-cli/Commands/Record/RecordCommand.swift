/// `lm-cli record`: real traffic into a cassette.
enum RecordCommand {
    static let spec: CommandSpec = CommandSpec(
        name: "record",
        summary: "Record real model traffic into a cassette.",
        usage: ["-o <cassette> [OPTIONS] [PROMPT ...]"],
        arguments: [AskOptions.prompt],
        groups: [
            OptionGroup(
                title: "RECORDING",
                options: [
                    OptionSpec(
                        .output, short: "o", .value("cassette", .cassette),
                        "Where it goes. An existing one is kept unless --force; a failed recording never replaces it."),
                    OptionSpec(.force, .on, "Replace an existing cassette, once the new one is whole."),
                    OptionSpec(.keepPartial, .on, "Keep a recording whose stream broke, marked as such."),
                ]),
            AskOptions.everyday, AskOptions.limits, AskOptions.sampling,
        ],
        exits: AskOptions.exits + [.cannotCreate])
}
