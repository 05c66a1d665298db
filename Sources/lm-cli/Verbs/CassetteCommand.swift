/// `lm-cli cassette`: what can be done with recordings besides playing them.
enum CassetteCommand {
    static let spec: CommandSpec = CommandSpec(
        name: "cassette",
        summary: "List, check, change and exchange cassettes.",
        discussion: [
            "Where a command takes several cassettes, a folder stands for all that are in it, and nothing for those of the "
                + "current folder and of Fixtures/. What changes a cassette writes the new one whole before it takes the "
                + "old one's place."
        ],
        subcommands: [
            CassetteListing.spec, CassetteShow.spec, CassetteVerify.spec, CassetteRedact.spec, CassetteScan.spec,
            CassetteDiff.spec, CassetteStats.spec, CassetteExport.spec, CassetteImport.spec, CassetteTrim.spec,
            CassetteMigrate.spec,
        ],
        defaultSubcommand: "ls")

    /// The argument of commands that look at several cassettes.
    static let several = ArgumentSpec("cassette", .any, .cassette, "Cassettes, their bare names, or folders of them.")
    /// The argument of commands that look at one.
    static let one = ArgumentSpec("cassette", .one, .cassette, "A cassette, or its bare name.")
}
