/// Options that help shows under one title.
struct OptionGroup: Sendable {
    let title: String
    let options: [OptionSpec]
}
